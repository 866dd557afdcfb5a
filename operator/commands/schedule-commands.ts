import { cadenceText } from '../../domain/schedules/cadence-text.ts';
import { OCCURRENCE_STATES } from '../../domain/schedules/report-occurrence.ts';
import type {
  OperatorOccurrence,
  OperatorSchedule,
  OperatorScheduleStore,
} from '../../store/schedules/operator-schedule-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { idOption, oneOf, optional } from './options.ts';

/** The ports of the schedule commands. */
export interface ScheduleCommandPorts {
  readonly schedules: OperatorScheduleStore;
}

/** Commands that show schedules and their missed runs, by `<noun> <verb>`. */
export const SCHEDULE_COMMANDS: Readonly<Record<string, Command<ScheduleCommandPorts>>> = {
  'schedule list': defineCommand({
    summary: 'lists schedules with cadence and zone: the longest overdue first, then paused ones with the reason',
    options: { workspace: optional(idOption('workspace')) },
    run: async ({ schedules }, { workspace }) => (await schedules.schedules(workspace)).map(scheduleRow),
  }),
  'occurrence list': defineCommand({
    summary: 'lists occurrences in one state, the newest instant first, with their errors',
    options: { state: oneOf(OCCURRENCE_STATES), schedule: optional(idOption('reportSchedule')) },
    run: async ({ schedules }, { state, schedule }) =>
      (await schedules.occurrences(state, schedule)).map(occurrenceRow),
  }),
};

function scheduleRow(schedule: OperatorSchedule): CommandRow {
  return {
    report: schedule.report,
    organization: schedule.organization,
    workspace: schedule.workspace,
    owner: schedule.owner,
    cadence: cadenceText(schedule.cadence),
    timezone: schedule.cadence.timezone ?? 'UTC',
    recipients: String(schedule.recipientCount),
    schedule_id: schedule.scheduleId,
    workspace_id: schedule.workspaceId,
    ...(schedule.pauseReason !== '' && { paused: schedule.pauseReason }),
    ...(schedule.pauseDetail !== '' && { paused_because: schedule.pauseDetail }),
    ...(schedule.nextRunAt && { next_run_at: schedule.nextRunAt.toISOString() }),
    ...(schedule.lastScheduledFor && { last_scheduled_for: schedule.lastScheduledFor.toISOString() }),
    ...(schedule.overdueSeconds > 0 && { overdue_seconds: String(schedule.overdueSeconds) }),
    skipped_total: schedule.skippedTotal.toString(),
    ...(schedule.lastMissed && { last_missed: schedule.lastMissed.toISOString() }),
  };
}

function occurrenceRow(occurrence: OperatorOccurrence): CommandRow {
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
