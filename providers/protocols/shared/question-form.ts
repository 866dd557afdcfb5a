/** A question that the gateway itself asks a model. */
export interface ModelQuestion {
  readonly model: string;
  readonly instruction: string;
  readonly content: string;
  readonly maxTokens: number;
  /** The provider that charges for it, by the price table; undefined if unknown. */
  readonly priceProvider: string | undefined;
}

/** The form of a question in a protocol, and the reading of its answer. */
export interface QuestionForm {
  readonly bodyOf: (asked: ModelQuestion) => Readonly<Record<string, unknown>>;
  /**
   * The text of an answer; empty if the answer has no text, consists of several answers, or does not state that it is
   * complete.
   */
  readonly textOf: (answer: Readonly<Record<string, unknown>>) => string;
}

/** The stop reasons of complete answers. */
export const COMPLETE_STOP_REASONS: readonly unknown[] = ['end_turn', 'stop'];
