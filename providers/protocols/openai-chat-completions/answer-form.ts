import { COMPLETE_ANSWER } from '../../answers/judgement.ts';
import { readError, type ReportedError } from '../../answers/reported-error.ts';
import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm, StreamReading } from '../shared/answer-form.ts';
import { endIfFinished, followChoice } from '../shared/follow-choice.ts';

/** The error of a choice. The choice has the finish reason `error`, or it holds the error itself (OpenRouter). */
function errorOfChoice(choice: JsonObject): ReportedError | undefined {
  const { error, finish_reason: reason } = choice;
  if (isJsonObject(error)) return readError(error, choice);
  return reason === 'error' ? { word: 'error', status: undefined } : undefined;
}

/**
 * True if the value is a finish reason. Some servers write a missing reason as an empty text, or as `null` in quotes.
 */
function isReason(reason: unknown): boolean {
  return typeof reason === 'string' && reason !== '' && reason !== 'null';
}

function followChoices(heard: StreamReading, { choices }: JsonObject): void {
  if (!Array.isArray(choices)) return;
  for (const choice of choices) {
    if (!isJsonObject(choice)) continue;
    heard.error ??= errorOfChoice(choice);
    const { index = 0, finish_reason: reason } = choice;
    followChoice(heard, index, isReason(reason));
  }
  // `[DONE]` ends the stream and says nothing about the answer: each choice states its own end.
  endIfFinished(heard);
}

export const answerForm: AnswerForm = {
  isAnswer: ({ choices }) => Array.isArray(choices),
  body({ choices }) {
    for (const choice of jsonObjectsIn(choices)) {
      const error = errorOfChoice(choice);
      if (error !== undefined) return { state: 'failed', error };
    }
    return COMPLETE_ANSWER;
  },
  event: followChoices,
  preamble: [],
};
