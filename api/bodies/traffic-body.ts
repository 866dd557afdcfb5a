/** The formats in which traffic can arrive over the network. */
export const WAYS_IN = ['native', 'otlp', 'otlp_logs', 'litellm'] as const;
export type WayIn = (typeof WAYS_IN)[number];

/** The form of a body of traffic. */
export type TrafficForm = 'document' | 'lines' | 'protobuf';

/** A body of traffic, with the format and the form in which it is read. */
export interface TrafficBody {
  readonly way: WayIn;
  readonly form: TrafficForm;
  readonly bytes: Uint8Array;
}
