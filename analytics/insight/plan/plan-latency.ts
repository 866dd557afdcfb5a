import type { LatencyMeasure } from '../../../domain/insight/group-sums.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { layersForGrain, type Layer } from './layer-plan.ts';

/** The methods to compute quantiles: over all samples, or from counts by bucket. */
export const LATENCY_METHODS = ['exact', 'log_buckets'] as const satisfies readonly LatencyMeasure['method'][];
export type LatencyMethod = (typeof LATENCY_METHODS)[number];

/** The plan for reading the latencies of a question. */
export interface LatencyPlan {
  /** The layers from which counts by bucket may be read, the coarsest first. */
  readonly layers: readonly Layer[];
  /** The number of samples of a metric up to which its quantiles are exact. */
  readonly maxExactSamples: number;
  /** The method that starts before the number of samples is known; absent if it may read many rows for nothing. */
  readonly likely?: LatencyMethod;
}

/** The members of a question on which the plan of its latencies depends. */
type LatencyQuestion = Pick<FactsQuestion, 'fence' | 'grain' | 'facets' | 'dimensions' | 'chosen'>;

/** Plans the latencies of a question. @param allowed the layers that may be read; the counts do not depend on them */
export function planLatency(
  question: LatencyQuestion,
  maxExactSamples: number,
  allowed?: readonly Layer[],
): LatencyPlan {
  const likely = likelyMethod(question, maxExactSamples);
  return {
    layers: isRolledUp(question) ? layersForGrain(question.grain, allowed) : ['facts'],
    maxExactSamples,
    ...(likely && { likely }),
  };
}

/**
 * True if rollups can answer: rollups of latencies have no facets and no dimensions, and with them the total is read
 * from the facts as well.
 */
function isRolledUp({ facets, dimensions, chosen }: LatencyQuestion): boolean {
  return dimensions === undefined && chosen.length === 0 && facets.every((facet) => facet === 'purpose');
}

/** The usual minimum of events of a request with a sample: admission, attempt, cost effect and terminal. */
const ARRIVALS_PER_SAMPLE = 4n;

/**
 * The method that is probably chosen. The arrival sequence bounds the number of facts, and a complete window has few
 * buckets.
 */
function likelyMethod(
  { fence, grain, facets, dimensions, chosen }: LatencyQuestion,
  maxExactSamples: number,
): LatencyMethod | undefined {
  if (fence <= ARRIVALS_PER_SAMPLE * BigInt(maxExactSamples)) return 'exact';
  const isWhole = grain === undefined && facets.length === 0 && dimensions === undefined && chosen.length === 0;
  return isWhole ? 'log_buckets' : undefined;
}
