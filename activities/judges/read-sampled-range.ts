import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import { isSampled } from '../../contracts/judges/work/is-sampled.ts';
import type { JudgingEvaluator } from '../../domain/judges/work/judging-evaluator.ts';
import type { JudgingPorts } from './judging-ports.ts';

/** Content arrives with its request or shortly after: requests of the last half minute wait for the next search. */
const GATHER_MS = 30_000;
/**
 * Milliseconds for which one evaluator reads stretches in a row. On a large deployment, a new evaluator continues in
 * the next search.
 */
export const MAX_SEARCH_MS = 60_000;
/** The number of arrivals in one query, so that a query does not grow with the table. */
const STRETCH = 20_000n;

/**
 * The answered requests between two positions in the order of arrival, and those that the rate of an evaluator samples.
 */
export interface SampledRange {
  readonly from: bigint;
  readonly through: bigint;
  readonly eligible: number;
  readonly sampled: readonly OutcomeRequest[];
}

/** The position in the order of arrival up to which all content has arrived. */
export function contentCompleteThrough({ scorings, clock }: Pick<JudgingPorts, 'scorings' | 'clock'>): Promise<bigint> {
  return scorings.loadedAt(new Date(clock.now().getTime() - GATHER_MS));
}

/** The next stretch that an evaluator has not read; undefined if it has read everything. */
export async function readSampledRange(
  { findAnswered, scorings, contents }: Pick<JudgingPorts, 'findAnswered' | 'scorings' | 'contents'>,
  { evaluatorId, sampleRate }: JudgingEvaluator,
  loaded: bigint,
): Promise<SampledRange | undefined> {
  const from = await scorings.readThrough(evaluatorId);
  if (from >= loaded) return undefined;
  const end = from + STRETCH < loaded ? from + STRETCH : loaded;
  const { requests, through } = await findAnswered({ after: from, through: end, since: contents.since() });
  const sampled = requests.filter((request) => isSampled(evaluatorId, request.logical_request_id, sampleRate));
  return { from, through, eligible: requests.length, sampled };
}
