import type { PriceBasis } from '../../contracts/ingest/events/price-basis.ts';
import type { Price } from '../../domain/models/price.ts';
import { priceModels } from './price-call.ts';
import type { PriceTable } from './price-table.ts';

/**
 * The price table for calls whose price basis was stored: each price is the one that the gateway would have found with
 * this table.
 */
export function createBasisPrices(table: Pick<PriceTable, 'price' | 'revision'>): {
  readonly revision: string;
  readonly priceOf: (basis: PriceBasis) => Price;
} {
  return {
    revision: table.revision,
    priceOf({ provider, models: [model = '', asked = model], at, units, served = [], parts }) {
      const asParts = parts?.map((part) => ({ model: part.model, units: part.units }));
      const terms = { served, parts: asParts, reason: undefined, statedUsd: undefined };
      return priceModels(table, { priceProvider: provider, model, units, terms, at: new Date(at) }, asked);
    },
  };
}
