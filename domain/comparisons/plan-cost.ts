import {
  callCost,
  type CallSize,
  type CostRange,
  LIKELY_BYTES,
  LIKELY_OUTPUT_DIVISOR,
  MAX_BYTES_PER_TOKEN,
  type ComputeCallPrice,
} from '../models/call-cost.ts';

/**
 * The cost of judging an answer that does not exist yet. It is an estimate, because the length of the answer is
 * unknown.
 *
 * @param size the size of the call with an empty answer
 */
export function judgingCost(size: CallSize, maxAnswerTokens: number, priceOf: ComputeCallPrice): CostRange | undefined {
  const withAnswer = (bytes: number): CostRange | undefined =>
    callCost({ ...size, inputBytes: size.inputBytes + bytes }, priceOf);
  const atLeast = withAnswer(1)?.atLeast;
  const likely = withAnswer(Math.ceil(maxAnswerTokens / LIKELY_OUTPUT_DIVISOR) * LIKELY_BYTES)?.likely;
  const atMost = withAnswer(maxAnswerTokens * MAX_BYTES_PER_TOKEN)?.atMost;
  if (atLeast === undefined || likely === undefined || atMost === undefined) return undefined;
  return { atLeast, likely, atMost };
}

/** The total cost of the calls of a plan; undefined if any call has no price, because its cost could be anything. */
export function planCost(calls: readonly (CostRange | undefined)[]): CostRange | undefined {
  let sum: CostRange = { atLeast: 0n, likely: 0n, atMost: 0n };
  for (const call of calls) {
    if (call === undefined) return undefined;
    sum = {
      atLeast: sum.atLeast + call.atLeast,
      likely: sum.likely + call.likely,
      atMost: sum.atMost + call.atMost,
    };
  }
  return sum;
}
