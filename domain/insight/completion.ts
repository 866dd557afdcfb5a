import type { CoverageEntry } from './coverage.ts';
import { ratio } from './decimal.ts';
import { additive } from './additive.ts';
import { available, unavailable, type MeasuredValue } from './value.ts';

/** Sums over the requests of one purpose, all by `admitted_at`. */
export interface RequestSums {
  readonly admitted: bigint;
  readonly succeeded: bigint;
  readonly refused: bigint;
  readonly failed: bigint;
  readonly cancelled: bigint;
  readonly partial: bigint;
  /** Terminals whose status the gateway could not tell. */
  readonly unknown: bigint;
}

/** Disjoint counts of how requests ended; the last six add up to `observed`. */
export interface Completion {
  readonly observed: bigint;
  readonly completed: bigint;
  readonly refused: bigint;
  readonly failed: bigint;
  readonly partial: bigint;
  readonly cancelled: bigint;
  readonly pendingOrUnknown: bigint;
}

/**
 * How the requests of a window ended. A request without a terminal is pending. A terminal proves its request too, so a
 * window in which admissions are missing is counted by its terminals: still a floor, and the counts still add up.
 */
export function completionOf(sums: RequestSums): Completion {
  const { succeeded: completed, refused, failed, partial, cancelled } = sums;
  const ended = completed + refused + failed + partial + cancelled;
  const observed = sums.admitted > ended + sums.unknown ? sums.admitted : ended + sums.unknown;
  return { observed, completed, refused, failed, partial, cancelled, pendingOrUnknown: observed - ended };
}

/** `requests.v1`: requests admitted in the window. */
export function requestsValue(completion: Completion, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additive({ number: completion.observed, unit: 'count', known: completion.observed, missing: gaps });
}

/** `outcomes.v1`: requests of the window that are known to have ended, in whatever way. */
export function outcomesValue(completion: Completion, gaps: readonly CoverageEntry[]): MeasuredValue {
  const ended = completion.observed - completion.pendingOrUnknown;
  return additive({ number: ended, unit: 'count', known: completion.observed, missing: gaps });
}

/**
 * `completion_rate.v1`: succeeded over admitted requests. A ratio over a population with a gap can move either way, so
 * it is no floor and has no number.
 */
export function completionRateValue(completion: Completion, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (gaps.length > 0) return unavailable('coverage_unknown');
  if (completion.observed === 0n) return unavailable('denominator_zero');
  return available(ratio(completion.completed, completion.observed), 'ratio');
}
