import { isJsonObject } from '../../providers/json-parts.ts';
import type { AnsweredParts, AnswerPart } from '../../providers/protocols/shared/answer-part.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';

/**
 * The parts of an answer that is not a stream; empty if it does not follow its protocol, or its protocol has no text.
 */
export function readAnswerParts({ text }: Pick<Protocol, 'text'>, body: unknown): AnsweredParts {
  return isJsonObject(body) && text !== undefined ? text.answerParts(body) : [];
}

/**
 * The text of an answer; undefined if it is empty. Words alone stay as they are; words with calls of tools, and several
 * answers, are written as JSON.
 */
export function joinParts(answers: AnsweredParts): string | undefined {
  const answered = answers.filter((parts) => parts.length > 0);
  if (answered.length === 0) return undefined;
  if (answered.length > 1) return JSON.stringify(answered.map((parts) => wordsOf(parts) ?? parts));
  const [parts = []] = answered;
  return wordsOf(parts) ?? JSON.stringify(parts);
}

function wordsOf(parts: readonly AnswerPart[]): string | undefined {
  return parts.every((part) => part.type === 'text') ? parts.map(({ text }) => text).join('') : undefined;
}
