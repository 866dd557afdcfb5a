import type { GenerationNames } from './call-name-list.ts';

/** The GenAI conventions of OpenTelemetry: the current names, followed by those of earlier versions. */
export const OPENTELEMETRY = {
  provider: ['gen_ai.provider.name', 'gen_ai.system'],
  askedModel: ['gen_ai.request.model'],
  answeredModel: ['gen_ai.response.model'],
  responseId: ['gen_ai.response.id'],
  streaming: ['gen_ai.request.stream'],
  firstChunkSeconds: ['gen_ai.response.time_to_first_chunk', 'gen_ai.client.operation.time_to_first_chunk'],
  finishReasons: ['gen_ai.response.finish_reasons', 'gen_ai.response.finish_reason'],
  inputTokens: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  outputTokens: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  totalTokens: ['gen_ai.usage.total_tokens'],
  cacheReadTokens: ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
  cacheWriteTokens: [
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
  ],
  reasoningTokens: ['gen_ai.usage.reasoning.output_tokens', 'gen_ai.usage.reasoning_tokens'],
  errorType: ['error.type'],
  errorStatus: ['http.response.status_code', 'http.status_code'],
  /** The current conventions have JSON texts here; earlier ones had texts of any form. */
  inputMessages: ['gen_ai.input.messages', 'gen_ai.prompt'],
  outputMessages: ['gen_ai.output.messages', 'gen_ai.completion'],
  systemInstructions: ['gen_ai.system_instructions'],
  dimensions: {
    user: ['user.id', 'enduser.id'],
    agent: ['gen_ai.agent.name'],
    session: ['gen_ai.conversation.id', 'session.id'],
  },
} as const satisfies GenerationNames;
