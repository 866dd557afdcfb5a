import { findProvider } from '@pydantic/genai-prices';
import type { CallPrices } from '../../domain/models/call-prices.ts';
import { knownProvider } from '../../domain/models/known-providers.ts';
import { priceCall } from './price-call.ts';
import type { PriceTable } from './price-table.ts';

/**
 * The table of prices for calls of others. A provider is one that is named exactly: what only resembles one has other
 * prices.
 */
export function createCallPrices(table: Pick<PriceTable, 'price'>): CallPrices {
  return {
    priceOf({ provider, model, tokens, at }) {
      const units = tokens && {
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        ...(tokens.cacheRead !== undefined && { cache_read_tokens: tokens.cacheRead }),
        ...(tokens.cacheWrite !== undefined && { cache_write_tokens: tokens.cacheWrite }),
      };
      // What the table says of calls of others is an estimate, no matter who counted their units.
      return priceCall(table, { priceProvider: priceProviderNamed(provider), model, units, at }, model, true);
    },
  };
}

function priceProviderNamed(provider: string): string | undefined {
  const id = knownProvider(provider)?.priced ?? provider;
  return findProvider({ providerId: id })?.id === id ? id : undefined;
}
