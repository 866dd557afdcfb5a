import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { isObject, objectsOf } from '../../providers/json-parts.ts';
import { COMPLETE, CUT_OFF, UNFINISHED, UNREADABLE, type Judgement } from './judgement.ts';
import { readError, saidErrorIn, type SaidError } from './said-error.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What the events of a stream have said so far. */
export interface HeardStream {
  /** Undefined while no error was stated. */
  error: SaidError | undefined;
  /** How the last event judges it; undefined before one that does. */
  ended: Judgement | undefined;
  /** Of Chat Completions: each choice that began, by its index, and whether it stated a reason to have finished. */
  choices: Map<unknown, boolean> | undefined;
  /** How many of them did not. */
  openChoices: number;
}

/** How answers of an endpoint say what they are. */
interface AnswerForm {
  /** Whether a document has the members of an answer. */
  readonly isAnswer: (document: JsonObject) => boolean;
  /** Judges a document of that form that states no error of its own. */
  readonly body: (document: JsonObject) => Judgement;
  /** Takes notice of an event of a stream that states no error of its own. */
  readonly event: (heard: HeardStream, data: JsonObject) => void;
  /** Types of events that come before anything of the answer. */
  readonly preamble: readonly unknown[];
}

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

/** The most choices of a stream that are told apart: no provider gives more. */
const MOST_CHOICES = 1_024;

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
  if (before === undefined && known.size === MOST_CHOICES) return;
  known.set(index, isFinished);
  if (before === undefined && !isFinished) heard.openChoices += 1;
  else if (before === false) heard.openChoices -= 1;
}

/** `incomplete` is an answer that a cap ended. */
const ENDED_STATUSES: readonly unknown[] = [undefined, null, 'completed', 'incomplete'];
const WORKED_ON: readonly unknown[] = ['queued', 'in_progress'];
const LAST_EVENTS: readonly unknown[] = [
  ...['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'],
];

function judgeResponse({ status }: JsonObject): Judgement {
  if (ENDED_STATUSES.includes(status)) return COMPLETE;
  if (WORKED_ON.includes(status)) return UNFINISHED;
  return { state: 'failed', error: { word: typeof status === 'string' ? status : 'error', status: undefined } };
}

function followResponse(heard: HeardStream, { type, response }: JsonObject): void {
  if (!LAST_EVENTS.includes(type)) return;
  const document = isObject(response) ? response : {};
  heard.error ??= saidErrorIn(document, true);
  if (type === 'response.failed' || type === 'response.cancelled') {
    const word = type === 'response.failed' ? 'error' : 'cancelled';
    heard.error ??= { word, status: undefined };
  } else heard.ended = judgeResponse(document);
}

const CHAT: AnswerForm = {
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

const MESSAGES: AnswerForm = {
  isAnswer: ({ content }) => Array.isArray(content),
  body: () => COMPLETE,
  event(heard, { type }) {
    if (type === 'message_stop') heard.ended = COMPLETE;
  },
  preamble: ['ping'],
};

const RESPONSES: AnswerForm = {
  isAnswer: ({ output, status }) => Array.isArray(output) || typeof status === 'string',
  body: judgeResponse,
  event: followResponse,
  preamble: ['response.created', 'response.queued', 'response.in_progress'],
};

const EMBEDDINGS: AnswerForm = {
  isAnswer: ({ data }) => Array.isArray(data),
  body: () => COMPLETE,
  event: () => undefined,
  preamble: [],
};

/** How the answers of each endpoint say what they are: the one table that decides it. */
export const ANSWER_FORMS: Readonly<Record<CalledEndpoint, AnswerForm>> = {
  messages: MESSAGES,
  chat_completions: CHAT,
  responses: RESPONSES,
  embeddings: EMBEDDINGS,
};

/**
 * What a document that came to its end is.
 * @param isOutline whether its large members are left out, so that one that is absent says nothing
 */
export function judgeDocument(endpoint: CalledEndpoint, document: unknown, isOutline: boolean): Judgement {
  // Gemini states an error as a list of one.
  const stated: unknown = Array.isArray(document) && document.length > 0 ? document[0] : document;
  if (!isObject(stated)) return UNREADABLE;
  const form = ANSWER_FORMS[endpoint];
  const isAnswer = isOutline || form.isAnswer(stated);
  const error = saidErrorIn(stated, isAnswer);
  if (error !== undefined) return { state: 'failed', error };
  // What was used is stated of answers alone.
  const isWhole = stated === document && (isAnswer || isObject(stated['usage']));
  return isWhole ? form.body(stated) : UNREADABLE;
}

/** What a stream that came to its end is. */
export function judgeStream({ error, ended }: HeardStream): Judgement {
  return error === undefined ? (ended ?? CUT_OFF) : { state: 'failed', error };
}
