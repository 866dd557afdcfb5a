import type { ModelPrices } from '../../domain/models/model-prices.ts';
import { findPriceProvider } from '../usage/usage-form.ts';
import type { PriceTable } from './price-table.ts';

/** The price table for calls that are not made yet. */
export function createModelPrices(table: PriceTable): ModelPrices {
  return {
    revision: table.revision,
    priceOf: ({ model, ...connection }, at) => {
      const priceProvider = findPriceProvider(connection);
      return ({ input, output }) => {
        const units = { input_tokens: input, output_tokens: output };
        const price = table.price({ priceProvider, model, units, at });
        return price.state === 'priced' ? BigInt(price.nanos) : undefined;
      };
    },
  };
}
