/** What a purge names: one entry, everything of a scope, or everything that a rule kept. */
export const PURGED_BY = ['entry', 'scope', 'rule'] as const;
export type PurgedBy = (typeof PURGED_BY)[number];
