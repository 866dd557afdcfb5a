import { FAULT_STATUSES } from './agent-records.ts';
import { wireProvider, type SentCall, type SentFault, type SentTokens } from './calls.ts';
import type { CallFacts } from './read-call-facts.ts';
import { computeNanos } from './compute-nanos.ts';

/**
 * The differences between a sender's report of a call and the true values. Each difference is documented in the
 * sender's page of `docs/ways-in`.
 */
export type ExpectedDifference = (call: SentCall) => CallFacts;

/** A value that a sender computes itself and that no test can check. */
export const ANYTHING = Symbol('anything');

const ERRORS: Readonly<Record<SentFault, string>> = {
  rate_limited: 'RateLimitError',
  failing: 'InternalServerError',
  bad_request: 'BadRequestError',
  not_found: 'NotFoundError',
};

/** OpenLLMetry's names for the providers' endings. */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ end_turn: 'stop', stop_sequence: 'stop', stop: 'stop', completed: 'stop' },
  ...{ tool_use: 'tool_call', tool_call: 'tool_call', max_tokens: 'length' },
};

/** The tables with the facts of a call. */
const EVERY_TABLE = ['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1'];

/** The facts of a sender that does not report whether a call streams. */
const STREAMING_UNKNOWN = {
  'request_admissions_v1.streaming': false,
  'request_admissions_v1.streaming_unknown': true,
  'request_terminals_v1.streaming': false,
  'request_terminals_v1.streaming_unknown': true,
};

/**
 * OpenLLMetry for Python does not report streaming for a Message whose body has no `stream`. For a stream of Anthropic,
 * it uses the input of the stream's beginning, and adds up the output of both ends.
 */
