/** The ways to judge the answers of a comparison. The kind never changes after creation. */
export const COMPARISON_KINDS = ['labeled', 'judged'] as const;
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];
