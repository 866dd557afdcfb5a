import type { Answer, Creation } from '../transport/answer.ts';
import type { CallOptions, CreationOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import { inWorkspace, type Place } from '../place.ts';
import { type ReportRuns, reportRunsOver } from './report-runs.ts';
import type { Transport } from '../transport/transport.ts';
import type { ReportCreate, ReportCreation, ReportDeletion, ReportUpdate, ReportV1 } from '../wire.ts';

/** The body that creates a report. Its idempotency key is an option of the call. */
export type NewReport = Omit<ReportCreate, 'idempotency_key'>;

/** `customer.reports.*`: saved questions answered durably. */
export interface Reports {
  /** The reports that the caller owns or receives, newest first. */
  list(options?: ListOptions): PagedList<ReportV1>;
  /** Creates a report and queues its first run. */
  create(report: NewReport, options?: CreationOptions): Promise<Creation<ReportCreation>>;
  get(reportId: string, options?: CallOptions): Promise<Answer<ReportV1>>;
  /**
   * Replaces name and recipients, if the report is still at `expected_revision`. With `expected_view_revision` it asks the
   * view as it is now, and its schedules with it.
   */
  update(reportId: string, report: ReportUpdate, options?: CallOptions): Promise<Answer<ReportV1>>;
  /** Removes the report and every run of it. */
  delete(reportId: string, options?: CallOptions): Promise<Answer<ReportDeletion>>;
  readonly runs: ReportRuns;
}

export function reportsOver(transport: Transport, place: Place): Reports {
  const at = (rp: string) => ({ org: place.organizationId, rp });
  return {
    list: ({ limit, cursor: first, ...options } = {}) =>
      pagedList(first, async (cursor) => {
        const query = { limit, 'page-token': cursor };
        const answer = await transport.ask('customer.reports.list', { ids: inWorkspace(place), query, options });
        const { data: items, ...rest } = answer;
        return { items, ...rest };
      }),
    create: async (body, options) =>
      transport.create('customer.reports.create', { ids: inWorkspace(place), body, options }),
    get: async (reportId, options) => transport.ask('customer.reports.get', { ids: at(reportId), options }),
    update: async (reportId, body, options) =>
      transport.ask('customer.reports.update', { ids: at(reportId), body, options }),
    delete: async (reportId, options) => transport.ask('customer.reports.delete', { ids: at(reportId), options }),
    runs: reportRunsOver(transport, place),
  };
}
