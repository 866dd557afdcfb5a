/**
 * What calls of models are called by the GenAI conventions of OpenTelemetry, the current name first: behind it stand those that
 * older versions of them had, and those of widespread instrumentations from before.
 */
export const GEN_AI = {
  operation: ['gen_ai.operation.name', 'llm.request.type'],
  provider: ['gen_ai.provider.name', 'gen_ai.system'],
  askedModel: ['gen_ai.request.model'],
  answeredModel: ['gen_ai.response.model'],
  streaming: ['gen_ai.request.stream', 'gen_ai.is_streaming', 'llm.is_streaming'],
  /** In seconds. */
  firstChunk: ['gen_ai.response.time_to_first_chunk'],
  finishReasons: ['gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason'],
  inputTokens: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  outputTokens: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  totalTokens: ['gen_ai.usage.total_tokens', 'llm.usage.total_tokens'],
  cacheReadTokens: ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
  cacheWriteTokens: [
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
  ],
  reasoningTokens: [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'llm.usage.reasoning_tokens',
  ],
  errorType: ['error.type'],
  /** JSON texts of the conventions; before them, texts of any form. */
  inputMessages: ['gen_ai.input.messages', 'gen_ai.prompt'],
  outputMessages: ['gen_ai.output.messages', 'gen_ai.completion'],
  systemInstructions: ['gen_ai.system_instructions'],
} as const satisfies Record<string, readonly string[]>;

/** Before there were messages, each member of each of them was an attribute: `gen_ai.prompt.0.content`. */
export const INDEXED_MESSAGES = { input: 'gen_ai.prompt', output: 'gen_ai.completion' } as const;

/** What of the traffic format has no name there; on a span, or on its resource for all of its spans. */
export const DIMENSIONS = {
  purpose: 'truetally.purpose',
  release_id: 'truetally.release_id',
  route_id: 'truetally.route_id',
  team_id: 'truetally.team_id',
} as const;

/** Operations that call a model once; agents, tools and workflows do it in spans below their own. */
export const CALLS_OF_MODELS: Readonly<Record<string, 'generation' | 'embedding'>> = {
  chat: 'generation',
  text_completion: 'generation',
  generate_content: 'generation',
  completion: 'generation',
  embeddings: 'embedding',
  embedding: 'embedding',
};
