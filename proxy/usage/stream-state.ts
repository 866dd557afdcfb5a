import type { Endpoint } from '../../domain/gateway/endpoints.ts';
import { isObject, objectsOf } from '../../providers/wires/json-parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What the events of a stream have told so far. */
export interface StreamedAnswer {
  /** As an answer that is no stream would have it. */
  readonly usage: JsonObject | undefined;
  /** The model that answers; undefined where nobody said. */
  readonly model: string | undefined;
  /** Characters that the model wrote, as far as they were seen. */
  readonly written: number;
  /** Whether `usage` stands for the end of the answer, and not for its beginning. */
  readonly isFinalUsage: boolean;
}

interface StreamState {
  see(data: unknown): void;
  end(): StreamedAnswer;
}

type Told = { -readonly [Member in keyof StreamedAnswer]: StreamedAnswer[Member] } & {
  /** Whether any words may still come: usage that is stated with each piece is final only behind them. */
  hasEnd: boolean;
};

/** Follows the stream of an endpoint. */
export function createStreamState(endpoint: Endpoint): StreamState {
  const told: Told = {
    usage: undefined,
    model: undefined,
    hasEnd: false,
    written: 0,
    isFinalUsage: false,
  };
  const follow = FOLLOWERS[endpoint] ?? followChat;
  return {
    see: (data) => follow(told, data),
    // Some servers say with each piece what was used so far. At the end of a message stands what it came to in all.
    end() {
      const { usage, model, written } = told;
      return { usage, model, written, isFinalUsage: told.isFinalUsage && (told.hasEnd || endpoint === 'messages') };
    },
  };
}

const FOLLOWERS: Readonly<Partial<Record<Endpoint, (told: Told, data: unknown) => void>>> = {
  messages: followMessages,
  chat_completions: followChat,
  responses: followResponses,
};

/** The beginning says what was sent, later events what has been written since, in all. */
function followMessages(told: Told, data: unknown): void {
  if (!isObject(data)) return;
  const { type, message, delta } = data;
  if (type === 'message_start' && isObject(message)) {
    told.model = textOf(message['model']);
    addUsage(told, message['usage']);
  } else if (type === 'content_block_delta' && isObject(delta)) {
    told.written += lengthOf(delta['text']) + lengthOf(delta['partial_json']) + lengthOf(delta['thinking']);
  } else if (type === 'message_delta') {
    addUsage(told, data['usage']);
    told.isFinalUsage = isObject(data['usage']);
  }
}

/** Usage comes last, and only where it was asked for (`stream_options.include_usage`). */
function followChat(told: Told, data: unknown): void {
  if (data === '[DONE]') told.hasEnd = true;
  if (!isObject(data)) return;
  told.model ??= textOf(data['model']);
  const { written } = told;
  for (const { delta, finish_reason: reason } of objectsOf(data['choices'])) {
    if (typeof reason === 'string') told.hasEnd = true;
    if (!isObject(delta)) continue;
    told.written += lengthOf(delta['content']) + lengthOf(delta['refusal']) + lengthOf(delta['reasoning_content']);
    for (const { function: called } of objectsOf(delta['tool_calls']))
      if (isObject(called)) told.written += lengthOf(called['name']) + lengthOf(called['arguments']);
  }
  if (isObject(data['usage'])) {
    told.usage = data['usage'];
    told.isFinalUsage = true;
  } else if (told.written > written) told.isFinalUsage = false;
}

const LAST_EVENTS: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** The last event holds the whole answer. */
function followResponses(told: Told, data: unknown): void {
  if (!isObject(data)) return;
  const { type, response, delta } = data;
  if (typeof delta === 'string') told.written += delta.length;
  if (isObject(response)) told.model = textOf(response['model']) ?? told.model;
  if (!LAST_EVENTS.includes(type) || !isObject(response)) return;
  told.hasEnd = true;
  if (isObject(response['usage'])) {
    told.usage = response['usage'];
    told.isFinalUsage = true;
  }
}

function addUsage(told: Told, usage: unknown): void {
  if (!isObject(usage)) return;
  const said = Object.entries(usage).filter(([, value]) => value !== null);
  told.usage = { ...told.usage, ...Object.fromEntries(said) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
