import type { AdditiveFigure } from '../../../domain/insight/group-sums.ts';
import type { ProducedMetric } from '../../../domain/insight/metrics/define-metric.ts';

/** The figures about admissions and endings of requests, which every group shows for every question. */
const OF_EVERY_GROUP: readonly AdditiveFigure[] = [
  'admitted',
  'ended',
  'succeeded',
  'refused',
  'failed',
  'cancelled',
  'partial',
  'attempts',
  'effects',
];

/** The number of effects without the transitions of their prices. Values of facets are ordered by these counts. */
const OF_FACETS: readonly AdditiveFigure[] = ['priced', 'pending', 'unpriced', 'adjustments'];

/** The counts behind every amount. */
const OF_MONEY: readonly AdditiveFigure[] = [
  'priced',
  'pending',
  'unpriced',
  'estimated',
  'estimate_unknown',
  'adjustments',
];

/**
 * The sums that the groups of an answer need. Each column that a statement reads costs a quarter of a millisecond.
 * @param hasFacets true if the groups are values of facets
 */
export function listRequiredFigures(
  metrics: readonly Pick<ProducedMetric, 'sums' | 'money'>[],
  hasFacets: boolean,
): ReadonlySet<AdditiveFigure> {
  return new Set([
    ...OF_EVERY_GROUP,
    ...(hasFacets ? OF_FACETS : []),
    ...metrics.flatMap(({ sums, money }) => [...sums, ...(money ? OF_MONEY : [])]),
  ]);
}
