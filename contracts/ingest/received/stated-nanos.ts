import { roundSumToNanoUsd } from '../../../domain/kernel/round-to-nano-usd.ts';

/** In USD; nano-USD of more do not fit 64 bits. */
const MAX_USD = 9e9;

/**
 * What a sender says that a call cost, in USD, as whole nano-USD. Undefined for 0, which senders say of models whose price they do not
 * know and of calls that failed, and for what is no amount.
 */
export function statedNanos(usd: number | undefined): string | undefined {
  return usd !== undefined && usd > 0 && usd <= MAX_USD ? roundSumToNanoUsd(usd) : undefined;
}
