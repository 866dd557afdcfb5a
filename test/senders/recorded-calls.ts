import { dirname, join } from 'node:path';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import { findPublishedData } from '../../testing/find-published-data.ts';
import { wireProvider, type SentCall, type SentFault, type SentTokens } from './calls.ts';
import { computeNanos } from './compute-nanos.ts';
import { PATHS, readCassettes, readChatRows, type RecordedExchange } from './recorded-exchanges.ts';

/** Recorded calls, by the key that distinguishes them. */
export type RecordedCalls = ReadonlyMap<string, { readonly call: SentCall; readonly exchange: RecordedExchange }>;

/** The key that distinguishes a call, from everything that LiteLLM passes on unchanged. */
export function callKey(
  method: string,
  path: string,
  { model, messages, input, stream = false }: Record<string, unknown>,
): string {
  return `${method} ${path.replace(/\?.*/, '')} ${canonicalJson([model, messages ?? null, input ?? null, stream])}`;
}

/**
 * The calls of the recorded exchanges, each once. If the exchanges are absent, the map is empty and a message is
 * logged.
 */
export function readRecordedCalls(): RecordedCalls {
  const { path, isPresent } = findPublishedData('the recorded exchanges are', 'provider-exchanges', 'cassettes');
  const calls = new Map<string, { call: SentCall; exchange: RecordedExchange }>();
  if (!isPresent) return calls;
  const seen = new Set<string>();
  for (const exchange of [...readCassettes(path), ...readChatRows(join(dirname(path), 'provider_exchanges.csv'))]) {
    const key = callKey('POST', PATHS[exchange.wire], exchange.body);
    const call = callOf(exchange);
    // Most rows of the table equal another row.
    const content = JSON.stringify({ ...call, body: exchange.wire === 'chat' ? exchange.body.model : exchange.body });
    if (calls.has(key) || seen.has(content)) continue;
    seen.add(content);
    calls.set(key, { call, exchange });
  }
  return calls;
}

const FAULTS: Readonly<Record<number, SentFault>> = { 400: 'bad_request', 404: 'not_found' };

function callOf({ wire, body, status, text }: RecordedExchange): SentCall {
  const asked = { wire, body, streaming: body['stream'] === true };
  const fault = FAULTS[status];
  if (fault !== undefined) return { ...asked, model: body.model, fault, nanos: '0' };
  const { model, tokens, ...others } = ANSWERED[wire](text);
  const nanos = computeNanos(wireProvider(wire), model, tokens);
  return { ...asked, model, ...others, ...(tokens !== undefined && { tokens }), ...(nanos !== undefined && { nanos }) };
}

type Answered = Pick<SentCall, 'model' | 'tokens' | 'begun' | 'searches' | 'isAdvised' | 'ending'>;

type Counted = number | null | undefined;

interface MessageUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens_details?: { readonly thinking_tokens?: number };
  readonly server_tool_use?: { readonly web_search_requests?: number } | null;
  readonly iterations?: readonly { readonly type: string }[] | null;
}

interface Message {
  readonly model: string;
  readonly usage: MessageUsage;
  readonly stop_reason: string | null;
}

/** A Message, or an event of a Message's stream. */
type MessageEvent = Message & {
  readonly type: string;
  readonly message?: Message;
  readonly delta?: { readonly stop_reason: string | null };
};

/** The values of a Message. A stream begins with a Message, and its end amends the values. */
function messageIn(text: Buffer): Answered {
  const events = objectsIn<MessageEvent>(text);
  const message = events[0]!.message ?? events[0]!;
  const end = events.find(({ type }) => type === 'message_delta');
  const usage = { ...message.usage, ...end?.usage };
  const ending = end?.delta?.stop_reason ?? message.stop_reason;
  return {
    model: message.model,
    tokens: tokensOfMessage(usage),
    searches: usage.server_tool_use?.web_search_requests ?? 0,
    isAdvised: usage.iterations?.some(({ type }) => type === 'advisor_message') ?? false,
    ...(end !== undefined && { begun: tokensOfMessage(message.usage) }),
    ...(ending !== null && { ending }),
  };
}

/** The tokens of a Message. Anthropic counts cached tokens separately from the input. */
function tokensOfMessage(usage: MessageUsage): SentTokens {
  const [cacheRead, cacheWrite] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
  const input = usage.input_tokens + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const reasoning = usage.output_tokens_details?.thinking_tokens;
  return { input, output: usage.output_tokens, ...known({ cacheRead, cacheWrite, reasoning }) };
}

interface ResponseUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly input_tokens_details?: { readonly cached_tokens?: number; readonly cache_write_tokens?: number };
  readonly output_tokens_details?: { readonly reasoning_tokens?: number };
}

interface Response {
  readonly model: string;
  readonly usage: ResponseUsage;
  readonly status: string;
  readonly output: readonly { readonly type: string }[];
}

function responseIn(text: Buffer): Answered {
  const { model, usage, status, output } = objectsIn<Response>(text)[0]!;
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite } = usage.input_tokens_details ?? {};
  const reasoning = usage.output_tokens_details?.reasoning_tokens;
  return {
    model,
    ending: output.some(({ type }) => type === 'function_call') ? 'tool_call' : status,
    tokens: {
      ...{ input: usage.input_tokens, output: usage.output_tokens },
      ...known({ cacheRead, cacheWrite, reasoning }),
    },
  };
}

interface Completion {
  readonly model: string;
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens?: number };
    readonly completion_tokens_details: { readonly reasoning_tokens?: number };
  };
}

function completionIn(text: Buffer): Answered {
  const { model, usage } = objectsIn<Completion>(text).at(-1)!;
  if (usage === undefined) return { model, ending: 'stop' };
  const { cached_tokens: cacheRead } = usage.prompt_tokens_details;
  const { reasoning_tokens: reasoning } = usage.completion_tokens_details;
  const tokens = { input: usage.prompt_tokens, output: usage.completion_tokens, ...known({ cacheRead, reasoning }) };
  return { model, ending: 'stop', tokens };
}

const ANSWERED = { chat: completionIn, responses: responseIn, messages: messageIn };

/** The counts without absent values. */
function known(counts: Readonly<Record<string, Counted>>): Partial<SentTokens> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number'));
}

/** The only object of an answer, or the objects of a stream. */
function objectsIn<Form>(text: Buffer): Form[] {
  const whole = text.toString();
  const lines = whole.startsWith('{') ? [`data: ${whole}`] : whole.split('\n');
  const dataLines = lines.filter((line) => line.startsWith('data: {'));
  return dataLines.map((line) => JSON.parse(line.slice('data: '.length)) as Form);
}
