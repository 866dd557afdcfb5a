import { additive } from './additive.ts';
import type { CoverageEntry } from './coverage.ts';
import { unavailable, type MeasuredValue } from './measured-value.ts';

/**
 * `release_annotations.v1`: release markers of the span. While nothing of the control plane was ever indexed, nobody
 * knows whether there is any.
 */
export function releaseAnnotationsValue(
  markers: bigint,
  isProducerIndexed: boolean,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  if (!isProducerIndexed) return unavailable('coverage_unknown');
  return additive({ number: markers, unit: 'marker', known: markers, missing: gaps });
}
