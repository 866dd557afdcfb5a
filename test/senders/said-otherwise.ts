import type { SentCall } from './calls.ts';
import type { CallFacts } from './facts-of.ts';

/** What a sender says of a call beyond what is true of it, or otherwise: each stands in its page of `docs/ways-in`. */
export type SaidOtherwise = (call: SentCall) => CallFacts;

const ERRORS = { rate_limited: 'RateLimitError', failing: 'InternalServerError' } as const;

const NO_CACHES = { 'attempts_v1.cache_read_tokens': '0', 'attempts_v1.cache_write_tokens': '0' };

/** OpenLLMetry for Python: its instrumentation of Anthropic adds the first tokens of a stream to those that its end counts. */
export const saidByPython: SaidOtherwise = ({ wire, streaming, fault }) => ({
  'request_terminals_v1.terminal_kind': fault === undefined ? 'stop' : ERRORS[fault],
  ...(fault === undefined && wire === 'messages' && NO_CACHES),
  ...(wire === 'responses' && { 'attempts_v1.cache_read_tokens': '0', 'attempts_v1.reasoning_tokens': '0' }),
  ...(wire === 'messages' &&
    streaming && {
      'attempts_v1.output_tokens': '201',
      'attempts_v1.total_tokens': '1201',
      'cost_effects_v1.nanos': '2005000',
    }),
});

/**
 * OpenLLMetry for Node: it does not say what streams, nor what a stream of Chat Completions used, and has one word for errors. Of
 * OpenAI's calls that fail it says nothing at all.
 */
export const saidByNode: SaidOtherwise = ({ wire, streaming, fault }) => ({
  'request_admissions_v1.streaming': false,
  'request_terminals_v1.streaming': false,
  'request_terminals_v1.terminal_kind': kindByNode(wire, streaming, fault),
  ...(wire === 'chat' && streaming && USAGE_UNKNOWN),
});

export const isLeftOutByNode = ({ wire, fault }: SentCall): boolean => wire === 'chat' && fault !== undefined;

function kindByNode(wire: SentCall['wire'], streaming: boolean, fault: SentCall['fault']): string {
  if (fault !== undefined) return 'error';
  return wire === 'messages' && streaming ? '' : 'stop';
}

const USAGE_UNKNOWN = {
  'attempts_v1.usage_source': 'none',
  'attempts_v1.usage_known': false,
  'attempts_v1.input_tokens': null,
  'attempts_v1.output_tokens': null,
  'attempts_v1.total_tokens': null,
  'cost_effects_v1.nanos': '0',
  'cost_effects_v1.priced': 0,
  'cost_effects_v1.unpriced': 1,
  'cost_effects_v1.estimated': 0,
};

/** LiteLLM names its deployment and its group of models, counts what a provider leaves out as 0, and does not say whether its prices are estimates. */
export const saidByLitellm: SaidOtherwise = ({ wire, model, streaming, fault }) => ({
  ...everywhere('route_id', model, ['request_admissions_v1', 'attempts_v1', 'cost_effects_v1', 'request_terminals_v1']),
  ...everywhere('connection_id', wire === 'messages' ? 'anthropic' : 'openai', [
    ...['attempts_v1', 'cost_effects_v1', ...(fault === undefined ? ['request_terminals_v1'] : [])],
  ]),
  ...(fault === undefined
    ? {
        'attempts_v1.usage_source': 'gateway',
        'cost_effects_v1.estimated': 0,
        'cost_effects_v1.estimate_unknown': 1,
      }
    : { 'request_terminals_v1.terminal_kind': ERRORS[fault] }),
  ...(fault === undefined && wire === 'messages' && NO_CACHES),
  ...(fault === undefined && (wire !== 'chat' || streaming) && { 'attempts_v1.reasoning_tokens': '0' }),
  ...(wire === 'responses' && { 'attempts_v1.cache_read_tokens': '0' }),
});

function everywhere(column: string, value: string, tables: readonly string[]): CallFacts {
  return Object.fromEntries(tables.map((table) => [`${table}.${column}`, value]));
}
