/** The reasons why the cost of a call is unknown. */
export const UNPRICED_REASONS = [
  /** The table names no provider at this endpoint. */
  'provider_not_in_table',
  /** The table does not name the model. */
  'model_not_in_table',
  /** The table names the model, and no rate for something that was used. */
  'rates_missing',
  /** The call was served at a tier, at a speed or in a region whose price is not known, or nobody said at which. */
  'service_not_in_table',
  /** The provider ran a tool that it charges by itself, and nobody knows for how much. */
  'tool_not_in_table',
  /** The provider did not say what was used. */
  'usage_unknown',
  /** The usage that the provider states contradicts itself. */
  'usage_inconsistent',
  /** The provider says that something was used that is not known here. */
  'usage_not_understood',
] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

/** The cost of a call by a table of prices, or the reason why it is unknown. An unknown cost is never 0. */
export type Price =
  | {
      readonly state: 'priced';
      /** Whole nano-USD as a decimal string, rounded once, half to even. */
      readonly nanos: string;
      /** Names the table, with a digest over its prices. */
      readonly revision: string;
    }
  | {
      readonly state: 'unpriced';
      readonly reason: UnpricedReason;
      readonly revision: string;
      /** The question for a later price table, as a text; absent if no table alone decides it, or nobody stores it. */
      readonly basis?: string | undefined;
    };
