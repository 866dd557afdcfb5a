/** A question that the gateway asks a model itself. */
export interface AskedQuestion {
  readonly model: string;
  readonly instruction: string;
  readonly content: string;
  readonly maxTokens: number;
  /** The provider that charges for it, by the table of prices; undefined if none is known. */
  readonly priceProvider: string | undefined;
}

/** The form of a question in a protocol, and the reading of its answer. */
export interface Question {
  readonly bodyOf: (asked: AskedQuestion) => Readonly<Record<string, unknown>>;
  /** Empty where an answer has no words, is more than one answer, or does not say that it is complete. */
  readonly textOf: (answer: Readonly<Record<string, unknown>>) => string;
}

/** The stop reasons of complete answers. */
export const COMPLETE_ENDS: readonly unknown[] = ['end_turn', 'stop'];
