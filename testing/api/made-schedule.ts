import type { NewReportSchedule } from '../../clients/typescript/lane.ts';
import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { ReportScheduleUpdate, ReportScheduleV1 } from '../../contracts/schedules/report-schedule.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import { isInFlight } from '../../domain/schedules/report-occurrence.ts';
import type { InboxItemRecord } from '../../store/schedules/report-inbox-store.ts';
import type { ScheduleRecord } from '../../store/schedules/report-schedule-store.ts';
import { demoId, ORGANIZATION_ID, SUBJECTS, type SubjectName, WORKSPACE_ID } from './demo-ids.ts';
import { makeReport, type MadeReport } from './made-report.ts';

export const SCHEDULES_PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/report-schedules`;
export const INBOX_PATH = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/report-inbox`;

/** A daily cadence at 02:30 in Berlin. This local time does not exist on 29 March 2026. */
export const DAILY_IN_BERLIN = {
  mode: 'wall_clock',
  frequency: 'daily',
  local_time: '02:30',
  timezone: 'Europe/Berlin',
} as const;

/** A schedule of the owner's report, and its path. */
export interface MadeSchedule extends MadeReport {
  readonly schedule: ReportScheduleV1;
  readonly schedulePath: string;
}

/** The body that schedules a report. `change` may also be a change that the API refuses. */
export function makeScheduleBody(
  { report_id, revision }: ReportV1,
  change: Record<string, unknown> = {},
): NewReportSchedule {
  return {
    report_id,
    expected_report_revision: revision,
    cadence: DAILY_IN_BERLIN,
    recipient_subject_ids: [],
    ...change,
  };
}

/** The body that replaces a schedule with its own values, except for `change`. */
export function makeScheduleUpdate(
  { revision, cadence, recipient_subject_ids, paused }: ReportScheduleV1,
  change: Record<string, unknown> = {},
): ReportScheduleUpdate {
  return { expected_revision: revision, cadence, recipient_subject_ids, paused, ...change };
}

/** Creates a daily schedule that delivers to the owner and the analyst. Both can open the report. */
export async function makeSchedule(
  change: { report?: Parameters<typeof makeReport>[0]; body?: Record<string, unknown>; idempotencyKey?: string } = {},
): Promise<MadeSchedule> {
  const made = await makeReport(change.report);
  const recipients = { recipient_subject_ids: [SUBJECTS.owner, SUBJECTS.analyst] };
  const body = makeScheduleBody(made.report, { ...recipients, ...change.body });
  const { idempotencyKey } = change;
  const schedule = (await made.api.client().reportSchedules.create(body, { idempotencyKey })).data;
  return {
    ...made,
    schedule,
    schedulePath: `/organizations/${ORGANIZATION_ID}/report-schedules/${schedule.schedule_id}`,
  };
}

/**
 * Stores the schedule with a time zone that this process does not support. A process with a newer time-zone database
 * could store it.
 */
export function putInUnknownZone({ api, schedule }: MadeSchedule): ScheduleRecord {
  const { rows } = api.plane.scheduling;
  const stored = rows.get(schedule.schedule_id)!;
  const cadence = { ...stored.record.cadence, timezone: 'Europe/Atlantis' };
  const record = { ...stored.record, cadence, tzdb_version: '2099z' };
  rows.set(record.schedule_id, { ...stored, record });
  return record;
}

/** Stores an occurrence of the schedule in place of a dispatcher. The default is the occurrence of 28 February. */
export function putOccurrence(
  { api, schedule, run }: MadeSchedule,
  change: Partial<ReportOccurrenceV1> = {},
  number = 1,
): ReportOccurrenceV1 {
  const state = change.state ?? 'delivered';
  const scheduledFor = change.scheduled_for ?? '2026-02-28T01:30:00.000Z';
  const window = { from: new Date(Date.parse(scheduledFor) - 86_400_000).toISOString(), to: scheduledFor };
  const occurrence: ReportOccurrenceV1 = {
    occurrence_id: demoId('reportOccurrence', number),
    schedule_id: schedule.schedule_id,
    report_id: schedule.report_id,
    schedule_revision: '1',
    view_revision: '1',
    scheduled_for: scheduledFor,
    ...(state !== 'missed' && { window }),
    state,
    run_id: state === 'missed' || state === 'claimed' ? '' : run.run_id,
    failure_code: '',
    failure_detail: '',
    skipped_count: state === 'missed' ? 1 : 0,
    ...(state === 'missed' && { skipped_from: scheduledFor, skipped_to: scheduledFor }),
    delivered_count: 0,
    suppressed_count: 0,
    attempt: 0,
    created_at: scheduledFor,
    ...(!isInFlight(state) && { finished_at: scheduledFor }),
    ...change,
  };
  api.plane.scheduling.occurrences.set(occurrence.occurrence_id, occurrence);
  return occurrence;
}

/** Stores an item about the run of the report in a subject's inbox, with `change`. */
export function putItem(
  { api, schedule, report, run }: MadeSchedule,
  to: SubjectName,
  change: Partial<InboxItemRecord> = {},
  number = 1,
): InboxItemRecord {
  const item: InboxItemRecord = {
    delivery_id: demoId('delivery', number),
    organization_id: schedule.organization_id,
    workspace_id: schedule.workspace_id,
    event_type: 'report_delivered',
    source_kind: 'report_occurrence',
    source_id: demoId('reportOccurrence', number),
    report_id: report.report_id,
    run_id: run.run_id,
    schedule_id: schedule.schedule_id,
    delivered_at: '2026-02-28T01:31:00.000Z',
    read_at: null,
    ...change,
  };
  api.plane.scheduling.items.set(item.delivery_id, { item, recipient: SUBJECTS[to] });
  return item;
}
