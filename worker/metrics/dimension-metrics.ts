import { Counter, Gauge, type Registry } from 'prom-client';
import { FOLDED_DIMENSIONS } from '../../analytics/indexer/folding/folded-dimension.ts';
import type { PlannedValues } from '../../analytics/indexer/folding/value-shares.ts';

/**
 * Creates the metrics of the values of dimensions, and returns the function that records a planned batch. Their label
 * is the dimension; no value and no tenant is a label.
 */
export function createDimensionMetrics(registry: Registry): (figures: PlannedValues) => void {
  const labels = { labelNames: ['dimension'] as const, registers: [registry] };
  const folded = new Counter({
    name: 'truetally_indexer_folded_events_total',
    help: 'Events of the batches that this process planned whose value of a dimension is folded, because their key has used its share of values. All tags are counted together.',
    ...labels,
  });
  const values = new Gauge({
    name: 'truetally_dimension_values',
    help: 'Values of a dimension on this UTC day, in the environment with the most, as this process last counted them. All tags are counted together.',
    ...labels,
  });
  // All series start at zero, so that the first increase is visible as one.
  for (const dimension of FOLDED_DIMENSIONS) folded.inc({ dimension }, 0);
  return (figures) => {
    for (const [dimension, events] of figures.folded) folded.inc({ dimension }, events);
    for (const [dimension, most] of figures.values) values.set({ dimension }, most);
  };
}
