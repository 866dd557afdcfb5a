import { observedRequests } from '../figures/completion.ts';
import type { CoverageEntry } from '../coverage.ts';
import { availableValue, partialValue, unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUEST_COUNT } from './fact-count.ts';
import type { GroupFigures } from './group-figures.ts';

/** The protection counts of a group of requests. */
interface ProtectionCounts {
  /** The number of requests for which the gateway recorded the selected components. */
  readonly observed: bigint;
  /** The number of all other requests of the group. */
  readonly unknown: bigint;
  /** The number of distinct (request, component, phase) with any record. */
  readonly recorded: bigint;
  /** The number of these whose newest evaluation was completed. */
  readonly evaluated: bigint;
}

/**
 * The value of `protection.v1`: the number of detector evaluations. A request without a selected component is observed
 * with 0 evaluations, so zero is a measurement. The value is a floor if some requests are not observed, or if there are
 * records on requests without any observation.
 */
export function protectionValue(counts: ProtectionCounts, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (counts.observed === 0n && counts.recorded === 0n) return unavailableValue('not_observed');
  const isPart = counts.unknown > 0n || counts.observed === 0n;
  const missing: CoverageEntry[] = isPart ? [...gaps, 'protection_observations_missing'] : [...gaps];
  return missing.length === 0
    ? availableValue(counts.evaluated, 'count')
    : partialValue(counts.evaluated, 'count', missing);
}

/** The protection counts of a group. */
export function protectionCounts({
  sums,
  protection: recorded,
}: Pick<GroupFigures, 'sums' | 'protection'>): ProtectionCounts {
  const observed = sums.protection_observed;
  const { evaluated, errors, notExecuted } = recorded;
  return {
    observed,
    unknown: observedRequests(sums) - observed,
    recorded: evaluated + errors + notExecuted,
    evaluated,
  };
}

export const protectionMetric = defineMetric({
  id: 'protection.v1',
  question: 'What did protection do?',
  unit: 'count',
  population: 'protection_evaluations',
  aggregation: 'count',
  missing: 'not_observed',
  number: 'Completed detector evaluations: at most one per request, component and phase.',
  facetPopulation: 'protection',
  sums: ['protection_observed'],
  basis: REQUEST_COUNT,
  value: (figures, { traffic }) => protectionValue(protectionCounts(figures), traffic),
});
