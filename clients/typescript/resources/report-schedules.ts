import type { Answer, Creation } from '../transport/answer.ts';
import type { CallOptions, CreationOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import { inWorkspace, type Place } from '../place.ts';
import { type ReportOccurrences, reportOccurrencesOver } from './report-occurrences.ts';
import type { Transport } from '../transport/transport.ts';
import type {
  ReportScheduleCreate,
  ReportScheduleDeletion,
  ReportSchedulePreview,
  ReportSchedulePreviewQuery,
  ReportScheduleUpdate,
  ReportScheduleV1,
} from '../wire.ts';

/** The body that creates a schedule. Its idempotency key is an option of the call. */
export type NewReportSchedule = Omit<ReportScheduleCreate, 'idempotency_key'>;

/** `customer.report_schedules.*`: when reports run by themselves. */
export interface ReportSchedules {
  /**
   * When a cadence would run, oldest first; nothing is kept. An answer is cut after 1,000 instants: its `nextCursor` is
   * the `from` of the preview that goes on.
   */
  preview(question: ReportSchedulePreviewQuery, options?: CallOptions): Promise<Answer<ReportSchedulePreview>>;
  /** The schedules that the caller owns or receives, newest first. */
  list(options?: ListOptions): PagedList<ReportScheduleV1>;
  /** Schedules a report of the caller's. */
  create(schedule: NewReportSchedule, options?: CreationOptions): Promise<Creation<ReportScheduleV1>>;
  get(scheduleId: string, options?: CallOptions): Promise<Answer<ReportScheduleV1>>;
  /** Replaces all that can be edited, if the schedule is still at `expected_revision`. */
  update(scheduleId: string, schedule: ReportScheduleUpdate, options?: CallOptions): Promise<Answer<ReportScheduleV1>>;
  /** Takes the schedule away and stops what is in flight. What it ran and delivered stays. */
  delete(scheduleId: string, options?: CallOptions): Promise<Answer<ReportScheduleDeletion>>;
  /** What became of the instants of a schedule. */
  readonly occurrences: ReportOccurrences;
}

export function reportSchedulesOver(transport: Transport, place: Place): ReportSchedules {
  const at = (sch: string) => ({ org: place.organizationId, sch });
  return {
    preview: async (body, options) =>
      transport.ask('customer.report_schedules.preview', { ids: inWorkspace(place), body, options }),
    list: ({ limit, cursor: first, ...options } = {}) =>
      pagedList(first, async (cursor) => {
        const input = { ids: inWorkspace(place), query: { limit, cursor }, options };
        const { data: items, ...rest } = await transport.ask('customer.report_schedules.list', input);
        return { items, ...rest };
      }),
    create: async (body, options) =>
      transport.create('customer.report_schedules.create', { ids: inWorkspace(place), body, options }),
    get: async (scheduleId, options) =>
      transport.ask('customer.report_schedules.get', { ids: at(scheduleId), options }),
    update: async (scheduleId, body, options) =>
      transport.ask('customer.report_schedules.update', { ids: at(scheduleId), body, options }),
    delete: async (scheduleId, options) =>
      transport.ask('customer.report_schedules.delete', { ids: at(scheduleId), options }),
    occurrences: reportOccurrencesOver(transport, place),
  };
}
