import { parseDuration } from '../../kernel/parse-duration.ts';
import type { RoutingBlock } from './routing-block.ts';

/** The defaults of the block, as they would be written there. */
export const RETRY_DEFAULTS = { attempts: 1, attemptsWithFallbacks: 3, within: '10s' } as const;

/** The number of times that a call is sent. */
export interface RetrySettings {
  /** The maximum of attempts over all providers; 1 if a call is never sent again. */
  readonly attempts: number;
  /** Milliseconds after which no attempt begins. */
  readonly withinMs: number;
}

/** The one place where defaults of `routing.retries` are applied. */
export function retrySettings({ retries = {}, fallbacks }: RoutingBlock = {}): RetrySettings {
  const { attempts, attemptsWithFallbacks } = RETRY_DEFAULTS;
  return {
    attempts: retries.attempts ?? (fallbacks === undefined ? attempts : attemptsWithFallbacks),
    withinMs: parseDuration(String(retries.within ?? RETRY_DEFAULTS.within)) ?? 0,
  };
}
