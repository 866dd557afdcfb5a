import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { LRUCache } from 'lru-cache';
import { ModelRates } from './model-rates.ts';

/** The reasons why there are no rates. */
export type NoRates = 'provider_not_in_table' | 'model_not_in_table';

interface Page {
  readonly found: ModelRates | NoRates;
  /** Tokens of the context window; undefined if the package does not state it. */
  readonly contextWindow: number | undefined;
  /** The second in which it holds, of a model whose prices change; undefined where it always does. */
  readonly second: number | undefined;
}

/** The maximum number of a provider's models: their names come from callers and answers. */
const MAX_PAGES = 4_096;

/**
 * The rates of models as the package knows them, each looked for once, and once a second where prices change with dates
 * or hours.
 */
export class RateBook {
  /** Pages by provider and model: a name made of both would be hashed again for each call. */
  readonly #pages = new Map<string, LRUCache<string, Page>>();

  /** @throws Error where the package has rates that contradict each other */
  find(priceProvider: string, model: string, at: Date): ModelRates | NoRates {
    return this.#page(priceProvider, model, at).found;
  }

  /**
   * All that a model can read and write in one call, in tokens; undefined where the package does not say it.
   *
   * @throws Error where the package has rates that contradict each other
   */
  contextWindow(priceProvider: string, model: string, at: Date): number | undefined {
    return this.#page(priceProvider, model, at).contextWindow;
  }

  #page(priceProvider: string, model: string, at: Date): Page {
    const second = Math.floor(at.getTime() / 1_000);
    const pages = this.#pages.get(priceProvider) ?? this.#pagesOf(priceProvider);
    const known = pages.get(model);
    if (known !== undefined && (known.second ?? second) === second) return known;
    const page = pageOf(priceProvider, model, at, second);
    pages.set(model, page);
    return page;
  }

  #pagesOf(priceProvider: string): LRUCache<string, Page> {
    const pages = new LRUCache<string, Page>({ max: MAX_PAGES });
    this.#pages.set(priceProvider, pages);
    return pages;
  }
}

function pageOf(priceProvider: string, model: string, at: Date, second: number): Page {
  const provider = findProvider({ providerId: priceProvider });
  if (provider === undefined) return { found: 'provider_not_in_table', contextWindow: undefined, second: undefined };
  const price = calcPrice({}, model, { providerId: priceProvider, timestamp: at });
  if (price === null) return { found: 'model_not_in_table', contextWindow: undefined, second: undefined };
  return {
    found: new ModelRates(price.model_price),
    contextWindow: price.model.context_window,
    second: Array.isArray(price.model.prices) ? second : undefined,
  };
}
