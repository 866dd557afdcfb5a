import { countArm, type ArmCounts } from './arm-counts.ts';
import { compareArms } from './compare-arms.ts';
import { compareSegments } from './compare-segments.ts';
import type { EvalComparison } from './eval-comparison.ts';
import { measureArms, type RunEvidence } from './measure-arms.ts';
import type { ParetoArm } from './place-arms.ts';
import type { SegmentComparisons } from './segment-comparison.ts';

/** The figures of a run that has ended. A run stores them as a document. */
export interface ExperimentRunFigures {
  /** The comparison of the declared pair. */
  readonly comparison: EvalComparison;
  /** The places of all arms over the items of the pair, in the order of the arms. */
  readonly pareto: readonly ParetoArm[];
  /** Null if the items have fewer than two segments. */
  readonly segments: SegmentComparisons | null;
  /** The counts of the arms, in their order. */
  readonly arms: readonly ArmCounts[];
}

/**
 * Computes the figures of a run from its cells. Equal cells give equal figures in any order and in any run, because
 * seeds come from the declaration and the digest of the dataset.
 */
export function concludeRun(evidence: RunEvidence): ExperimentRunFigures {
  const { declaration, facts, cells } = evidence;
  const measured = measureArms(evidence, declaration.pair);
  const comparison = compareArms(measured);
  return {
    comparison,
    pareto: measured.pareto,
    segments: compareSegments(evidence, comparison) ?? null,
    arms: declaration.arms.map((arm) => countArm(arm, cells, facts)),
  };
}
