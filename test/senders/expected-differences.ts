import { STATUSES } from './agent-records.ts';
import { providerOf, type SentCall, type SentFault, type SentTokens } from './calls.ts';
import type { CallFacts } from './facts-of.ts';
import { nanosOf } from './nanos-of.ts';

/** What a sender says of a call beyond what is true of it, or otherwise: each stands in its page of `docs/ways-in`. */
export type ExpectedDifference = (call: SentCall) => CallFacts;

/** What a sender works out by itself, and nobody can check. */
export const ANYTHING = Symbol('anything');

const ERRORS: Readonly<Record<SentFault, string>> = {
  rate_limited: 'RateLimitError',
  failing: 'InternalServerError',
  bad_request: 'BadRequestError',
  not_found: 'NotFoundError',
};

/** Words of providers for an ending, as OpenLLMetry has them. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ end_turn: 'stop', stop_sequence: 'stop', stop: 'stop', completed: 'stop' },
  ...{ tool_use: 'tool_call', tool_call: 'tool_call', max_tokens: 'length' },
};

/** Where a sender does not say whether a call streams. */
const STREAMING_UNKNOWN = {
  'request_admissions_v1.streaming': false,
  'request_admissions_v1.streaming_unknown': true,
  'request_terminals_v1.streaming': false,
  'request_terminals_v1.streaming_unknown': true,
};

/**
 * OpenLLMetry for Python says nothing of streaming for a Message that names no stream; of a stream of Anthropic it
 * takes the input that its beginning counts, and adds up the output of both ends.
 */
export const saidByPython: ExpectedDifference = (call) => {
  const { wire, body, tokens, fault, ending = '' } = call;
  return {
    ...(wire === 'messages' && body['stream'] === undefined && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? ENDINGS[ending] : ERRORS[fault],
    ...(tokens !== undefined && used(call, toldByPython(call, tokens))),
  };
};

function toldByPython({ wire, streaming, begun }: SentCall, tokens: SentTokens): SentTokens {
  const { input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = tokens;
  switch (wire) {
    case 'messages':
      return { input: begun?.input ?? input, output: output + (begun?.output ?? 0), cacheRead, cacheWrite };
    case 'responses':
      return { input, output, cacheRead, reasoning };
    case 'chat':
      return without(tokens, streaming ? ['cacheWrite', 'reasoning'] : ['cacheWrite']);
  }
}

function without(tokens: SentTokens, names: readonly (keyof SentTokens)[]): SentTokens {
  const kept = Object.entries(tokens).filter(([name]) => !names.includes(name as keyof SentTokens));
  return Object.fromEntries(kept) as unknown as SentTokens;
}

/**
 * OpenLLMetry for Node: it does not say what streams, nor what a stream of Chat Completions used. Of OpenAI's calls
 * that fail it says nothing at all, but for streams of Responses; it has one word for errors, or the provider's code.
 */
export const saidByNode: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault, ending = '' } = call;
  const error = wire === 'messages' ? 'Error' : ANYTHING;
  const kind = fault === undefined ? ENDINGS[wire === 'responses' ? 'stop' : ending] : error;
  return {
    ...STREAMING_UNKNOWN,
    'request_terminals_v1.terminal_kind': wire === 'messages' && streaming ? '' : kind,
    ...(fault !== undefined && UNPRICED),
    ...(wire === 'chat' && streaming && USAGE_UNKNOWN),
    ...(tokens !== undefined && !(wire === 'chat' && streaming) && used(call, toldByNode(wire, tokens))),
  };
};

function toldByNode(wire: SentCall['wire'], tokens: SentTokens): SentTokens {
  const { input, output } = tokens;
  return wire === 'messages' ? without(tokens, ['reasoning']) : { input, output };
}

export const isLeftOutByNode = ({ wire, streaming, fault }: SentCall): boolean =>
  fault !== undefined && (wire === 'chat' || (wire === 'responses' && !streaming));

/** OpenInference says nothing of streaming for a call that names none, and of Anthropic's counts none that is 0. */
export const saidByOpenInference: ExpectedDifference = (call) => {
  const { wire, body, tokens, fault, ending = '' } = call;
  return {
    ...(body['stream'] === undefined && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind':
      fault === undefined ? (wire === 'responses' ? '' : ending) : errorOfClient(wire, fault),
    ...(tokens !== undefined && used(call, tokensOfOpenInference(wire, tokens))),
  };
};

function tokensOfOpenInference(wire: SentCall['wire'], tokens: SentTokens): SentTokens {
  if (wire === 'messages') return withoutZeros(tokens);
  return wire === 'chat' ? tokens : { cacheRead: 0, reasoning: 0, ...tokens };
}

/**
 * Logfire says that a call streams where a stream ended, and nothing otherwise; it counts no reasoning, and no cache
 * that is 0.
 */
export const saidByLogfire: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault, ending = '' } = call;
  const ended = wire === 'responses' ? ENDINGS_OF_RESPONSES[ending] : ending;
  return {
    ...(!(streaming && fault === undefined) && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? ended : errorOfClient(wire, fault),
    ...(tokens !== undefined && used(call, withoutZeros(without(tokens, ['reasoning'])))),
  };
};

