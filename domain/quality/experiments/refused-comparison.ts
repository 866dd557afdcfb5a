import type { ExperimentDeclaration, ExperimentPair } from './declaration.ts';
import type { EvalComparison } from './eval-comparison.ts';
import type { EvalRefusal } from './eval-refusal.ts';

/** The counts of a comparison that could be made; all 0 if nothing was scored. */
type ComparisonCounts = Pick<EvalComparison, 'n_pairs' | 'unpaired' | 'judge_refusals'>;

/** The comparison of two arms that cannot be subtracted. */
export function refusedComparison(
  { arms, alpha, margin }: Pick<ExperimentDeclaration, 'arms' | 'alpha' | 'margin'>,
  pair: ExperimentPair,
  refusal: EvalRefusal,
  counts: ComparisonCounts = { n_pairs: 0, unpaired: 0, judge_refusals: 0 },
): EvalComparison {
  return {
    baseline: pair.baseline,
    candidate: pair.candidate,
    metric: arms.find(({ name }) => name === pair.candidate)?.metric ?? '',
    ...counts,
    discordant: 0,
    candidate_wins: 0,
    delta: null,
    interval: null,
    sequence: null,
    e_value: null,
    alpha,
    margin,
    verdict: 'CANNOT_MEASURE',
    verdict_reason: refusal.text,
    refusal,
  };
}
