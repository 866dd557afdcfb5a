import type { ModelProvider } from './model-call.ts';
import type { PriceOfCall } from './call-cost.ts';

/** A model at a connection, as far as that decides its prices. */
export interface PricedModel {
  readonly provider: ModelProvider;
  readonly endpoint: string;
  /** The model's name at the provider. */
  readonly model: string;
}

/** The prices of model calls before they are made. */
export interface ModelPrices {
  /** Names the table: two amounts of one revision come from one table. */
  readonly revision: string;
  /** The prices that are in force at an instant; a model without one has none for any call. */
  priceOf(model: PricedModel, at: Date): PriceOfCall;
}
