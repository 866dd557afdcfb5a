/** The reasons why the cost of a call is unknown. */
export const UNPRICED_REASONS = [
  /** The table has no provider for this endpoint. */
  'provider_not_in_table',
  /** The table does not contain the model. */
  'model_not_in_table',
  /** The table contains the model, but no rate for something that was used. */
  'rates_missing',
  /** The call was served at a tier, a speed or a region without a known price, or this was not reported. */
  'service_not_in_table',
  /** The provider ran a tool that it charges separately at an unknown price. */
  'tool_not_in_table',
  /** The provider did not report the usage. */
  'usage_unknown',
  /** The reported usage contradicts itself. */
  'usage_inconsistent',
  /** The reported usage contains an item that this version does not know. */
  'usage_not_understood',
] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

/** The cost of a call by a price table, or the reason why it is unknown. An unknown cost is never 0. */
export type Price =
  | {
      readonly state: 'priced';
      /** The cost in nano-USD as a decimal string of an integer, rounded once, half to even. */
      readonly nanos: string;
      /** The revision of the price table, with a digest of its prices. */
      readonly revision: string;
    }
  | {
      readonly state: 'unpriced';
      readonly reason: UnpricedReason;
      readonly revision: string;
      /**
       * The question for a later price table, as a text; absent if a table alone cannot answer it, or if it is not
       * stored.
       */
      readonly basis?: string | undefined;
    };
