import type { GenerationNames } from './call-name-list.ts';

/** The names of pydantic-ai and Logfire in addition to the conventions. Counts of a provider are below `details`. */
export const PYDANTIC_AI = {
  costUsd: ['operation.cost'],
  cacheReadTokens: [
    'gen_ai.usage.cache_read_tokens',
    'gen_ai.usage.details.cache_read_tokens',
    'gen_ai.usage.details.cache_read_input_tokens',
    'gen_ai.usage.details.cached_tokens',
    'gen_ai.usage.details.cached_content_tokens',
  ],
  cacheWriteTokens: [
    'gen_ai.usage.cache_write_tokens',
    'gen_ai.usage.details.cache_write_tokens',
    'gen_ai.usage.details.cache_creation_input_tokens',
  ],
  reasoningTokens: ['gen_ai.usage.details.reasoning_tokens', 'gen_ai.usage.details.thoughts_tokens'],
  dimensions: { agent: ['agent_name'] },
} as const satisfies GenerationNames;
