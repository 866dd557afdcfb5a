import type { GenerationNames } from './call-name-list.ts';

/** OpenLLMetry, which is older than the conventions, and the names with which Sentry and LiteLLM extend it. */
export const OPENLLMETRY = {
  costUsd: ['gen_ai.usage.cost', 'gen_ai.cost.total_cost', 'litellm.cost.total'],
  streaming: ['gen_ai.is_streaming', 'llm.is_streaming', 'gen_ai.response.streaming'],
  totalTokens: ['llm.usage.total_tokens'],
  inputTokens: ['llm.usage.prompt_tokens'],
  outputTokens: ['llm.usage.completion_tokens'],
  cacheReadTokens: ['llm.usage.cache_read_input_tokens', 'gen_ai.usage.input_tokens.cached'],
  cacheWriteTokens: ['llm.usage.cache_creation_input_tokens', 'gen_ai.usage.input_tokens.cache_write'],
  reasoningTokens: ['llm.usage.reasoning_tokens', 'gen_ai.usage.output_tokens.reasoning'],
  askedModel: ['llm.request.model'],
  answeredModel: ['llm.response.model'],
  provider: ['llm.vendor'],
  dimensions: { user: ['llm.user'], memberPrefixes: ['traceloop.association.properties.'] },
} as const satisfies GenerationNames;
