import { parseDuration } from '../../kernel/parse-duration.ts';
import type { RoutingBlock } from './routing-block.ts';

/** The defaults of the block, in the notation of the file. */
export const RETRY_DEFAULTS = { attempts: 1, attemptsWithFallbacks: 3, within: '10s' } as const;

/** The limits of retries. */
export interface RetrySettings {
  /** The maximum number of attempts over all providers; 1 if a call is never retried. */
  readonly attempts: number;
  /** The milliseconds after which no new attempt starts. */
  readonly withinMs: number;
}

/** The settings of `routing.retries`. Defaults are applied only here. */
export function retrySettings({ retries = {}, fallbacks }: RoutingBlock = {}): RetrySettings {
  const { attempts, attemptsWithFallbacks } = RETRY_DEFAULTS;
  return {
    attempts: retries.attempts ?? (fallbacks === undefined ? attempts : attemptsWithFallbacks),
    withinMs: parseDuration(String(retries.within ?? RETRY_DEFAULTS.within)) ?? 0,
  };
}
