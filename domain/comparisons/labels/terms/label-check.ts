/** The rule by which an answer is compared with the label of its case. */
export type LabelCheck =
  /** Every character of the answer must be equal. */
  | { readonly kind: 'exact'; readonly expected: string }
  /** The answer and the label must be equal after `normalizeText`. */
  | { readonly kind: 'normalized'; readonly expected: string }
  /**
   * The number that the answer gives. `expected` and `tolerance` are decimal texts; `locale` determines the notation of
   * numbers in the answer.
   */
  | { readonly kind: 'number'; readonly expected: string; readonly tolerance: string; readonly locale?: string }
  /** The choice that the answer gives; `expected` is one of `choices`. The final answer follows `mark`. */
  | { readonly kind: 'choice'; readonly expected: string; readonly choices: readonly string[]; readonly mark?: string }
  /** A regular expression that must match somewhere in the answer. */
  | { readonly kind: 'pattern'; readonly expected: string }
  /** A JSON value that the answer must equal; the order of members does not matter. */
  | { readonly kind: 'json'; readonly expected: string };

/** The kinds of label checks. */
export const LABEL_CHECKS = [
  'exact',
  'normalized',
  'number',
  'choice',
  'pattern',
  'json',
] as const satisfies readonly LabelCheck['kind'][];
