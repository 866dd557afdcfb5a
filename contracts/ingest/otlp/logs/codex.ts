import { countedTokens, readRecordError, type ReadRecord } from './recorded-call.ts';

const TOKENS = [
  ...['input_token_count', 'output_token_count', 'cached_token_count', 'cache_write_token_count'],
  'reasoning_token_count',
];

const FIRST_ERROR = 400;

/**
 * Reads an event of Codex. Codex writes a record for each event of a stream, and two for its end; one of these counts
 * the tokens.
 */
export const readCodexEvent: ReadRecord = (attributes) => {
  const kind = attributes.text(['event.kind']);
  const usage = countedTokens(attributes, TOKENS);
  const common = { provider: 'openai', durationMs: undefined, streaming: true };
  if (kind === 'response.failed') return { ...common, usage: undefined, error: 'error' };
  if (kind !== 'response.completed' || usage === undefined) return undefined;
  return { ...common, usage, error: undefined, firstOutputMs: attributes.number(['ttft_ms']) };
};

/** Reads a request of Codex. Only a failed request is a call: an answered one is counted at the end of its stream. */
export const readCodexRequest: ReadRecord = (attributes) => {
  const status = attributes.number(['http.response.status_code']);
  const failed = status === undefined ? attributes.text(['error.message']) !== undefined : status >= FIRST_ERROR;
  if (!failed) return undefined;
  return {
    provider: 'openai',
    durationMs: attributes.number(['duration_ms']),
    usage: undefined,
    error: readRecordError(attributes, ['http.response.status_code']),
  };
};
