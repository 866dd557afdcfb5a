import type { InsightAnswer } from '../insight/answer/insight-answer.ts';
import { redactDimensions } from '../insight/redact-dimensions.ts';
import { redactMoney } from '../insight/redact-money.ts';
import { canonicalByteLength } from '../wire/canonical-json.ts';

/** The sizes of an answer that its run shows. */
export interface AnswerSizes {
  readonly groupCount: number;
  /** Bytes of the canonical form. */
  readonly byteCount: number;
  /** Bytes of the canonical form without money. */
  readonly redactedByteCount: number;
}

/** An answer for readers from whom the values of dimensions are withheld, with its sizes. */
export interface AnswerWithoutDimensions extends AnswerSizes {
  readonly answer: InsightAnswer;
}

/** The answer without values of dimensions; undefined if it has none, so that it is the same for every reader. */
export function answerWithoutDimensions(whole: InsightAnswer): AnswerWithoutDimensions | undefined {
  const { answer, withheld } = redactDimensions(whole);
  if (!withheld) return undefined;
  return {
    answer,
    groupCount: answer.groups?.length ?? 0,
    byteCount: canonicalByteLength(answer),
    redactedByteCount: canonicalByteLength(redactMoney(answer).answer),
  };
}
