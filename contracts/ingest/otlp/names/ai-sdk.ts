import type { GenerationNames } from './call-name-list.ts';

/** Vercel's AI SDK: the versions 4 to 6, and version 7 with its legacy telemetry. */
export const AI_SDK = {
  provider: ['ai.model.provider'],
  askedModel: ['ai.model.id'],
  answeredModel: ['ai.response.model'],
  responseId: ['ai.response.id'],
  firstChunkMs: ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'],
  finishReasons: ['ai.response.finishReason', 'ai.finishReason'],
  inputTokens: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens'],
  outputTokens: ['ai.usage.outputTokens', 'ai.usage.completionTokens'],
  totalTokens: ['ai.usage.totalTokens'],
  cacheReadTokens: ['ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'],
  cacheWriteTokens: ['ai.usage.inputTokenDetails.cacheWriteTokens'],
  reasoningTokens: ['ai.usage.outputTokenDetails.reasoningTokens', 'ai.usage.reasoningTokens'],
  inputMessages: ['ai.prompt.messages', 'ai.prompt'],
  outputMessages: ['ai.response.text', 'ai.result.text'],
  dimensions: { feature: ['ai.telemetry.functionId'], memberPrefixes: ['ai.telemetry.metadata.'] },
} as const satisfies GenerationNames;
