import { AI_SDK } from './ai-sdk.ts';
import type { CallNameList } from './call-name-list.ts';
import { OPENINFERENCE } from './openinference.ts';
import { OPENLLMETRY } from './openllmetry.ts';
import { OPENTELEMETRY } from './opentelemetry.ts';
import { PYDANTIC_AI } from './pydantic-ai.ts';

/**
 * The generations in the order of the look-up. The conventions are first, because an instrumentation that follows them
 * may repeat values under its own names.
 */
const GENERATIONS: readonly CallNameList[] = [OPENTELEMETRY, OPENLLMETRY, PYDANTIC_AI, OPENINFERENCE, AI_SDK];

/** The attribute names for each part of a call, of all generations, in the order of the look-up. */
export const CALL_NAMES: Required<CallNameList> = {
  provider: namesOf('provider'),
  askedModel: namesOf('askedModel'),
  answeredModel: namesOf('answeredModel'),
  responseId: namesOf('responseId'),
  streaming: namesOf('streaming'),
  firstChunkSeconds: namesOf('firstChunkSeconds'),
  firstChunkMs: namesOf('firstChunkMs'),
  finishReasons: namesOf('finishReasons'),
  inputTokens: namesOf('inputTokens'),
  outputTokens: namesOf('outputTokens'),
  totalTokens: namesOf('totalTokens'),
  cacheReadTokens: namesOf('cacheReadTokens'),
  cacheWriteTokens: namesOf('cacheWriteTokens'),
  reasoningTokens: namesOf('reasoningTokens'),
  costUsd: namesOf('costUsd'),
  errorType: namesOf('errorType'),
  errorStatus: namesOf('errorStatus'),
  inputMessages: namesOf('inputMessages'),
  outputMessages: namesOf('outputMessages'),
  systemInstructions: namesOf('systemInstructions'),
};

function namesOf(part: keyof CallNameList): readonly string[] {
  return GENERATIONS.flatMap((names) => names[part] ?? []);
}

/** Attributes of older messages, with one attribute for each member of each message: `gen_ai.prompt.0.content`. */
export const INDEXED_MESSAGES = { input: 'gen_ai.prompt', output: 'gen_ai.completion' } as const;

/** The beginning of attributes for members of the traffic format that the conventions do not name. */
export const OWN_PREFIX = 'truetally.';

/** The attributes for such members. They are on a span, or on its resource for all of its spans. */
export const DIMENSION_ATTRIBUTES = {
  purpose: 'truetally.purpose',
  release_id: 'truetally.release_id',
  route_id: 'truetally.route_id',
  team_id: 'truetally.team_id',
} as const;
