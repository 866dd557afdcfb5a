import { readLogNumber } from '../litellm/read-log-members.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The tokens of a call that were read from or written to caches. */
export interface ProviderCaches {
  readonly read: number | undefined;
  readonly write: number | undefined;
  /** True if the input count of the span excludes them. */
  readonly areExtra: boolean;
}

/**
 * The attributes in which providers of AI SDK state the counts of their caches, and whether the input excludes these
 * counts.
 */
const PLACES = [
  {
    read: ['anthropic', 'usage', 'cache_read_input_tokens'],
    write: ['anthropic', 'usage', 'cache_creation_input_tokens'],
    areExtra: true,
  },
  { read: ['anthropic', 'cacheReadInputTokens'], write: ['anthropic', 'cacheCreationInputTokens'], areExtra: true },
  {
    read: ['bedrock', 'usage', 'cacheReadInputTokens'],
    write: ['bedrock', 'usage', 'cacheWriteInputTokens'],
    areExtra: true,
  },
  { read: ['openai', 'cachedPromptTokens'], write: [], areExtra: false },
  { read: ['google', 'usageMetadata', 'cachedContentTokenCount'], write: [], areExtra: false },
  { read: ['deepseek', 'promptCacheHitTokens'], write: [], areExtra: false },
] as const;

/** The attributes in which AI SDK, from version 6 on, counts cached tokens itself, as a part of the input. */
const COUNTED = ['ai.usage.inputTokenDetails.noCacheTokens', 'ai.usage.inputTokenDetails.cacheReadTokens'];

/** The counts of a provider's caches that AI SDK passes on in `ai.response.providerMetadata`. */
export function readProviderCaches(attributes: SpanAttributes): ProviderCaches {
  const metadata = attributes.json('ai.response.providerMetadata');
  for (const { read: ofRead, write: ofWrite, areExtra } of metadata === undefined ? [] : PLACES) {
    const read = countIn(metadata, ofRead);
    const write = countIn(metadata, ofWrite);
    if (read === undefined && write === undefined) continue;
    return { read, write, areExtra: areExtra && attributes.number(COUNTED) === undefined };
  }
  return { read: undefined, write: undefined, areExtra: false };
}

function countIn(metadata: unknown, path: readonly string[]): number | undefined {
  const count = readLogNumber(metadata, ...path);
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
