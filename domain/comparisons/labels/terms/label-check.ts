/** The rule by which an answer is compared with the label of its case. */
export type LabelCheck =
  /** Every character. */
  | { readonly kind: 'exact'; readonly expected: string }
  /** Every character that `normalizeText` leaves. */
  | { readonly kind: 'normalized'; readonly expected: string }
  /**
   * The number that the answer gives; `expected` and `tolerance` are decimal texts, `locale` says how the answer writes
   * numbers.
   */
  | { readonly kind: 'number'; readonly expected: string; readonly tolerance: string; readonly locale?: string }
  /** The choice that the answer gives; `expected` is one of them. The final answer follows `mark`. */
  | { readonly kind: 'choice'; readonly expected: string; readonly choices: readonly string[]; readonly mark?: string }
  /** A regular expression that occurs in the answer. */
  | { readonly kind: 'pattern'; readonly expected: string }
  /** A JSON value; the order of members does not matter. */
  | { readonly kind: 'json'; readonly expected: string };

/** The checks of a label. */
export const LABEL_CHECKS = [
  'exact',
  'normalized',
  'number',
  'choice',
  'pattern',
  'json',
] as const satisfies readonly LabelCheck['kind'][];
