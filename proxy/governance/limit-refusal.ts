import { serializeList } from 'structured-headers';
import {
  refusedByLimit,
  retryAfterSeconds,
  type BreachType,
  type LimitBreach,
} from '../../domain/gateway/governance/limit-breach.ts';
import { refusal, type GatewayError } from '../call/refusal.ts';

const MESSAGES: Readonly<Record<BreachType, string>> = {
  rate_limited: 'lets no more requests through in this minute.',
  quota_exhausted: 'is used up.',
  budget_exceeded: 'has no room for what this call can cost.',
  concurrency_exceeded: 'has as many calls on their way as it lets through.',
  quota_cost_unfittable: 'is smaller than what this call can come to: ask for fewer tokens.',
  enforcement_unavailable: 'cannot be held at the moment, and lets nothing through meanwhile: try again shortly.',
};

/** Official clients of providers wait in silence for as long as they are told to, were it a month; beyond this, people are to learn of it. */
const LONGEST_WAIT_SECONDS = 60;

/** The error that a request gets which a limit refuses: headers, body and row say the same. */
export function limitRefusal(breach: LimitBreach, nowMs: number): GatewayError {
  const { type, limitId, limit } = breach;
  const seconds = retryAfterSeconds(breach, nowMs);
  const isQuota = type !== 'enforcement_unavailable';
  return {
    ...refusal(type, `The limit ${limitId} ${MESSAGES[type]}`),
    retryAfterSeconds: seconds,
    refusedBy: refusedByLimit(breach),
    headers: {
      'x-tt-refused-by': limitId,
      ...(isQuota && { ratelimit: limitField(limitId, { r: 0, t: seconds }) }),
      // The clients of Anthropic and OpenAI go by it.
      ...((seconds > LONGEST_WAIT_SECONDS || type === 'quota_cost_unfittable') && { 'x-should-retry': 'false' }),
      // A cap on calls on their way is the one quota that a client can plan by.
      ...(type === 'concurrency_exceeded' && { 'ratelimit-policy': limitField(limitId, { q: limit }) }),
    },
  };
}

/** A structured field (RFC 9651): a list of the id of a limit, with whole numbers beside. */
export function limitField(limitId: string, parameters: Readonly<Record<string, number>>): string {
  return serializeList([[limitId, new Map(Object.entries(parameters))]]);
}

/** What the row of a refused request notes of its limit, by name. */
export function notedRefusal({ refusedBy }: GatewayError): Readonly<Record<string, string>> {
  if (refusedBy === undefined) return {};
  return Object.fromEntries(
    Object.entries(refusedBy)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [`refused_by_limit.${name}`, String(value)]),
  );
}
