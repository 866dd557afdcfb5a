/** What a generation of instrumentations calls the parts of a call, the newest name first. */
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
  /** What the call cost in all, in USD. */
  readonly costUsd?: readonly string[];
  readonly errorType?: readonly string[];
  /** Of HTTP, that the provider answered with. */
  readonly errorStatus?: readonly string[];
  readonly inputMessages?: readonly string[];
  readonly outputMessages?: readonly string[];
  readonly systemInstructions?: readonly string[];
}
