import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import { availableValue, unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { formatRatio } from './decimal.ts';

/** Sums over requests, by `admitted_at`. */
type RequestSums = Pick<
  AdditiveSums,
  'admitted' | 'ended' | 'succeeded' | 'refused' | 'failed' | 'partial' | 'cancelled'
>;

/** Disjoint counts of requests by their ending; the last six add up to `observed`. */
export interface Completion {
  readonly observed: bigint;
  readonly completed: bigint;
  readonly refused: bigint;
  readonly failed: bigint;
  readonly partial: bigint;
  readonly cancelled: bigint;
  readonly pendingOrUnknown: bigint;
}

/** The counts of a group's requests by ending. A request without a terminal is pending. */
export function computeCompletion(sums: RequestSums): Completion {
  const { succeeded: completed, refused, failed, partial, cancelled } = sums;
  const observed = observedRequests(sums);
  const known = completed + refused + failed + partial + cancelled;
  return { observed, completed, refused, failed, partial, cancelled, pendingOrUnknown: observed - known };
}

/** The number of requests with an admission or a terminal. Terminals of old facts may have no admission. */
export function observedRequests({ admitted, ended }: Pick<AdditiveSums, 'admitted' | 'ended'>): bigint {
  // Stryker disable next-line EqualityOperator: of two equal counts either one is the larger.
  return admitted > ended ? admitted : ended;
}

/** A share of requests. With gaps, it has no number: a share can move either way, so it would not be a floor. */
export function shareValue(part: bigint, whole: bigint, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (gaps.length > 0) return unavailableValue('coverage_unknown');
  if (whole === 0n) return unavailableValue('denominator_zero');
  return availableValue(formatRatio(part, whole), 'ratio');
}
