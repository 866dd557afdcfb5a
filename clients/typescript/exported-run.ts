import type { StreamedAnswer } from './transport/transport.ts';

/**
 * The format of an export: `json` is the `ReportRunOpenV1` that the caller may see; `csv` is its answer, with one row
 * per group and cell.
 */
export type ExportFormat = 'json' | 'csv';

export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const satisfies Record<
  ExportFormat,
  string
>;

/** An exported run: the bytes of a file, to be stored unchanged. */
export interface ExportedRun {
  readonly contentType: string;
  /** The header that proposes a file name. */
  readonly contentDisposition: string;
  readonly requestId: string;
  /**
   * The bytes, in the order of the file. The time-out of the call applies to each piece. A broken connection causes an
   * error, never a truncated file. Stop reading early to close the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The exported run of a streamed answer. */
export function exportedFrom({ headers, body }: StreamedAnswer): ExportedRun {
  return {
    contentType: headers.get('content-type') ?? '',
    contentDisposition: headers.get('content-disposition') ?? '',
    requestId: headers.get('x-request-id') ?? '',
    body,
  };
}
