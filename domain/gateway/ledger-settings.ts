/** The block `ledger` of the configuration file. */
export interface LedgerBlock {
  readonly dimensions?: { readonly enabled?: boolean; readonly max_tags?: number };
}

/** What the gateway notes of a request besides what every request has. */
export interface LedgerSettings {
  /** Whether user, tenant, feature and tags are noted. */
  readonly hasDimensions: boolean;
  readonly mostTags: number;
}

export const LEDGER_DEFAULTS = { mostTags: 8 } as const;

export function ledgerSettings({ dimensions = {} }: LedgerBlock = {}): LedgerSettings {
  return { hasDimensions: dimensions.enabled ?? false, mostTags: dimensions.max_tags ?? LEDGER_DEFAULTS.mostTags };
}
