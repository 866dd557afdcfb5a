import { observedRequests } from '../figures/completion.ts';
import type { CoverageEntry } from '../coverage.ts';
import { available, partial, unavailable, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUESTS } from './fact-count.ts';
import type { GroupFigures } from './group-figures.ts';

/** The protection that was recorded on the requests of a group. */
interface ProtectionCounts {
  /** Requests whose gateway recorded which components it selected. */
  readonly observed: bigint;
  /** All other requests of the group. */
  readonly unknown: bigint;
  /** Unique (request, component, phase) of which anything was recorded. */
  readonly recorded: bigint;
  /** The number of these whose newest evaluation was carried out. */
  readonly evaluated: bigint;
}

/**
 * `protection.v1`: detector evaluations. A request without a selected component is observed with 0 of them, so zero is
 * measured here. With other requests that are not observed, it is a floor. A record on a request whose ending states no
 * observation is a floor too.
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
