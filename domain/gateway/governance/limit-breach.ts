import type { Limit, LimitRefusalType, LimitUnit } from './limit.ts';

/** Why a limit refuses a request. */
export type BreachType = LimitRefusalType | 'quota_cost_unfittable' | 'enforcement_unavailable';

/** The one value that body, headers and row of a refusal by a limit are made of. */
export interface LimitBreach {
  readonly type: BreachType;
  readonly limitId: string;
  /** Whose requests it limits, such as `team:search`. */
  readonly node: string;
  readonly unit: LimitUnit;
  /** What is used or reserved, or what the request alone needs where it can never fit; undefined where nobody can say. */
  readonly observed: number | undefined;
  readonly limit: number;
  /** By how much one process may refuse too early: what it holds in advance. */
  readonly bound: number;
  /** When the window ends, in Unix milliseconds; undefined where there is none. */
  readonly resetsAt: number | undefined;
}

/** The breach of a limit, by what was seen of it. */
export function breachOf(
  limit: Limit,
  seen: Pick<LimitBreach, 'type' | 'node' | 'observed' | 'resetsAt'>,
): LimitBreach {
  return { limitId: limit.id, unit: limit.unit, limit: limit.most, bound: limit.chunk, ...seen };
}

/** When nothing better is known: a call that ends makes room for another, and Postgres comes back. */
const RETRY_SECONDS = { concurrency: 1, unreachable: 10 } as const;

/** Whole seconds until another try may be of use, at least one. */
export function retryAfterSeconds({ type, resetsAt }: LimitBreach, nowMs: number): number {
  if (type === 'enforcement_unavailable') return RETRY_SECONDS.unreachable;
  if (resetsAt === undefined) return RETRY_SECONDS.concurrency;
  return Math.max(1, Math.ceil((resetsAt - nowMs) / 1_000));
}

/** What a refusal says of its limit beside its type; money in US dollars, what is not known null. */
export interface RefusedByLimit {
  readonly id: string;
  readonly node: string;
  readonly unit: 'requests' | 'tokens' | 'usd' | 'calls';
  readonly observed: number | null;
  readonly limit: number;
  readonly bound: number;
  /** RFC 3339. */
  readonly resets_at: string | null;
}

export function refusedByLimit({ limitId, node, unit, observed, limit, bound, resetsAt }: LimitBreach): RefusedByLimit {
  const shown = (amount: number): number => (unit === 'nano_usd' ? amount / 1e9 : amount);
  return {
    id: limitId,
    node,
    unit: unit === 'nano_usd' ? 'usd' : unit,
    observed: observed === undefined ? null : shown(observed),
    limit: shown(limit),
    bound: shown(bound),
    resets_at: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
  };
}
