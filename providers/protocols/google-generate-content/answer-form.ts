import { COMPLETE_ANSWER } from '../../answers/judgement.ts';
import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm } from '../shared/answer-form.ts';
import { endIfFinished, followChoice } from '../shared/follow-choice.ts';

/** The rules for answers of generateContent. An answer to a blocked prompt has no candidates and is complete. */
export const answerForm: AnswerForm = {
  isAnswer: ({ candidates, promptFeedback, usageMetadata }) =>
    Array.isArray(candidates) || isJsonObject(promptFeedback) || isJsonObject(usageMetadata),
  body: () => COMPLETE_ANSWER,
  event(heard, data) {
    if (readBlockReason(data) !== undefined) heard.ended = COMPLETE_ANSWER;
    if (!Array.isArray(data['candidates'])) return;
    for (const { index = 0, finishReason } of jsonObjectsIn(data['candidates']))
      followChoice(heard, index, isStatedReason(finishReason));
    endIfFinished(heard);
  },
  preamble: [],
};

/** The reason why the prompt was blocked, from an answer or a piece of its stream; undefined if it was not blocked. */
export function readBlockReason({ promptFeedback: feedback }: JsonObject): string | undefined {
  const reason = isJsonObject(feedback) ? feedback['blockReason'] : undefined;
  return isStatedReason(reason) ? reason : undefined;
}

/** True if the value states a reason: the first value of each enumeration of reasons means that there is no reason. */
export function isStatedReason(reason: unknown): reason is string {
  return typeof reason === 'string' && reason !== '' && !reason.endsWith('_UNSPECIFIED');
}
