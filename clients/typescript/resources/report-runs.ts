import type { Answer, Creation } from '../transport/answer.ts';
import type { CallOptions, CreationOptions, ListOptions } from '../call-options.ts';
import { type PagedList, pagedList } from '../paged-list.ts';
import type { Place } from '../place.ts';
import type { StreamedAnswer, Transport } from '../transport/transport.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../wire.ts';

/** `json` is the `ReportRunOpenV1` of the caller; `csv` its answer, one row per group and cell. */
export type ExportFormat = 'json' | 'csv';

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const satisfies Record<ExportFormat, string>;

/** An exported run: bytes as they are to be kept. */
export interface ExportedRun {
  readonly contentType: string;
  /** Names the file that the service proposes. */
  readonly contentDisposition: string;
  readonly requestId: string;
  /**
   * The bytes in the order of the file. Each piece has the call's time-out to arrive; a broken connection is an error,
   * never a short file. Whoever stops early closes the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** `customer.reports.runs.*` */
export interface ReportRuns {
  /** The runs of a report that exist for the caller, newest first, without their answers. */
  list(reportId: string, options?: ListOptions): PagedList<ReportRunV1>;
  /** Runs the report again, over a new window. */
  create(reportId: string, options?: CreationOptions): Promise<Creation<ReportRunV1>>;
  /** The run, with its answer once it is ready or partial. */
  get(reportId: string, runId: string, options?: CallOptions): Promise<Answer<ReportRunOpenV1>>;
  cancel(reportId: string, runId: string, options?: CallOptions): Promise<Answer<ReportRunV1>>;
  export(reportId: string, runId: string, format: ExportFormat, options?: CallOptions): Promise<ExportedRun>;
  /** The same table as `export` gives as `csv`. */
  exportCsv(reportId: string, runId: string, options?: CallOptions): Promise<ExportedRun>;
}

export function reportRunsOver(transport: Transport, { organizationId: org }: Place): ReportRuns {
  return {
    list: (rp, { limit, cursor: first, ...options } = {}) =>
      pagedList(first, async (cursor) => {
        const input = { ids: { org, rp }, query: { limit, cursor }, options };
        const { data: items, ...rest } = await transport.ask('customer.reports.runs.list', input);
        return { items, ...rest };
      }),
    create: async (rp, options) => transport.create('customer.reports.runs.create', { ids: { org, rp }, options }),
    get: async (rp, run, options) => transport.ask('customer.reports.runs.get', { ids: { org, rp, run }, options }),
    cancel: async (rp, run, options) =>
      transport.ask('customer.reports.runs.cancel', { ids: { org, rp, run }, options }),
    export: async (rp, run, format, options) => {
      const input = { ids: { org, rp, run }, query: { format }, options };
      return exportedFrom(await transport.stream('customer.reports.runs.export', MEDIA_TYPES[format], input));
    },
    exportCsv: async (rp, run, options) => {
      const input = { ids: { org, rp, run }, options };
      return exportedFrom(await transport.stream('customer.reports.runs.export_csv', MEDIA_TYPES.csv, input));
    },
  };
}

function exportedFrom({ headers, body }: StreamedAnswer): ExportedRun {
  return {
    contentType: headers.get('content-type') ?? '',
    contentDisposition: headers.get('content-disposition') ?? '',
    requestId: headers.get('x-request-id') ?? '',
    body,
  };
}
