import type { Unit, UnavailableReason } from './insight-sets.ts';
import type { CoverageEntry } from './coverage.ts';
import { availableValue, partialValue, unavailableValue, type MeasuredValue } from './measured-value.ts';

interface AdditiveMeasure {
  readonly number: bigint;
  readonly unit: Unit;
  /** The size of the population of the sum. */
  readonly known: bigint;
  /** The gaps that the number does not include. */
  readonly missing: readonly CoverageEntry[];
  /** The reason if there are gaps and the population is empty; `coverage_unknown` unless set. */
  readonly otherwise?: UnavailableReason;
}

/**
 * The state of a count or a sum: complete without gaps, otherwise a floor. With gaps and an empty population it has no
 * number, because a floor of zero would look like a measured zero.
 */
export function additiveValue(measure: AdditiveMeasure): MeasuredValue {
  if (measure.missing.length === 0) return availableValue(measure.number, measure.unit);
  if (measure.known <= 0n) return unavailableValue(measure.otherwise ?? 'coverage_unknown');
  return partialValue(measure.number, measure.unit, measure.missing);
}
