import { observedRequests } from '../figures/completion.ts';
import type { CoverageEntry } from '../coverage.ts';
import { available, partial, unavailable, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUESTS } from './fact-count.ts';
import type { GroupFigures } from './group-figures.ts';

/** What protection recorded on the requests of a group. */
interface ProtectionCounts {
  /** Requests whose gateway recorded which components it selected. */
  readonly observed: bigint;
  /** All other requests of the group. */
  readonly unknown: bigint;
  /** Unique (request, component, phase) of which anything was recorded. */
  readonly recorded: bigint;
  /** Of these the ones whose newest evaluation was carried out. */
  readonly evaluated: bigint;
}

/**
 * `protection.v1`: detector evaluations. A request on which no component was selected is observed with none of them,
 * so that zero is measured here, and beside requests without an observation it is a floor. So is what was recorded on requests
 * whose ending does not say that anybody looked.
 */
export function protectionValue(counts: ProtectionCounts, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (counts.observed === 0n && counts.recorded === 0n) return unavailable('not_observed');
  const isPart = counts.unknown > 0n || counts.observed === 0n;
  const missing: CoverageEntry[] = isPart ? [...gaps, 'protection_observations_missing'] : [...gaps];
  return missing.length === 0 ? available(counts.evaluated, 'count') : partial(counts.evaluated, 'count', missing);
}

/** The requests of a group that protection was observed on, and the others. */
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

export const protection = defineMetric({
  id: 'protection.v1',
  question: 'What did protection do?',
  unit: 'count',
  population: 'protection_evaluations',
  aggregation: 'count',
  missing: 'not_observed',
  number: 'Detector evaluations that were carried out, one per request, component and phase.',
  facetPopulation: 'protection',
  sums: ['protection_observed'],
  basis: REQUESTS,
  value: (figures, { traffic }) => protectionValue(protectionCounts(figures), traffic),
});
