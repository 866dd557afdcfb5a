import type { UnreachablePolicy } from './governance/governance-block.ts';

/** The block `ledger` of the configuration file. */
export interface LedgerBlock {
  readonly dimensions?: { readonly enabled?: boolean; readonly max_tags?: number };
  readonly when_unavailable?: UnreachablePolicy;
}

/** The settings of what the gateway records in addition to the facts of every request. */
export interface LedgerSettings {
  /** True if user, tenant, feature and tags are recorded. */
  readonly hasDimensions: boolean;
  readonly maxTags: number;
  /** True if calls are served even if their rows cannot be stored. */
  readonly servesUnlogged: boolean;
}

export const LEDGER_DEFAULTS = { maxTags: 8, policy: 'fail_closed' } as const;

export function ledgerSettings({ dimensions = {}, when_unavailable: policy }: LedgerBlock = {}): LedgerSettings {
  return {
    hasDimensions: dimensions.enabled ?? false,
    maxTags: dimensions.max_tags ?? LEDGER_DEFAULTS.maxTags,
    servesUnlogged: (policy ?? LEDGER_DEFAULTS.policy) === 'fail_open',
  };
}
