/** The selections of a purge: one entry, or all entries of a scope or a rule. */
export const PURGED_BY = ['entry', 'scope', 'rule'] as const;
export type PurgedBy = (typeof PURGED_BY)[number];
