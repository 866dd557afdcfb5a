import { COMPLETE } from '../../answers/judgement.ts';
import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm } from '../shared/answer-form.ts';
import { endIfFinished, followChoice } from '../shared/follow-choice.ts';

/** A prompt that is blocked has no candidates, and the answer that says so is a whole one. */
export const answerForm: AnswerForm = {
  isAnswer: ({ candidates, promptFeedback, usageMetadata }) =>
    Array.isArray(candidates) || isObject(promptFeedback) || isObject(usageMetadata),
  body: () => COMPLETE,
  event(heard, data) {
    if (blockReasonOf(data) !== undefined) heard.ended = COMPLETE;
    if (!Array.isArray(data['candidates'])) return;
    for (const { index = 0, finishReason } of objectsOf(data['candidates']))
      followChoice(heard, index, isReason(finishReason));
    endIfFinished(heard);
  },
  preamble: [],
};

/** The reason why the prompt of an answer, or of a piece of one, was blocked; undefined if it was not. */
export function blockReasonOf({ promptFeedback: feedback }: JsonObject): string | undefined {
  const reason = isObject(feedback) ? feedback['blockReason'] : undefined;
  return isReason(reason) ? reason : undefined;
}

/** True if it states a reason: the first value of each list of reasons stands for none. */
export function isReason(reason: unknown): reason is string {
  return typeof reason === 'string' && reason !== '' && !reason.endsWith('_UNSPECIFIED');
}
