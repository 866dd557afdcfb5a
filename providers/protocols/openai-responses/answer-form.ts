import { COMPLETE_ANSWER, UNFINISHED_ANSWER, type Judgement } from '../../answers/judgement.ts';
import { findReportedError } from '../../answers/reported-error.ts';
import { isJsonObject, type JsonObject } from '../../json-parts.ts';
import type { AnswerForm, StreamReading } from '../shared/answer-form.ts';

/** The statuses of ended answers; `incomplete` is an answer that a cap has ended. */
const ENDED_STATUSES: readonly unknown[] = [undefined, null, 'completed', 'incomplete'];
const WORKED_ON: readonly unknown[] = ['queued', 'in_progress'];
const LAST_EVENTS: readonly unknown[] = [
  ...['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'],
];

function judgeResponse({ status }: JsonObject): Judgement {
  if (ENDED_STATUSES.includes(status)) return COMPLETE_ANSWER;
  if (WORKED_ON.includes(status)) return UNFINISHED_ANSWER;
  return { state: 'failed', error: { word: typeof status === 'string' ? status : 'error', status: undefined } };
}

function followResponse(heard: StreamReading, { type, response }: JsonObject): void {
  if (!LAST_EVENTS.includes(type)) return;
  const document = isJsonObject(response) ? response : {};
  heard.error ??= findReportedError(document, true);
  if (type === 'response.failed' || type === 'response.cancelled') {
    const word = type === 'response.failed' ? 'error' : 'cancelled';
    heard.error ??= { word, status: undefined };
  } else heard.ended = judgeResponse(document);
}

export const answerForm: AnswerForm = {
  isAnswer: ({ output, status }) => Array.isArray(output) || typeof status === 'string',
  body: judgeResponse,
  event: followResponse,
  preamble: ['response.created', 'response.queued', 'response.in_progress'],
};
