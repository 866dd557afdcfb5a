import { PRODUCER_CLASSES, type ProducerClass } from './insight-sets.ts';

/**
 * The reasons for which a value can be a floor:
 * - `ingest_gap:<producer class>`: traffic of this producer is known to be missing from the window;
 * - `unpriced_population`: some cost effects have no price, and a sum of money does not include them;
 * - `usage_unknown`: some attempts have no reported token usage, and a sum of tokens does not include them;
 * - `protection_observations_missing`: the gateway of some requests recorded no protection observation;
 * - `trace_unknown`: some requests of a team have no trace, so their run is unknown;
 * - `retention_expired`: part of the window is before the retention horizon of the workspace;
 * - `excluded`: an exclusion removes part of the window. Only the coverage of a window contains it: the removal is
 *   intended, so a figure over the rest is not a floor.
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

/** The traffic that is known to be missing from a time span, in the order of coverage entries. */
export interface SpanCoverage {
  /** The producer classes with a gap in the span, in the order of the closed set. */
  readonly gapsOf: readonly ProducerClass[];
  /** True if the span begins before the retention horizon. */
  readonly isExpired: boolean;
}

/** A half-open time span. */
export interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

/** The missing traffic of a span. `gaps` are all known gaps; `keepsFrom` is the retention horizon, if there is one. */
export function computeSpanCoverage(
  span: TimeSpan,
  gaps: readonly (TimeSpan & { readonly producerClass: ProducerClass })[],
  keepsFrom: Date | undefined,
): SpanCoverage {
  const gapped = new Set(gaps.filter((gap) => isOverlapping(gap, span)).map((gap) => gap.producerClass));
  return {
    gapsOf: PRODUCER_CLASSES.filter((producer) => gapped.has(producer)),
    // Stryker disable next-line ConditionalExpression: nothing comes before an instant that is not there.
    isExpired: keepsFrom !== undefined && span.from < keepsFrom,
  };
}

/** True if two half-open spans overlap. */
export function isOverlapping(one: TimeSpan, other: TimeSpan): boolean {
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
