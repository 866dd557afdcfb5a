import { roundSumToNanoUsd } from '../../../domain/kernel/round-to-nano-usd.ts';

/** USD; nano-USD of more do not fit into 64 bits. */
const MAX_USD = 9e9;

/**
 * The cost of a call that a sender states in USD, as whole nano-USD. Undefined for values that are not an amount and
 * for 0, which senders state for models without a known price and for failed calls.
 */
export function statedNanos(usd: number | undefined): string | undefined {
  return usd !== undefined && usd > 0 && usd <= MAX_USD ? roundSumToNanoUsd(usd) : undefined;
}
