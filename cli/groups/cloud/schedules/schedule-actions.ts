import type { Cadence, ReportScheduleDeletion, ReportScheduleV1 } from '../../../../clients/typescript/wire.ts';
import { cadenceText } from '../../../../domain/schedules/cadence-text.ts';
import type { Cadence as KnownCadence } from '../../../../domain/schedules/cadence.ts';
import type { Screen } from '../../../output/screen.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, editOf, type BodyValues, type EditValues } from '../lane/body-of.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';
import { cadenceFrom, type CadenceValues } from './cadence-flags.ts';

interface CreateValues extends LaneFlags, CadenceValues, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly report: string | undefined;
  readonly 'expected-report-revision': string | undefined;
  readonly recipient: readonly string[];
  readonly paused: boolean;
  readonly 'idempotency-key': string | undefined;
}

interface UpdateValues extends LaneFlags, CadenceValues, EditValues {
  readonly 'management-key-stdin': boolean;
  readonly 'expected-revision': string;
  readonly recipient: readonly string[];
  readonly paused: boolean;
}

export const listSchedules = listAction<ReportScheduleV1, LaneFlags & PageValues>({
  operation: 'customer.report_schedules.list',
  columns: [
    { title: 'STATE', cell: stateText },
    { title: 'CADENCE', canShrink: true, cell: ({ cadence }) => zonedCadence(cadence) },
    { title: 'SCHEDULE', cell: ({ schedule_id: id }) => id },
    { title: 'REPORT', cell: ({ report_id: id }) => id },
    { title: 'NEXT RUN', cell: ({ next_run_at: at }) => localTime(at) },
  ],
  empty: 'There are no schedules. tt cloud report schedule create makes one for a report.',
});

export const getSchedule = recordAction<ReportScheduleV1, LaneFlags>({
  operation: 'customer.report_schedules.get',
  ids: ['sch'],
  text: scheduleText,
  notes: warningsOf,
});

export const createSchedule = recordAction<ReportScheduleV1, CreateValues>({
  operation: 'customer.report_schedules.create',
  body: (context, { flags }) =>
    bodyOf(context, flags, (need) => ({
      report_id: need('report', flags.report),
      expected_report_revision: need('expected-report-revision', flags['expected-report-revision']),
      cadence: cadenceFrom(flags, need),
      recipient_subject_ids: flags.recipient,
      paused: flags.paused,
    })),
  text: scheduleText,
  notes: warningsOf,
});

export const updateSchedule = recordAction<ReportScheduleV1, UpdateValues>({
  operation: 'customer.report_schedules.update',
  ids: ['sch'],
  body: (context, { flags }) =>
    editOf(context, flags, { member: 'expected_revision', revision: flags['expected-revision'] }, (need) => ({
      cadence: cadenceFrom(flags, need),
      recipient_subject_ids: flags.recipient,
      paused: flags.paused,
    })),
  text: scheduleText,
  notes: warningsOf,
});

export const deleteSchedule = recordAction<ReportScheduleDeletion, LaneFlags>({
  operation: 'customer.report_schedules.delete',
  ids: ['sch'],
  question: ({ args: [id = ''] }) => `Delete the schedule ${id}?`,
  text: ({ schedule_id: id, occurrences_cancelled: cancelled }) =>
    `The schedule ${id} is deleted, and ${cancelled} occurrences are cancelled.`,
});

function stateText({
  execution_state: state,
  pause_reason: reason,
  unavailable_reasons: parts,
}: ReportScheduleV1): string {
  const causes = [reason, ...parts].filter((cause) => cause !== '');
  return causes.length === 0 ? state : `${state}: ${causes.join(', ')}`;
}

/** A cadence with its zone. The wire has one type for all cadences, and the service stores only consistent ones. */
function zonedCadence(cadence: Cadence): string {
  const { timezone } = cadence;
  return `${cadenceText(cadence as KnownCadence)}${timezone === undefined ? '' : `, ${timezone}`}`;
}

function warningsOf({ warnings = [] }: ReportScheduleV1): string[] {
  return warnings.map(({ pointer, detail }) => `Warning about ${pointer}: ${detail}`);
}

function scheduleText(schedule: ReportScheduleV1, screen: Screen): string {
  return recordText(
    [
      ['state', stateText(schedule)],
      ['cadence', zonedCadence(schedule.cadence)],
      ['schedule', schedule.schedule_id],
      ['report', schedule.report_id],
      ['recipients', schedule.recipient_subject_ids.join(', ') || 'nobody'],
      ['revision', schedule.revision],
      ['next runs', schedule.next_occurrences.map(({ local }) => local).join(', ') || '-'],
      ['last run', localTime(schedule.last_scheduled_for)],
      ['skipped', String(schedule.skipped_total)],
      ['owner', schedule.owner],
    ],
    screen,
  );
}
