import type { GenerationNames } from './call-name-list.ts';

/** OpenInference, whose input counts include cached tokens. */
export const OPENINFERENCE = {
  provider: ['llm.provider', 'llm.system'],
  askedModel: ['llm.request.model_name', 'llm.model_name', 'embedding.model_name'],
  answeredModel: ['llm.response.model_name'],
  finishReasons: ['llm.finish_reason'],
  inputTokens: ['llm.token_count.prompt'],
  outputTokens: ['llm.token_count.completion'],
  totalTokens: ['llm.token_count.total'],
  cacheReadTokens: ['llm.token_count.prompt_details.cache_read', 'llm.token_count.prompt_details.cache_input'],
  cacheWriteTokens: ['llm.token_count.prompt_details.cache_write'],
  reasoningTokens: ['llm.token_count.completion_details.reasoning'],
  costUsd: ['llm.cost.total'],
  inputMessages: ['input.value'],
  outputMessages: ['output.value'],
  dimensions: { agent: ['agent.name'], metadata: ['metadata'], labels: ['tag.tags'] },
} as const satisfies GenerationNames;
