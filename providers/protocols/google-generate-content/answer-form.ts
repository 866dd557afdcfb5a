import { COMPLETE } from '../../answers/judgement.ts';
import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm } from '../shared/answer-form.ts';
import { endIfFinished, followChoice } from '../shared/follow-choice.ts';

/** The rules for answers of generateContent. An answer to a blocked prompt has no candidates and is complete. */
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

/** The reason why the prompt was blocked, from an answer or a piece of its stream; undefined if it was not blocked. */
export function blockReasonOf({ promptFeedback: feedback }: JsonObject): string | undefined {
  const reason = isObject(feedback) ? feedback['blockReason'] : undefined;
  return isReason(reason) ? reason : undefined;
}

/** True if the value states a reason: the first value of each enumeration of reasons means that there is no reason. */
export function isReason(reason: unknown): reason is string {
  return typeof reason === 'string' && reason !== '' && !reason.endsWith('_UNSPECIFIED');
}
