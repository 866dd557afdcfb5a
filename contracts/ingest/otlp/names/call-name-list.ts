import type { DimensionNameList } from './dimension-name-list.ts';

/** The attribute names of a generation of instrumentations: for the parts of a call, and for its dimensions. */
export interface GenerationNames extends CallNameList {
  readonly dimensions?: DimensionNameList;
}

/** The attribute names that a generation of instrumentations uses for the parts of a call, the newest name first. */
export interface CallNameList {
  readonly provider?: readonly string[];
  readonly askedModel?: readonly string[];
  readonly answeredModel?: readonly string[];
  readonly responseId?: readonly string[];
  readonly streaming?: readonly string[];
  readonly firstChunkSeconds?: readonly string[];
  readonly firstChunkMs?: readonly string[];
  readonly finishReasons?: readonly string[];
  readonly inputTokens?: readonly string[];
  readonly outputTokens?: readonly string[];
  readonly totalTokens?: readonly string[];
  readonly cacheReadTokens?: readonly string[];
  readonly cacheWriteTokens?: readonly string[];
  readonly reasoningTokens?: readonly string[];
  /** The total cost of the call in USD. */
  readonly costUsd?: readonly string[];
  readonly errorType?: readonly string[];
  /** The HTTP status of the provider's answer. */
  readonly errorStatus?: readonly string[];
  readonly inputMessages?: readonly string[];
  readonly outputMessages?: readonly string[];
  readonly systemInstructions?: readonly string[];
}
