import { parseDuration } from '../../kernel/parse-duration.ts';
import type { RoutingBlock } from './routing-block.ts';

/** What holds where the block says nothing, as it would be written there. */
export const RETRY_DEFAULTS = { attempts: 1, attemptsWithFallbacks: 3, within: '10s' } as const;

/** How often a call is sent. */
export interface RetrySettings {
  /** At most, to all together who may answer it; 1 where it is never sent again. */
  readonly attempts: number;
  /** After so long none is begun any more. */
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
