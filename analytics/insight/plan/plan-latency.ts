import type { LatencyMeasure } from '../../../domain/insight/group-sums.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { layersOf, type Layer } from './layer-plan.ts';

/** The methods to find levels: over all samples, or from counts by bucket. */
export const LATENCY_METHODS = ['exact', 'log_buckets'] as const satisfies readonly LatencyMeasure['method'][];
export type LatencyMethod = (typeof LATENCY_METHODS)[number];

/** The plan for reading the latencies of a question. */
export interface LatencyPlan {
  /** Layers that counts by bucket may be read from, the coarsest first. */
  readonly layers: readonly Layer[];
  /** Samples of a metric up to which its levels are exact. */
  readonly maxExactSamples: number;
  /** The method to begin with before the samples are known; absent where it could read much for nothing. */
  readonly likely?: LatencyMethod;
}

/** @param allowed the layers that may be read; the counts do not depend on them */
export function planLatency(
  question: Pick<FactsQuestion, 'fence' | 'grain' | 'facets' | 'chosen'>,
  maxExactSamples: number,
  allowed?: readonly Layer[],
): LatencyPlan {
  const likely = likelyMethod(question, maxExactSamples);
  return {
    layers: isRolledUp(question) ? layersOf(question.grain, allowed) : ['facts'],
    maxExactSamples,
    ...(likely && { likely }),
  };
}

/** Rollups of latencies know no facets, and with the facts of the facets the whole is read as well. */
function isRolledUp({ facets, chosen }: Pick<FactsQuestion, 'facets' | 'chosen'>): boolean {
  return chosen.length === 0 && facets.every((facet) => facet === 'purpose');
}

/** Admission, attempt, cost effect and terminal: what a request with a sample leaves, at the least, as a rule. */
const ARRIVALS_PER_SAMPLE = 4n;

/** Arrivals bound the facts that there are, and the buckets of a whole window are few. */
function likelyMethod(
  { fence, grain, facets, chosen }: Pick<FactsQuestion, 'fence' | 'grain' | 'facets' | 'chosen'>,
  maxExactSamples: number,
): LatencyMethod | undefined {
  if (fence <= ARRIVALS_PER_SAMPLE * BigInt(maxExactSamples)) return 'exact';
  return grain === undefined && facets.length === 0 && chosen.length === 0 ? 'log_buckets' : undefined;
}
