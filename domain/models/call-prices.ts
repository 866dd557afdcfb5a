import type { Price } from './price.ts';

/** A call that others made, as far as that decides its price. */
export interface CallOfOthers {
  /** The provider in the words of the source, such as `openai` or `aws.bedrock`. */
  readonly provider: string;
  /** The model that answered, as its provider calls it. */
  readonly model: string;
  /** Undefined where nobody said. What a cache held is a part of the input. */
  readonly tokens:
    | { readonly input: number; readonly output: number; readonly cacheRead?: number; readonly cacheWrite?: number }
    | undefined;
  readonly at: Date;
}

/** The table of prices, asked about calls that were made elsewhere. */
export interface CallPrices {
  priceOf(call: CallOfOthers): Price;
}
