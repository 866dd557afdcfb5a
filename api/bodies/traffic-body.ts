/** The formats in which traffic can arrive over the network. */
export const INGEST_FORMATS = ['native', 'otlp', 'otlp_logs', 'litellm'] as const;
export type IngestFormat = (typeof INGEST_FORMATS)[number];

/** The form of a body of traffic. */
export type TrafficForm = 'document' | 'lines' | 'protobuf';

/** A body of traffic, with the format and the form in which it is read. */
export interface TrafficBody {
  readonly way: IngestFormat;
  readonly form: TrafficForm;
  readonly bytes: Uint8Array;
}
