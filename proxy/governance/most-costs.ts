import type { PriceTable } from '../../providers/prices/price-table.ts';

/** A call before it is made. */
export interface CostingCall {
  readonly priceProvider: string | undefined;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly at: Date;
}

/** What is sent is rounded up to so many tokens, so that calls that are alike are priced once. */
const INPUT_STEP = 64;
/** Prices may change with the hour. */
const KEPT_MS = 60_000;
const MOST_KEPT = 4_096;

/** The most that calls can cost, by the table of prices: asking it takes as long as all the rest of holding a call against its limits. */
export class MostCosts {
  readonly #prices: PriceTable;
  readonly #known = new Map<string, number | undefined>();
  #keptUntil = -Infinity;

  constructor(prices: PriceTable) {
    this.#prices = prices;
  }

  /** In nano-USD; undefined where nobody knows. */
  of({ priceProvider, model, inputTokens, outputTokens, at }: CostingCall): number | undefined {
    const input = Math.ceil(inputTokens / INPUT_STEP) * INPUT_STEP;
    const name = `${priceProvider ?? ''} ${input} ${outputTokens} ${model}`;
    const atMs = at.getTime();
    if (atMs >= this.#keptUntil || this.#known.size >= MOST_KEPT) {
      this.#known.clear();
      this.#keptUntil = atMs + KEPT_MS;
    }
    const known = this.#known.get(name);
    if (known !== undefined || this.#known.has(name)) return known;
    const units = { input_tokens: input, output_tokens: outputTokens };
    const price = this.#prices.price({ priceProvider, model, units, at });
    const nanos = price.state === 'priced' ? Number(price.nanos) : undefined;
    this.#known.set(name, nanos);
    return nanos;
  }
}
