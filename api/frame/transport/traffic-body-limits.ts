import { TRAFFIC_LIMITS } from '../../../contracts/ingest/received/traffic-limits.ts';
import type { BodyLimits } from './body-limits.ts';

/**
 * The limits of a body of traffic: the maximum number of events in one request, each with the members that other
 * formats add. Reading such a body takes a fraction of a second. Texts have no limit, because each event is checked
 * separately.
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
