import type { Limit } from '../../../domain/gateway/governance/limit.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { LimitUseStore } from '../../../store/gateway/limit-use-store.ts';

/** The limits of the configuration file, and their use. */
export interface LimitSources {
  readonly limits: readonly Limit[];
  readonly uses: Pick<LimitUseStore, 'listCurrent'>;
}

/** The ports of limits; absent if the configuration has no limits. */
export interface LimitPorts {
  readonly clock: Clock;
  readonly limitUses?: LimitSources | undefined;
}
