import type { Price } from '../../domain/models/price.ts';
import { priceUsage, type UsedUnits } from './price-usage.ts';
import { RateBook } from './rate-book.ts';
import { tableRevision } from './table-revision.ts';

/** The prices of models from a package: complete, dated, and never fetched over the network. */
export interface PriceTable {
  /**
   * The name and version of the package, a digest over every price, and the revision of the rules. Amounts of the same
   * revision come from the same table.
   */
  readonly revision: string;
  price(used: UsedUnits): Price;
  /**
   * The maximum number of tokens that a model reads and writes in one call; undefined if the table does not state it.
   */
  contextWindow(called: Omit<UsedUnits, 'units'>): number | undefined;
}

/** Loads the table in force, which does not change while the process runs. */
export async function loadPriceTable(): Promise<PriceTable> {
  const revision = await tableRevision();
  const book = new RateBook();
  return {
    revision,
    price(used) {
      const price = priceUsage(used, book);
      return price.state === 'priced'
        ? { state: 'priced', nanos: price.nanos, revision: price.revision ?? revision }
        : { state: 'unpriced', reason: price.reason, revision };
    },
    contextWindow({ priceProvider, model, at }) {
      try {
        return priceProvider === undefined ? undefined : book.contextWindow(priceProvider, model, at);
      } catch {
        return undefined;
      }
    },
  };
}
