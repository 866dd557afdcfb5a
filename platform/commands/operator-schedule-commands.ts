import { OCCURRENCE_STATES } from '../../domain/report-occurrence.ts';
import type { OverseenOccurrence, OverseenSchedule, ScheduleOversight } from '../../store/schedule-oversight.ts';
import type { Command, Row } from './operator-options.ts';

/** What the commands about schedules look at. */
export interface SchedulePorts {
  readonly schedules: ScheduleOversight;
}

/** Commands that show what runs by itself, and what did not, by `<noun> <verb>`. */
export const SCHEDULE_COMMANDS: Readonly<Record<string, Command<SchedulePorts>>> = {
  'schedule list': {
    options: [],
    optional: ['workspace'],
    async run({ schedules }, options) {
      const within = options.given('workspace') === undefined ? undefined : options.id('workspace', 'workspace');
      return (await schedules.schedules(within)).map(scheduleRow);
    },
  },
  'occurrence list': {
    options: ['state'],
    optional: ['schedule'],
    async run({ schedules }, options) {
      const state = options.oneOf('state', OCCURRENCE_STATES);
      const of = options.given('schedule') === undefined ? undefined : options.id('schedule', 'reportSchedule');
      return (await schedules.occurrences(state, of)).map(occurrenceRow);
    },
  },
};

function scheduleRow(schedule: OverseenSchedule): Row {
  return {
    report: schedule.report,
    organization: schedule.organization,
    workspace: schedule.workspace,
    owner: schedule.owner,
    schedule_id: schedule.scheduleId,
    workspace_id: schedule.workspaceId,
    ...(schedule.pauseReason !== '' && { paused: schedule.pauseReason }),
    ...(schedule.nextRunAt && { next_run_at: schedule.nextRunAt.toISOString() }),
    ...(schedule.overdueSeconds > 0 && { overdue_seconds: String(schedule.overdueSeconds) }),
    skipped_total: schedule.skippedTotal.toString(),
    ...(schedule.lastMissed && { last_missed: schedule.lastMissed.toISOString() }),
  };
}

function occurrenceRow(occurrence: OverseenOccurrence): Row {
  return {
    report: occurrence.report,
    workspace: occurrence.workspace,
    scheduled_for: occurrence.scheduledFor.toISOString(),
    state: occurrence.state,
    noticed_at: occurrence.createdAt.toISOString(),
    ...(occurrence.skippedCount > 0 && { skipped_count: String(occurrence.skippedCount) }),
    ...(occurrence.skippedFrom && { skipped_from: occurrence.skippedFrom.toISOString() }),
    ...(occurrence.skippedTo && { skipped_to: occurrence.skippedTo.toISOString() }),
    ...(occurrence.failureCode !== '' && { failure_code: occurrence.failureCode }),
    ...(occurrence.failureDetail !== '' && { failure_detail: occurrence.failureDetail }),
    occurrence_id: occurrence.occurrenceId,
    schedule_id: occurrence.scheduleId,
  };
}
