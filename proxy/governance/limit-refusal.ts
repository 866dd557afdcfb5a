import { serializeList } from 'structured-headers';
import {
  BREACHES,
  describeBreach,
  retryAfterSeconds,
  type LimitBreach,
} from '../../domain/gateway/governance/limit-breach.ts';
import { governanceRefusal, type GatewayError } from '../call/gateway-error.ts';
import { toRefusingLimit } from './to-refusing-limit.ts';

/**
 * The longest wait that clients are asked for, in seconds. Official clients of providers wait silently for any time,
 * even a month; beyond this limit, people should see the refusal.
 */
const MAX_WAIT_SECONDS = 60;

/** The error for a request that a limit refuses. Its headers, its body and the row state the same facts. */
export function limitRefusal(breach: LimitBreach, nowMs: number): GatewayError {
  const { type, limitId, limit } = breach;
  const { message, statesPolicy } = BREACHES[type];
  const seconds = retryAfterSeconds(breach, nowMs);
  const isQuota = type !== 'enforcement_unavailable';
  return {
    ...governanceRefusal(type, `The limit ${limitId} ${message}`),
    retryAfterSeconds: seconds,
    refusedBy: describeBreach(breach),
    refusingLimit: toRefusingLimit(breach),
    headers: {
      'x-tt-refused-by': limitId,
      ...(isQuota && { ratelimit: limitField(limitId, { r: 0, t: seconds }) }),
      // The clients of Anthropic and OpenAI follow this header.
      ...((seconds > MAX_WAIT_SECONDS || type === 'quota_cost_unfittable') && { 'x-should-retry': 'false' }),
      ...(statesPolicy && { 'ratelimit-policy': limitField(limitId, { q: limit }) }),
    },
  };
}

/** A structured field (RFC 9651): a list with the id of a limit, and whole numbers as its parameters. */
export function limitField(limitId: string, parameters: Readonly<Record<string, number>>): string {
  return serializeList([[limitId, new Map(Object.entries(parameters))]]);
}

/** The annotations of a refused request about the limit that refused it, by name. */
export function refusalAnnotations({ refusedBy }: GatewayError): Readonly<Record<string, string>> {
  if (refusedBy === undefined) return {};
  return Object.fromEntries(
    Object.entries(refusedBy)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [`refused_by_limit.${name}`, String(value)]),
  );
}
