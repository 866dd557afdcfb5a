import { COUNTED_UNITS, LIMIT_REFUSALS, type LimitUnit } from './limit-kind.ts';
import type { Limit } from './limit.ts';

/** The refusals by limits: those of each kind, and two that any limit can cause. */
export const BREACHES = {
  ...LIMIT_REFUSALS,
  quota_cost_unfittable: {
    message: 'is too small for this call in any window. Lower `max_tokens`, or shorten the request.',
    statesPolicy: false,
  },
  enforcement_unavailable: {
    message: 'cannot be checked at the moment, so no call is accepted. Try again in a few seconds.',
    statesPolicy: false,
  },
} as const;

export type BreachType = keyof typeof BREACHES;
export const BREACH_TYPES = Object.keys(BREACHES) as readonly BreachType[];

/** The data from which the body, the headers and the row of a refusal are built. */
export interface LimitBreach {
  readonly type: BreachType;
  readonly limitId: string;
  /** The node that the limit applies to, such as `team:search`. */
  readonly node: string;
  readonly unit: LimitUnit;
  /**
   * The used or reserved amount; the need of the request alone if it can never fit; undefined if the amount is unknown.
   */
  readonly observed: number | undefined;
  readonly limit: number;
  /** The amount by which a process may refuse too early: the amount that it leases in advance. */
  readonly bound: number;
  /** The end of the window in Unix milliseconds; undefined if the limit has no window. */
  readonly resetsAt: number | undefined;
}

/** The breach of a limit with the observed values. */
export function createLimitBreach(
  limit: Limit,
  seen: Pick<LimitBreach, 'type' | 'node' | 'observed' | 'resetsAt'>,
): LimitBreach {
  return { limitId: limit.id, unit: limit.unit, limit: limit.max, bound: limit.chunk, ...seen };
}

/** The default seconds before a retry: until a call in flight ends, or until Postgres is reachable again. */
const RETRY_SECONDS = { concurrency: 1, unreachable: 10 } as const;

/** The whole seconds until a retry may succeed, at least 1. */
export function retryAfterSeconds({ type, resetsAt }: LimitBreach, nowMs: number): number {
  if (type === 'enforcement_unavailable') return RETRY_SECONDS.unreachable;
  if (resetsAt === undefined) return RETRY_SECONDS.concurrency;
  return Math.max(1, Math.ceil((resetsAt - nowMs) / 1_000));
}

/** The description of a limit in a refusal, without the type. Money is in US dollars; unknown values are null. */
export interface BreachDescription {
  readonly id: string;
  readonly node: string;
  readonly unit: (typeof COUNTED_UNITS)[LimitUnit]['shownAs'];
  readonly observed: number | null;
  readonly limit: number;
  readonly bound: number;
  /** The end of the window in RFC 3339. */
  readonly resets_at: string | null;
}

export function describeBreach({
  limitId,
  node,
  unit,
  observed,
  limit,
  bound,
  resetsAt,
}: LimitBreach): BreachDescription {
  const { shownAs, isMoney } = COUNTED_UNITS[unit];
  const shown = (amount: number): number => (isMoney ? amount / 1e9 : amount);
  return {
    id: limitId,
    node,
    unit: shownAs,
    observed: observed === undefined ? null : shown(observed),
    limit: shown(limit),
    bound: shown(bound),
    resets_at: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
  };
}
