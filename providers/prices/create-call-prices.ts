import { findProvider } from '@pydantic/genai-prices';
import type { CallPrices } from '../../domain/models/call-prices.ts';
import { findKnownProvider } from '../../domain/models/known-providers.ts';
import { priceCall } from './price-call.ts';
import type { PriceTable } from './price-table.ts';

/**
 * The price table for calls that others report. A provider must be named exactly, because a similar name may have other
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
      // The price of a reported call is an estimate, regardless of who counted its units.
      return priceCall(table, { priceProvider: priceProviderNamed(provider), model, units, at }, model, true);
    },
  };
}

function priceProviderNamed(provider: string): string | undefined {
  const id = findKnownProvider(provider)?.priced ?? provider;
  return findProvider({ providerId: id })?.id === id ? id : undefined;
}
