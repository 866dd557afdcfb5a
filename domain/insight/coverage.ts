import { PRODUCER_CLASSES, type ProducerClass } from '../insight-sets.ts';

/**
 * Everything that can make a value a floor:
 * - `ingest_gap:<producer class>`: traffic of the window is known to be missing from that producer;
 * - `unpriced_population`: cost effects without a price, which a sum of money leaves out;
 * - `usage_unknown`: attempts whose token usage nobody reported, which a sum of tokens leaves out;
 * - `protection_observations_missing`: requests whose gateway recorded no protection observation;
 * - `trace_unknown`: requests of a team that name no trace, so that nobody can tell which run they belong to;
 * - `retention_expired`: a part of the window lies before the workspace's retention horizon.
 */
export const COVERAGE_ENTRIES = [
  'ingest_gap:gateway_journal',
  'ingest_gap:control_plane_outbox',
  'unpriced_population',
  'usage_unknown',
  'protection_observations_missing',
  'trace_unknown',
  'retention_expired',
] as const;

export type CoverageEntry = (typeof COVERAGE_ENTRIES)[number];

/** The coverage entry of a gap in one producer's traffic. */
export function ingestGap(producer: ProducerClass): CoverageEntry {
  return `ingest_gap:${producer}`;
}

/** One entry per producer class with a gap, in the order of the closed set. */
export function ingestGaps(gaps: Iterable<{ readonly producerClass: ProducerClass }>): CoverageEntry[] {
  const producers = new Set(Array.from(gaps, (gap) => gap.producerClass));
  return PRODUCER_CLASSES.filter((producer) => producers.has(producer)).map(ingestGap);
}
