import type { Endpoint } from '../../domain/models/endpoints.ts';
import { isObject, objectsOf } from '../../providers/json-parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What the events of a stream have told so far. */
export interface StreamedAnswer {
  /** Those members that an answer which is no stream would have, as far as they decide the price; without `usage` where nobody said. */
  readonly answer: JsonObject;
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
  readonly answer: Record<string, unknown>;
};

/** Follows the stream of an endpoint. */
export function createStreamState(endpoint: Endpoint): StreamState {
  const told: Told = {
    answer: {},
    model: undefined,
    hasEnd: false,
    written: 0,
    isFinalUsage: false,
  };
  const follow = FOLLOWERS[endpoint] ?? followChat;
  return {
    see: (data) => follow(told, data),
    end() {
      const { answer, model, written } = told;
      addMember(told, 'model', model);
      // Some servers say with each piece what was used so far. At the end of a message stands what it came to in all.
      return { answer, model, written, isFinalUsage: told.isFinalUsage && (told.hasEnd || endpoint === 'messages') };
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
    addMember(told, 'container', message['container']);
  } else if (type === 'content_block_delta' && isObject(delta)) {
    told.written += lengthOf(delta['text']) + lengthOf(delta['partial_json']) + lengthOf(delta['thinking']);
  } else if (type === 'message_delta') {
    addUsage(told, data['usage']);
    if (isObject(delta)) addMember(told, 'container', delta['container']);
    told.isFinalUsage = isObject(data['usage']);
  }
}

/** Usage comes last, and only where it was asked for (`stream_options.include_usage`). */
function followChat(told: Told, data: unknown): void {
  if (data === '[DONE]') told.hasEnd = true;
  if (!isObject(data)) return;
  told.model ??= textOf(data['model']);
  addMember(told, 'service_tier', data['service_tier']);
  const { written } = told;
  for (const { delta, finish_reason: reason } of objectsOf(data['choices'])) {
    if (typeof reason === 'string') told.hasEnd = true;
    if (isObject(delta)) followDelta(told, delta);
  }
  const usage = usageOfChunk(data);
  if (usage !== undefined) {
    addUsage(told, usage);
    addMember(told, 'usage_breakdown', data['usage_breakdown']);
    told.isFinalUsage = true;
  } else if (told.written > written) told.isFinalUsage = false;
}

function followDelta(told: Told, delta: JsonObject): void {
  for (const name of TOOL_MEMBERS) if (Array.isArray(delta[name])) addItem(told, 'choices', { message: delta });
  told.written += lengthOf(delta['content']) + lengthOf(delta['refusal']) + lengthOf(delta['reasoning_content']);
  for (const { function: called } of objectsOf(delta['tool_calls']))
    if (isObject(called)) told.written += lengthOf(called['name']) + lengthOf(called['arguments']);
}

/** Moonshot AI says it in a choice alone, and Groq in a member of its own. */
function usageOfChunk({ usage, choices, x_groq: groq }: JsonObject): JsonObject | undefined {
  if (isObject(usage)) return usage;
  if (isObject(groq) && isObject(groq['usage'])) return groq['usage'];
  if (Array.isArray(choices))
    for (const choice of choices) if (isObject(choice) && isObject(choice['usage'])) return choice['usage'];
  return undefined;
}

const LAST_EVENTS: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** The last event holds the whole answer. */
function followResponses(told: Told, data: unknown): void {
  if (!isObject(data)) return;
  const { type, response, delta } = data;
  if (typeof delta === 'string') told.written += delta.length;
  if (isObject(response)) told.model = textOf(response['model']) ?? told.model;
  if (type === 'response.output_item.done') addCall(told, data['item']);
  if (!LAST_EVENTS.includes(type) || !isObject(response)) return;
  told.hasEnd = true;
  followResponse(told, response);
}

function followResponse(told: Told, response: JsonObject): void {
  if (isObject(response['usage'])) {
    addUsage(told, response['usage']);
    told.isFinalUsage = true;
  }
  for (const name of RESPONSE_MEMBERS) addMember(told, name, response[name]);
  const { output } = response;
  if (Array.isArray(output) && output.length > 0) told.answer['output'] = output;
}

/** What each event says is what was used so far. One that says 0 again, or nothing, takes back nothing. */
function addUsage({ answer }: Told, usage: unknown): void {
  if (!isObject(usage)) return;
  const { usage: before } = answer;
  answer['usage'] = isObject(before) ? mergedUsage(before, usage) : usage;
}

function mergedUsage(earlier: JsonObject, later: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...earlier };
  for (const name of Object.keys(later)) {
    const [before, now] = [earlier[name], later[name]];
    if (isObject(before) && isObject(now)) merged[name] = mergedUsage(before, now);
    else if ((now !== null && now !== 0) || before === undefined || before === null) merged[name] = now;
  }
  return merged;
}

/** Lists of a piece that tell of tools of the provider. */
const TOOL_MEMBERS = ['annotations', 'executed_tools'] as const;

/** Members of a response that decide its price. */
const RESPONSE_MEMBERS = ['service_tier', 'tools', 'tool_usage'] as const;

function addMember({ answer }: Told, name: string, value: unknown): void {
  if (value !== undefined && value !== null) answer[name] = value;
}

function addItem({ answer }: Told, list: string, item: JsonObject): void {
  const { [list]: items } = answer;
  if (Array.isArray(items)) items.push(item);
  else answer[list] = [item];
}

/** The last event has all calls of tools as well, unless it is too large to be read whole. */
function addCall(told: Told, item: unknown): void {
  if (isObject(item) && typeof item['type'] === 'string' && item['type'].endsWith('_call'))
    addItem(told, 'output', item);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}
