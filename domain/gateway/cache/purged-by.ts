/** The selections of a purge: one entry, all entries of a scope, or all entries of a rule. */
export const PURGED_BY = ['entry', 'scope', 'rule'] as const;
export type PurgedBy = (typeof PURGED_BY)[number];
