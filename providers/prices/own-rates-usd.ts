import type { ModelPrice } from '@pydantic/genai-prices';
import type { OwnRate } from '../../domain/gateway/own-price.ts';
import type { UnitCounts } from '../usage/price-terms.ts';

/** The units that are part of others, and the rate whose presence excludes them from these. */
const PARTS: readonly { readonly unit: string; readonly of: string; readonly rate: OwnRate }[] = [
  { unit: 'cache_write_1h_tokens', of: 'cache_write_tokens', rate: 'cache_write_1h_mtok' },
  { unit: 'cache_write_tokens', of: 'input_tokens', rate: 'cache_write_mtok' },
  { unit: 'cache_read_tokens', of: 'input_tokens', rate: 'cache_read_mtok' },
  { unit: 'input_audio_tokens', of: 'input_tokens', rate: 'input_audio_mtok' },
  { unit: 'output_audio_tokens', of: 'output_tokens', rate: 'output_audio_mtok' },
  { unit: 'output_reasoning_tokens', of: 'output_tokens', rate: 'output_reasoning_mtok' },
];

/** The units that are charged separately, and the number of units of each rate. */
const WHOLES: readonly { readonly unit: string; readonly rate: OwnRate; readonly per: number }[] = [
  { unit: 'input_tokens', rate: 'input_mtok', per: 1_000_000 },
  { unit: 'output_tokens', rate: 'output_mtok', per: 1_000_000 },
  { unit: 'web_searches', rate: 'web_searches_kcount', per: 1_000 },
  { unit: 'storage_searches', rate: 'storage_searches_kcount', per: 1_000 },
];

/**
 * The cost of units by the operator's own rates, in USD; the package only knows the rates of its table.
 * @throws RangeError if a part exceeds its whole
 */
export function ownRatesUsd(rates: ModelPrice, units: UnitCounts): number {
  const rest: Record<string, number> = { ...units };
  let usd = 0;
  for (const { unit, of, rate } of PARTS) {
    const [count, price] = [rest[unit] ?? 0, rates[rate]];
    if (count === 0 || typeof price !== 'number') continue;
    usd += (count * price) / 1_000_000;
    // Tokens that are cached for an hour are part of the cache writes, which are part of the input.
    for (let whole: string | undefined = of; whole !== undefined; whole = PARTS.find((part) => part.unit === whole)?.of)
      rest[whole] = (rest[whole] ?? 0) - count;
  }
  for (const { unit, rate, per } of WHOLES) {
    const count = rest[unit] ?? 0;
    if (count < 0) throw new RangeError(`More was used than ${unit}.`);
    const price = rates[rate];
    if (typeof price === 'number') usd += (count * price) / per;
  }
  return usd;
}
