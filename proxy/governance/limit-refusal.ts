import { serializeList } from 'structured-headers';
import {
  BREACHES,
  refusedByLimit,
  retryAfterSeconds,
  type LimitBreach,
} from '../../domain/gateway/governance/limit-breach.ts';
import { governanceRefusal, type GatewayError } from '../call/gateway-error.ts';

/**
 * Seconds of the longest wait that clients are asked for. Official clients of providers wait silently for any time,
 * even a month; beyond this limit, people should see the refusal.
 */
const MAX_WAIT_SECONDS = 60;

/** The error that a request gets which a limit refuses: headers, body and row say the same. */
export function limitRefusal(breach: LimitBreach, nowMs: number): GatewayError {
  const { type, limitId, limit } = breach;
  const { message, statesPolicy } = BREACHES[type];
  const seconds = retryAfterSeconds(breach, nowMs);
  const isQuota = type !== 'enforcement_unavailable';
  return {
    ...governanceRefusal(type, `The limit ${limitId} ${message}`),
    retryAfterSeconds: seconds,
    refusedBy: refusedByLimit(breach),
    headers: {
      'x-tt-refused-by': limitId,
      ...(isQuota && { ratelimit: limitField(limitId, { r: 0, t: seconds }) }),
      // The clients of Anthropic and OpenAI go by it.
      ...((seconds > MAX_WAIT_SECONDS || type === 'quota_cost_unfittable') && { 'x-should-retry': 'false' }),
      ...(statesPolicy && { 'ratelimit-policy': limitField(limitId, { q: limit }) }),
    },
  };
}

/** A structured field (RFC 9651): a list of the id of a limit, with whole numbers as parameters. */
export function limitField(limitId: string, parameters: Readonly<Record<string, number>>): string {
  return serializeList([[limitId, new Map(Object.entries(parameters))]]);
}

/** The annotations of a refused request about its limit, by name. */
export function refusalAnnotations({ refusedBy }: GatewayError): Readonly<Record<string, string>> {
  if (refusedBy === undefined) return {};
  return Object.fromEntries(
    Object.entries(refusedBy)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [`refused_by_limit.${name}`, String(value)]),
  );
}
