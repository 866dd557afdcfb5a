/** The ways to judge the answers of a comparison; fixed when it is created. */
export const COMPARISON_KINDS = ['labeled', 'judged'] as const;
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];