/** Words for the endings of Responses, as Logfire has them. */
const ENDINGS_OF_RESPONSES: Readonly<Record<string, string>> = {
  ...{ completed: 'stop', stop: 'stop', tool_call: 'tool_calls' },
};

function errorOfClient(wire: SentCall['wire'], fault: SentFault): string {
  return `${providerOf(wire)}.${ERRORS[fault]}`;
}

/** Parts that are 0 are left out; input and output are not. */
function withoutZeros({ input, output, cacheRead, cacheWrite, reasoning }: SentTokens): SentTokens {
  return {
    ...{ input, output },
    ...(cacheRead && { cacheRead }),
    ...(cacheWrite && { cacheWrite }),
    ...(reasoning && { reasoning }),
  };
}

/**
 * pydantic-ai 1.0 never says what streams, and has one name for what a provider answers that is an error. Of a stream
 * of Anthropic's it keeps the last count alone, which is without the input where the end of the stream does not repeat
 * it: then usage is unknown.
 */
export const saidByPydanticAi1: ExpectedDifference = ({ wire, streaming, fault }) => ({
  ...STREAMING_UNKNOWN,
  'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : 'pydantic_ai.exceptions.ModelHTTPError',
  ...(wire === 'messages' && streaming && USAGE_UNKNOWN),
});

const ERRORS_OF_PYDANTIC_AI: Readonly<Record<SentFault, string>> = {
  rate_limited: 'ModelRateLimitError',
  failing: 'ModelServerError',
  bad_request: 'ModelRequestRejectedError',
  not_found: 'ModelNotFoundError',
};

/** pydantic-ai 2 times the first output of a stream, and says nothing of streaming otherwise. */
export const saidByPydanticAi2: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault } = call;
  const kind = fault === undefined ? 'stop' : `pydantic_ai.exceptions.${ERRORS_OF_PYDANTIC_AI[fault]}`;
  return {
    ...(!streaming && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': kind,
    ...(tokens !== undefined && wire === 'responses' && used(call, { reasoning: 0, ...tokens })),
  };
};

/**
 * AI SDK 5 names its operations by whether they stream. It does not say with which status a call was refused, so that
 * nobody knows that it cost nothing.
 */
export const saidByAiSdk5: ExpectedDifference = ({ fault }) => ({
  'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : 'AI_APICallError',
  ...(fault !== undefined && UNPRICED),
});

/**
 * AI SDK 7 says the status; it times the first output of a stream, says nothing of streaming otherwise, and counts
 * caches as 0 that a provider leaves out.
 */
export const saidByAiSdk7: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault } = call;
  const caches = wire === 'messages' ? { cacheRead: 0, cacheWrite: 0 } : { cacheRead: 0 };
  return {
    ...(!streaming && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : 'AI_APICallError',
    ...(tokens !== undefined && used(call, { ...caches, ...tokens })),
  };
};

/**
 * Claude Code does not say what streams, nor how an answer ended or what was thought, and counts caches as 0 that a
 * provider leaves out.
 */
export const saidByClaudeCode: ExpectedDifference = (call) => {
  const { tokens, fault } = call;
  return {
    ...STREAMING_UNKNOWN,
    'request_terminals_v1.terminal_kind': fault === undefined ? '' : String(STATUSES[fault]),
    ...(tokens !== undefined && used(call, { cacheRead: 0, cacheWrite: 0, ...without(tokens, ['reasoning']) })),
  };
};

/**
 * Codex streams all that it asks, which no record of a failure says; it does not say how an answer ended, and counts as
 * 0 what a provider leaves out.
 */
