import type { Price } from './price.ts';

/** The properties of an external call that determine its price. */
export interface ExternalCall {
  /** The provider as the source names it, such as `openai` or `aws.bedrock`. */
  readonly provider: string;
  /** The model that answered, as its provider names it. */
  readonly model: string;
  /** The used tokens; undefined if they were not reported. Cached tokens are part of the input. */
  readonly tokens:
    | { readonly input: number; readonly output: number; readonly cacheRead?: number; readonly cacheWrite?: number }
    | undefined;
  readonly at: Date;
}

/** The prices of calls that were made elsewhere. */
export interface CallPrices {
  priceOf(call: ExternalCall): Price;
}
