/** The ways in which traffic can arrive over the network. */
export const WAYS_IN = ['native', 'otlp', 'otlp_logs', 'litellm'] as const;
export type WayIn = (typeof WAYS_IN)[number];

/** The form of a body of traffic. */
export type TrafficForm = 'document' | 'lines' | 'protobuf';

/** A body of traffic, and what it is read as. */
export interface TrafficBody {
  readonly way: WayIn;
  readonly form: TrafficForm;
  readonly bytes: Uint8Array;
}
