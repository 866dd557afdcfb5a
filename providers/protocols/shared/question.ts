/** A question that the gateway asks a model itself. */
export interface AskedQuestion {
  readonly model: string;
  readonly instruction: string;
  readonly content: string;
  readonly maxTokens: number;
  /** Who charges for it, by the table of prices; undefined where nobody is known to. */
  readonly priceProvider: string | undefined;
}

/** How a protocol asks it, and reads its answer. */
export interface Question {
  readonly bodyOf: (asked: AskedQuestion) => Readonly<Record<string, unknown>>;
  /** Empty where an answer has no words, is more than one answer, or does not say that it is complete. */
  readonly textOf: (answer: Readonly<Record<string, unknown>>) => string;
}

/** How an answer ends that is complete. */
export const COMPLETE_ENDS: readonly unknown[] = ['end_turn', 'stop'];
