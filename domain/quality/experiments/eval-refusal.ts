/**
 * The codes of the reasons why a run was refused, or why two arms cannot be subtracted. If several apply, the first of
 * this order is given.
 */
export const EVAL_REFUSAL_CODES = [
  'feature_off',
  'instrument_unavailable',
  'dataset_version_differs',
  'no_items',
  'uncaptured',
  'judge_not_trusted',
  'same_family_judge',
  'judge_version_differs',
  'spend_ceiling_reached',
  'no_pairs',
  'unpaired_items',
  'unpriced_arm',
  'abandoned',
] as const;
type EvalRefusalCode = (typeof EVAL_REFUSAL_CODES)[number];

/** A refusal, which is kept like a result. */
export interface EvalRefusal {
  readonly code: EvalRefusalCode;
  /** The required number of items, or of the unit that the text names. */
  readonly need: number;
  /** The number that exists. */
  readonly have: number;
  /** A sentence: what is missing, and what mends it. */
  readonly text: string;
}
