import type { Bounds } from '../../statistics/interval/bounds.ts';
import type { EvalRefusal } from './eval-refusal.ts';

/** The verdicts of a comparison. */
export const EXPERIMENT_VERDICTS = ['BEAT', 'NOT_BEAT', 'ON_FRONTIER', 'CANNOT_MEASURE'] as const;
export type ExperimentVerdict = (typeof EXPERIMENT_VERDICTS)[number];

/** The comparison of two arms over the same items. */
export interface EvalComparison {
  readonly baseline: string;
  readonly candidate: string;
  readonly metric: string;
  /** The items with a pass or a fail on both arms. */
  readonly n_pairs: number;
  /** The items that only one of the arms answered. */
  readonly unpaired: number;
  /** The items that both arms answered, but on which a judge gave no pass or fail. They are no pairs. */
  readonly judge_refusals: number;
  /** The traces on which the arms differ. An item without a trace counts as a trace. */
  readonly discordant: number;
  /** The discordant traces that the candidate wins. */
  readonly candidate_wins: number;
  /** The pass rate of the candidate minus that of the baseline; null if they cannot be subtracted. */
  readonly delta: number | null;
  /** The interval of `delta` for a single look, clustered by trace, at 1 - `alpha`; null if it cannot be computed. */
  readonly interval: Bounds | null;
  /** The bounds of the mean difference of traces that hold at all looks together, at 1 - `alpha`. */
  readonly sequence: Bounds | null;
  /** The evidence against equal arms, valid at every look; null if the arms cannot be subtracted. */
  readonly e_value: number | null;
  readonly alpha: number;
  readonly margin: number | null;
  readonly verdict: ExperimentVerdict;
  readonly verdict_reason: string;
  /** Present exactly if the verdict is `CANNOT_MEASURE`. */
  readonly refusal: EvalRefusal | null;
}
