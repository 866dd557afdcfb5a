import { roundSumToNanoUsd } from '../../../domain/kernel/round-to-nano-usd.ts';

/** The maximum cost in USD: as nano-USD, a higher one exceeds 64 bits. */
const MAX_USD = 9e9;

/**
 * The cost of a call that a sender states in USD, as whole nano-USD. Undefined for an invalid amount, and for 0, which
 * senders state for failed calls and for models without a known price.
 */
export function toStatedNanos(usd: number | undefined): string | undefined {
  return usd !== undefined && usd > 0 && usd <= MAX_USD ? roundSumToNanoUsd(usd) : undefined;
}