export const pythonDifferences: ExpectedDifference = (call) => {
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
 * OpenLLMetry for Node reports neither streaming nor the usage of a stream of Chat Completions. It does not report
 * failed calls of OpenAI, except for streams of Responses. It has one name for all errors, or the provider's code.
 */
export const nodeDifferences: ExpectedDifference = (call) => {
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

export const isOmittedByNode = ({ wire, streaming, fault }: SentCall): boolean =>
  fault !== undefined && (wire === 'chat' || (wire === 'responses' && !streaming));

/**
 * OpenInference does not report streaming for a call whose body has no `stream`, and omits zero counts of Anthropic.
 */
export const openInferenceDifferences: ExpectedDifference = (call) => {
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
 * Logfire reports streaming only for a stream that ended. It reports no reasoning tokens, and omits zero counts of
 * caches.
 */
export const logfireDifferences: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault, ending = '' } = call;
  const ended = wire === 'responses' ? ENDINGS_OF_RESPONSES[ending] : ending;
  return {
    ...(!(streaming && fault === undefined) && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? ended : errorOfClient(wire, fault),
    ...(tokens !== undefined && used(call, withoutZeros(without(tokens, ['reasoning'])))),
  };
};

/** Logfire's names for the endings of Responses. */
const ENDINGS_OF_RESPONSES: Readonly<Record<string, string>> = {
  ...{ completed: 'stop', stop: 'stop', tool_call: 'tool_calls' },
};

function errorOfClient(wire: SentCall['wire'], fault: SentFault): string {
  return `${wireProvider(wire)}.${ERRORS[fault]}`;
}

/** The tokens without zero parts; input and output may be 0. */
function withoutZeros({ input, output, cacheRead, cacheWrite, reasoning }: SentTokens): SentTokens {
  return {
    ...{ input, output },
    ...(cacheRead && { cacheRead }),
    ...(cacheWrite && { cacheWrite }),
    ...(reasoning && { reasoning }),
  };
}

/**
 * pydantic-ai 1.0 never reports streaming, and has one name for all errors of providers. For a stream of Anthropic, it
 * reports only the last count. If the end of the stream does not repeat the input, the input is missing and the usage
 * is unknown.
 */
export const pydanticAi1Differences: ExpectedDifference = ({ wire, streaming, fault }) => ({
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

/**
 * pydantic-ai 2 measures the first output of a stream, and does not report streaming for other calls. It reports the
 * name of the agent.
 */
export const pydanticAi2Differences: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault } = call;
  const kind = fault === undefined ? 'stop' : `pydantic_ai.exceptions.${ERRORS_OF_PYDANTIC_AI[fault]}`;
  return {
    ...(!streaming && STREAMING_UNKNOWN),
    ...everywhere('agent', 'sender', EVERY_TABLE),
    'request_terminals_v1.terminal_kind': kind,
    ...(tokens !== undefined && wire === 'responses' && used(call, { reasoning: 0, ...tokens })),
  };
};

/**
 * AI SDK 5 has different operation names for streams. It does not report the status of a refused call, so the cost of
 * the call is unknown.
 */
export const aiSdk5Differences: ExpectedDifference = ({ fault }) => ({
  'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : 'AI_APICallError',
  ...(fault !== undefined && UNPRICED),
});

/**
 * AI SDK 7 reports the status. It measures the first output of a stream, and does not report streaming for other calls.
 * It reports 0 for cache counts that a provider omits.
 */
export const aiSdk7Differences: ExpectedDifference = (call) => {
  const { wire, tokens, streaming, fault } = call;
  const caches = wire === 'messages' ? { cacheRead: 0, cacheWrite: 0 } : { cacheRead: 0 };
  return {
    ...(!streaming && STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : 'AI_APICallError',
    ...(tokens !== undefined && used(call, { ...caches, ...tokens })),
  };
};

/**
 * Claude Code reports neither streaming, nor the ending of an answer, nor reasoning tokens. It reports 0 for cache
 * counts that a provider omits.
 */
export const claudeCodeDifferences: ExpectedDifference = (call) => {
  const { tokens, fault } = call;
  return {
    ...STREAMING_UNKNOWN,
    'request_terminals_v1.terminal_kind': fault === undefined ? '' : String(FAULT_STATUSES[fault]),
    ...(tokens !== undefined && used(call, { cacheRead: 0, cacheWrite: 0, ...without(tokens, ['reasoning']) })),
  };
};

/**
 * Codex streams all its calls, but records of failures do not report this. It does not report the ending of an answer,
 * and reports 0 for counts that a provider omits.
 */
export const codexDifferences: ExpectedDifference = (call) => {
  const { tokens, fault } = call;
  return {
    ...(fault === undefined
      ? everywhere('streaming', true, ['request_admissions_v1', 'request_terminals_v1'])
      : STREAMING_UNKNOWN),
    'request_terminals_v1.terminal_kind': fault === undefined ? '' : String(FAULT_STATUSES[fault]),
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

/** The facts of a call's usage, and of its cost by that usage. */
function used({ wire, model }: SentCall, tokens: SentTokens): CallFacts {
  const nanos = computeNanos(wireProvider(wire), model, tokens);
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

/** Models that LiteLLM's price table no longer contains. Our table prices them. */
const RETIRED =
  /^(claude-2\.1|claude-3-.*|claude-sonnet-4-0|gpt-3\.5-turbo-0613|gpt-4-vision-preview|gpt-4\.5-preview|o1-mini)$/;

/** The cost that LiteLLM adds for each web search. The price table for tokens does not include it. */
const NANOS_OF_A_SEARCH = 10_000_000n;

/** The facts if LiteLLM counts tokens from the text of a stream without usage. */
const COUNTED_FROM_TEXT: CallFacts = {
  'attempts_v1.usage_known': true,
  ...anything('attempts_v1', ['input_tokens', 'output_tokens', 'total_tokens', 'reasoning_tokens']),
  ...anything('cost_effects_v1', ['nanos']),
  'cost_effects_v1.priced': 1,
  'cost_effects_v1.unpriced': 0,
  'cost_effects_v1.unpriced_reason': '',
};

/**
 * LiteLLM reports its deployment, its model group and the requested model. It does not report whether its prices are
 * estimates.
 */
export const litellmDifferences: ExpectedDifference = (call) => {
  const { wire, body, fault } = call;
  const { model } = body;
  return {
    ...everywhere('route_id', model, EVERY_TABLE),
    ...everywhere('connection_id', `${wireProvider(wire)}-${model}`, [
      ...['attempts_v1', 'cost_effects_v1', ...(fault === undefined ? ['request_terminals_v1'] : [])],
    ]),
    ...everywhere('provider_model', model, ['attempts_v1', 'cost_effects_v1']),
    ...(fault === undefined ? answeredByLitellm(call) : failedByLitellm(wire, fault)),
  };
};

/**
 * LiteLLM derives an OpenAI error from its text. For a refused response, it does not report that the caller requested a
 * stream.
 */
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
 * LiteLLM reports 0 for counts that a provider omits. It counts reasoning tokens from the text, and adds the tokens of
 * an advisor model to the model's own tokens.
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
