import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { LRUCache } from 'lru-cache';
import { ModelRates } from './model-rates.ts';

/** The reasons why there are no rates. */
export type NoRatesReason = 'provider_not_in_table' | 'model_not_in_table';

interface Page {
  readonly found: ModelRates | NoRatesReason;
  /** Tokens of the context window; undefined if the package does not state it. */
  readonly contextWindow: number | undefined;
  /** The second for which the page is valid, for a model whose prices change; undefined if the page is always valid. */
  readonly second: number | undefined;
}

/** The maximum number of cached models of a provider, because their names come from callers and answers. */
const MAX_PAGES = 4_096;

/**
 * The package's rates of models, cached. Each is looked up once, or once a second if its prices change with the date or
 * the hour.
 */
export class RateBook {
  /** The pages by provider and then by model, because a key made of both would be hashed again for each call. */
  readonly #pages = new Map<string, LRUCache<string, Page>>();

  /**
   * The rates of a model, or the reason why there are none.
   * @throws Error if the package has contradictory rates
   */
  find(priceProvider: string, model: string, at: Date): ModelRates | NoRatesReason {
    return this.#page(priceProvider, model, at).found;
  }

  /**
   * The maximum number of tokens that a model reads and writes in one call; undefined if the package does not state it.
   *
   * @throws Error if the package has contradictory rates
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
