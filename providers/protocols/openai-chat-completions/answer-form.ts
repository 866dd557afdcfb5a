import { COMPLETE } from '../../answers/judgement.ts';
import { readError, type SaidError } from '../../answers/said-error.ts';
import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm, HeardStream } from '../shared/answer-form.ts';

/** A choice says `error` as its reason to finish, or holds the error itself (OpenRouter). */
function errorOfChoice(choice: JsonObject): SaidError | undefined {
  const { error, finish_reason: reason } = choice;
  if (isObject(error)) return readError(error, choice);
  return reason === 'error' ? { word: 'error', status: undefined } : undefined;
}

/** Some servers write a reason that is not there yet as an empty text, or as `null` in quotes. */
function isReason(reason: unknown): boolean {
  return typeof reason === 'string' && reason !== '' && reason !== 'null';
}

/** Maximum number of choices that are tracked in a stream: no provider gives more. */
const MAX_CHOICES = 1_024;

function followChoices(heard: HeardStream, { choices }: JsonObject): void {
  if (!Array.isArray(choices)) return;
  for (const choice of choices) {
    if (!isObject(choice)) continue;
    heard.error ??= errorOfChoice(choice);
    followChoice(heard, choice);
  }
  // `[DONE]` ends the stream and says nothing of the answer: each choice states its own end.
  heard.ended = heard.choices !== undefined && heard.openChoices === 0 ? COMPLETE : undefined;
}

function followChoice(heard: HeardStream, { index = 0, finish_reason: reason }: JsonObject): void {
  const known = (heard.choices ??= new Map<unknown, boolean>());
  const before = known.get(index);
  const isFinished = isReason(reason);
  if (before === true || (before === false && !isFinished)) return;
  if (before === undefined && known.size === MAX_CHOICES) return;
  known.set(index, isFinished);
  if (before === undefined && !isFinished) heard.openChoices += 1;
  else if (before === false) heard.openChoices -= 1;
}

export const answerForm: AnswerForm = {
  isAnswer: ({ choices }) => Array.isArray(choices),
  body({ choices }) {
    for (const choice of objectsOf(choices)) {
      const error = errorOfChoice(choice);
      if (error !== undefined) return { state: 'failed', error };
    }
    return COMPLETE;
  },
  event: followChoices,
  preamble: [],
};
