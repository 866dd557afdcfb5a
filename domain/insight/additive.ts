import type { Unit, UnavailableReason } from './insight-sets.ts';
import type { CoverageEntry } from './coverage.ts';
import { available, partial, unavailable, type MeasuredValue } from './measured-value.ts';

interface AdditiveMeasure {
  readonly number: bigint;
  readonly unit: Unit;
  /** Size of the population that the number was summed over. */
  readonly known: bigint;
  /** The gaps that the number leaves out. */
  readonly missing: readonly CoverageEntry[];
  /** The reason for no number if something is missing and nothing is known; `coverage_unknown` unless set. */
  readonly otherwise?: UnavailableReason;
}

/**
 * The state of a count or sum: complete if nothing is missing, a floor if something is. It has no number if something
 * is missing and nothing is known, because a floor of zero would be read as a measured zero.
 */
export function additive(measure: AdditiveMeasure): MeasuredValue {
  if (measure.missing.length === 0) return available(measure.number, measure.unit);
  if (measure.known <= 0n) return unavailable(measure.otherwise ?? 'coverage_unknown');
  return partial(measure.number, measure.unit, measure.missing);
}
