/** How the answers of a comparison are judged; fixed when it is made. */
export const COMPARISON_KINDS = ['labeled', 'judged'] as const;
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];