export const saidByCodex: ExpectedDifference = (call) => {
  const { tokens, fault } = call;
  return {
    ...(fault === undefined
      ? everywhere('streaming', true, ['request_admissions_v1', 'request_terminals_v1'])
      : STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? '' : String(STATUSES[fault]),
    ...(tokens !== undefined && used(call, { cacheRead: 0, cacheWrite: 0, reasoning: 0, ...tokens })),
  };
};

const UNPRICED = {
  'cost_effects_v1.nanos': '0',
  'cost_effects_v1.priced': 0,
  'cost_effects_v1.unpriced': 1,
  'cost_effects_v1.unpriced_reason': 'usage_unknown',
  'cost_effects_v1.estimated': 0,
};

const USAGE_UNKNOWN = {
  'attempts_v1.usage_source': 'none',
  'attempts_v1.usage_known': false,
  'attempts_v1.input_tokens': null,
  'attempts_v1.output_tokens': null,
  'attempts_v1.cache_read_tokens': null,
  'attempts_v1.reasoning_tokens': null,
  'attempts_v1.total_tokens': null,
  ...UNPRICED,
};

/** What facts say that a call used, and what it cost by that. */
function used({ wire, model }: SentCall, tokens: SentTokens): CallFacts {
  const nanos = nanosOf(providerOf(wire), model, tokens);
  const text = (count: number | undefined) => (count === undefined ? null : String(count));
  return {
    'attempts_v1.input_tokens': text(tokens.input),
    'attempts_v1.output_tokens': text(tokens.output),
    'attempts_v1.total_tokens': text(tokens.input + tokens.output),
    'attempts_v1.cache_read_tokens': text(tokens.cacheRead),
    'attempts_v1.cache_write_tokens': text(tokens.cacheWrite),
    'attempts_v1.reasoning_tokens': text(tokens.reasoning),
    ...(nanos === undefined ? UNPRICED : { 'cost_effects_v1.nanos': nanos }),
  };
}

/** Models that LiteLLM's table of prices has no more: they are priced by ours. */
const RETIRED =
  /^(claude-2\.1|claude-3-.*|claude-sonnet-4-0|gpt-3\.5-turbo-0613|gpt-4-vision-preview|gpt-4\.5-preview|o1-mini)$/;

/** What LiteLLM adds for each search of the web, which the table of prices by tokens leaves out. */
const NANOS_OF_A_SEARCH = 10_000_000n;

/** Counted by LiteLLM from the text of a stream that tells no usage. */
const COUNTED_FROM_TEXT: CallFacts = {
  'attempts_v1.usage_known': true,
  ...anything('attempts_v1', ['input_tokens', 'output_tokens', 'total_tokens', 'reasoning_tokens']),
  ...anything('cost_effects_v1', ['nanos']),
  'cost_effects_v1.priced': 1,
  'cost_effects_v1.unpriced': 0,
  'cost_effects_v1.unpriced_reason': '',
};

/**
 * LiteLLM names its deployment, its group of models and the model that was asked, and does not say whether its prices
 * are estimates.
 */
export const saidByLitellm: ExpectedDifference = (call) => {
  const { wire, body, fault } = call;
  const { model } = body;
  return {
    ...everywhere('route_id', model, [
      ...['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1'],
    ]),
    ...everywhere('connection_id', `${providerOf(wire)}-${model}`, [
      ...['attempts_v1', 'cost_effects_v1', ...(fault === undefined ? ['request_terminals_v1'] : [])],
    ]),
    ...everywhere('provider_model', model, ['attempts_v1', 'cost_effects_v1']),
    ...(fault === undefined ? answeredByLitellm(call) : failedByLitellm(wire, fault)),
  };
};

/** It reads an error of OpenAI's by its text, and forgets that a response was to be streamed which was refused. */
function failedByLitellm(wire: SentCall['wire'], fault: SentFault): CallFacts {
  const isReadByText = wire !== 'messages' && fault === 'bad_request';
  return {
    'request_terminals_v1.terminal_kind': isReadByText ? ANYTHING : ERRORS[fault],
    ...(wire === 'responses' && everywhere('streaming', false, ['request_admissions_v1', 'request_terminals_v1'])),
  };
}

function answeredByLitellm(call: SentCall): CallFacts {
  const { model } = call.body;
  const isPricedByUs = RETIRED.test(model);
  return {
    'request_terminals_v1.final_model': model,
    'attempts_v1.usage_source': 'gateway',
    ...(call.tokens === undefined ? COUNTED_FROM_TEXT : usedByLitellm(call, call.tokens)),
    'cost_effects_v1.estimated': isPricedByUs ? 1 : 0,
    'cost_effects_v1.estimate_unknown': isPricedByUs ? 0 : 1,
  };
}

/**
 * It counts as 0 what a provider leaves out, what was thought by the text, and the words of an adviser as the model's
 * own.
 */
function usedByLitellm(call: SentCall, tokens: SentTokens): CallFacts {
  const { wire, body, streaming, searches = 0, isAdvised = false } = call;
  const facts = used(
    { ...call, model: body.model },
    {
      ...tokens,
      ...(wire !== 'chat' && { cacheRead: tokens.cacheRead ?? 0 }),
      ...(wire === 'messages' && { cacheWrite: tokens.cacheWrite ?? 0 }),
      ...((wire === 'responses' || streaming) && { reasoning: tokens.reasoning ?? 0 }),
    },
  );
  const ofSearches = RETIRED.test(body.model) ? 0n : NANOS_OF_A_SEARCH * BigInt(searches);
  const nanos = BigInt(String(facts['cost_effects_v1.nanos'])) + ofSearches;
  return {
    ...facts,
    'cost_effects_v1.nanos': String(nanos),
    ...(wire === 'messages' && tokens.reasoning === undefined && anything('attempts_v1', ['reasoning_tokens'])),
    ...(isAdvised && {
      ...anything('attempts_v1', ['input_tokens', 'output_tokens', 'total_tokens']),
      ...anything('cost_effects_v1', ['nanos']),
    }),
  };
}

function anything(table: string, columns: readonly string[]): CallFacts {
  return Object.fromEntries(columns.map((column) => [`${table}.${column}`, ANYTHING]));
}

function everywhere(column: string, value: unknown, tables: readonly string[]): CallFacts {
  return Object.fromEntries(tables.map((table) => [`${table}.${column}`, value]));
}
