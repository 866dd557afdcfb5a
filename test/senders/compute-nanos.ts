import { calcPrice } from '@pydantic/genai-prices';
import { roundSumToNanoUsd } from '../../domain/kernel/round-to-nano-usd.ts';
import type { SentTokens } from './calls.ts';

/**
 * The cost by the package that contains the price table, in nano-USD; undefined if the package has no price, or if the
 * token counts contradict each other.
 */
export function computeNanos(provider: string, model: string, tokens: SentTokens | undefined): string | undefined {
  if (tokens === undefined) return undefined;
  const { input, output, cacheRead, cacheWrite } = tokens;
  const usage = {
    ...{ input_tokens: input, output_tokens: output },
    ...(cacheRead !== undefined && { cache_read_tokens: cacheRead }),
    ...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
  };
  try {
    const price = calcPrice(usage, model, { providerId: provider });
    return price === null ? undefined : roundSumToNanoUsd(price.total_price);
  } catch {
    return undefined;
  }
}
