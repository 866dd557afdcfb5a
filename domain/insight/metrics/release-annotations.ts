import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import { unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { MARKER_COUNT } from './fact-count.ts';

/**
 * The value of `release_annotations.v1`: the number of release markers in the span. It is unknown until lines of the
 * control plane are indexed.
 */
export function releaseAnnotationsValue(
  markers: bigint,
  isProducerIndexed: boolean,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  if (!isProducerIndexed) return unavailableValue('coverage_unknown');
  return additiveValue({ number: markers, unit: 'marker', known: markers, missing: gaps });
}

export const releaseAnnotationsMetric = defineMetric({
  id: 'release_annotations.v1',
  question: 'Which releases changed in the window?',
  unit: 'marker',
  population: 'release_markers',
  aggregation: 'list',
  missing: 'coverage_unknown',
  number: 'Release markers of the scope in the window. The shape markers lists them.',
  facetPopulation: 'release_markers',
  basis: MARKER_COUNT,
  value: ({ markers }, { lastIndexedAt, controlPlane }) =>
    releaseAnnotationsValue(markers, lastIndexedAt.control_plane_outbox !== undefined, controlPlane),
});
