import { TRAFFIC_LIMITS } from '../../../contracts/ingest/received/traffic-limits.ts';
import type { BodyLimits } from './body-limits.ts';

/**
 * What a body of traffic may hold: as many events as one request brings in, each with what other formats put around them.
 * Reading it to the end takes a fraction of a second; texts are as long as they are, since each event is looked at by itself.
 */
export const TRAFFIC_BODY_LIMITS = {
  bytes: TRAFFIC_LIMITS.bytes,
  depth: 64,
  items: TRAFFIC_LIMITS.events,
  members: 1_000,
  values: 500_000,
  text: TRAFFIC_LIMITS.bytes,
  storable: false,
} as const satisfies BodyLimits & { readonly bytes: number };
