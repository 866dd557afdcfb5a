import { countedTokens, readRecordError, type ReadRecord } from './recorded-call.ts';

/** The prefix of Anthropic models in the names of Amazon Bedrock. */
const OF_BEDROCK = /^([a-z-]+\.)?anthropic\./;

const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_creation_tokens'];

/** Reads a request of Claude Code, which counts cached tokens in addition to the input, as Anthropic does. */
export const readClaudeCodeRequest: ReadRecord = (attributes) => {
  const usage = countedTokens(attributes, TOKENS);
  return {
    provider: OF_BEDROCK.test(attributes.text(['model']) ?? '') ? 'aws.bedrock' : 'anthropic',
    durationMs: attributes.number(['duration_ms']),
    usage: usage && { ...usage, hasCachesBeside: true },
    error: undefined,
    costUsd: attributes.number(['cost_usd']),
    firstOutputMs: attributes.number(['ttft_ms']),
  };
};

export const readClaudeCodeError: ReadRecord = (attributes) => ({
  provider: OF_BEDROCK.test(attributes.text(['model']) ?? '') ? 'aws.bedrock' : 'anthropic',
  durationMs: attributes.number(['duration_ms']),
  usage: undefined,
  error: readRecordError(attributes, ['status_code']),
});
