import type { ModelProvider } from './model-call.ts';
import type { ComputeCallPrice } from './call-cost.ts';

/** The properties of a model at a connection that determine its prices. */
export interface PricedModel {
  readonly provider: ModelProvider;
  readonly endpoint: string;
  /** The name of the model at the provider. */
  readonly model: string;
}

/** The prices of model calls before they are made. */
export interface ModelPrices {
  /** The revision of the price table. Amounts of equal revision come from the same table. */
  readonly revision: string;
  /** The price function of a model at an instant. For a model without a price, it returns undefined for every call. */
  priceOf(model: PricedModel, at: Date): ComputeCallPrice;
}
