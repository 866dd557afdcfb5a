import type { Creation } from '../transport/answer.ts';
import type { CreationOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import type { Place } from '../place.ts';
import type { Transport } from '../transport/transport.ts';
import type { ReportOccurrenceV1, ReportRunV1 } from '../wire.ts';

/** `customer.report_schedules.occurrences`, and what can be done about one. */
export interface ReportOccurrences {
  /** What became of the instants of a schedule, newest first. */
  (scheduleId: string, options?: ListOptions): PagedList<ReportOccurrenceV1>;
  /** Runs the report over the window of an occurrence that was missed or failed. Nothing is delivered. */
  rerun(scheduleId: string, occurrenceId: string, options?: CreationOptions): Promise<Creation<ReportRunV1>>;
}

export function reportOccurrencesOver(transport: Transport, { organizationId: org }: Place): ReportOccurrences {
  const list = (sch: string, { limit, cursor: first, ...options }: ListOptions = {}): PagedList<ReportOccurrenceV1> =>
    pagedList(first, async (cursor) => {
      const input = { ids: { org, sch }, query: { limit, cursor }, options };
      const { data: items, ...rest } = await transport.ask('customer.report_schedules.occurrences', input);
      return { items, ...rest };
    });
  return Object.assign(list, {
    rerun: async (sch: string, occ: string, options?: CreationOptions) =>
      transport.create('customer.report_schedules.occurrences.rerun', { ids: { org, sch, occ }, options }),
  });
}
