/** The selections of a purge: one entry, or all entries of a scope or a rule. */
export const PURGE_SELECTORS = ['entry', 'scope', 'rule'] as const;
export type PurgeSelector = (typeof PURGE_SELECTORS)[number];
