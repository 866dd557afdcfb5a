import { calcPrice } from '@pydantic/genai-prices';
import { roundToNanoUsd } from '../../domain/kernel/round-to-nano-usd.ts';
import type { SentTokens } from './calls.ts';

/** A double holds 15 decimal digits of any amount; those behind are noise of the sums before. */
const DIGITS_OF_A_DOUBLE = 15;

/** What the package that has the table of prices says, in nano-USD; undefined where it does not know, or where the tokens contradict each other. */
export function nanosOf(provider: string, model: string, tokens: SentTokens | undefined): string | undefined {
  if (tokens === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = tokens;
  const usage = {
    ...{ input_tokens: input, output_tokens: output },
    ...(cacheRead !== undefined && { cache_read_tokens: cacheRead }),
    ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
  };
  try {
    const price = calcPrice(usage, model, { providerId: provider });
    return price === null ? undefined : roundToNanoUsd(Number(price.total_price.toPrecision(DIGITS_OF_A_DOUBLE)));
  } catch {
    return undefined;
  }
}
