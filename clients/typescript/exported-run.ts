import type { StreamedAnswer } from './transport/transport.ts';

/** `json` is the `ReportRunOpenV1` of the caller; `csv` its answer, one row per group and cell. */
export type ExportFormat = 'json' | 'csv';

export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv' } as const satisfies Record<
  ExportFormat,
  string
>;

/** An exported run: bytes as they are to be kept. */
export interface ExportedRun {
  readonly contentType: string;
  /** Names the file that the service proposes. */
  readonly contentDisposition: string;
  readonly requestId: string;
  /**
   * The bytes in the order of the file. Each piece has the call's time-out to arrive; a broken connection is an error,
   * never a short file. Stop early to close the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A download as its caller is given it. */
export function exportedFrom({ headers, body }: StreamedAnswer): ExportedRun {
  return {
    contentType: headers.get('content-type') ?? '',
    contentDisposition: headers.get('content-disposition') ?? '',
    requestId: headers.get('x-request-id') ?? '',
    body,
  };
}
