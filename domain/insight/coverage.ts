import { PRODUCER_CLASSES, type ProducerClass } from './insight-sets.ts';

/**
 * Everything that can make a value a floor:
 * - `ingest_gap:<producer class>`: traffic of the window is known to be missing from that producer;
 * - `unpriced_population`: cost effects without a price, which a sum of money leaves out;
 * - `usage_unknown`: attempts whose token usage nobody reported, which a sum of tokens leaves out;
 * - `protection_observations_missing`: requests whose gateway recorded no protection observation;
 * - `trace_unknown`: requests of a team that name no trace, so that nobody can tell which run they belong to;
 * - `retention_expired`: a part of the window lies before the workspace's retention horizon;
 * - `excluded`: an exclusion leaves out a part of the window. It stands in the coverage of a window alone: what is left
 *   out is left out on purpose, so that a figure over the rest is no floor.
 */
export const COVERAGE_ENTRIES = [
  'ingest_gap:gateway_journal',
  'ingest_gap:control_plane_outbox',
  'unpriced_population',
  'usage_unknown',
  'protection_observations_missing',
  'trace_unknown',
  'retention_expired',
  'excluded',
] as const;

export type CoverageEntry = (typeof COVERAGE_ENTRIES)[number];

/** The traffic that is known to be missing from one span of time, in the order in which coverage is written. */
export interface SpanCoverage {
  /** Producer classes with a gap in the span, in the order of the closed set. */
  readonly gapsOf: readonly ProducerClass[];
  /** The span begins before the retention horizon. */
  readonly isExpired: boolean;
}

/** A span of time, half-open. */
export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** The missing traffic of a span, given all known gaps and the retention horizon, if there is one. */
export function coverageOfSpan(
  span: TimeSpan,
  gaps: readonly (TimeSpan & { readonly producerClass: ProducerClass })[],
  keepsFrom: Date | undefined,
): SpanCoverage {
  const gapped = new Set(gaps.filter((gap) => touches(gap, span)).map((gap) => gap.producerClass));
  return {
    gapsOf: PRODUCER_CLASSES.filter((producer) => gapped.has(producer)),
    // Stryker disable next-line ConditionalExpression: nothing comes before an instant that is not there.
    isExpired: keepsFrom !== undefined && span.from < keepsFrom,
  };
}

/** True when two half-open spans have an instant in common. */
export function touches(one: TimeSpan, other: TimeSpan): boolean {
  return one.from < other.to && one.to > other.from;
}

/** The coverage entry of a gap in one producer's traffic. */
function ingestGap(producer: ProducerClass): CoverageEntry {
  return `ingest_gap:${producer}`;
}

/** The coverage entries of a span: of one producer class, or of all. */
export function coverageEntries({ gapsOf, isExpired }: SpanCoverage, producer?: ProducerClass): CoverageEntry[] {
  const producers = gapsOf.filter((gapped) => producer === undefined || gapped === producer);
  return [...producers.map(ingestGap), ...(isExpired ? EXPIRED : [])];
}

const EXPIRED = ['retention_expired'] as const satisfies readonly CoverageEntry[];
