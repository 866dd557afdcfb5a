import { uniformMixtureE } from '../../statistics/sequential/uniform-mixture-e.ts';
import type { CellResult } from './cell-result.ts';
import type { ExperimentDeclaration, ExperimentPair } from './declaration.ts';
import type { EvalComparison } from './eval-comparison.ts';
import type { EvalRefusal } from './eval-refusal.ts';
import { experimentSeed } from './experiment-seed.ts';
import { findComparisonRefusal } from './find-comparison-refusal.ts';
import { pairCells, type PairedCells } from './pair-cells.ts';
import { placeArms, type ParetoArm } from './place-arms.ts';
import type { RunFacts } from './run-facts.ts';
import {
  countDiscordant,
  traceDifferences,
  type DiscordantTraces,
  type TraceDifferences,
} from './trace-differences.ts';

/** The stored evidence of a run. */
export interface RunEvidence {
  readonly declaration: ExperimentDeclaration;
  readonly facts: RunFacts;
  /** The cells, in any order. */
  readonly cells: readonly CellResult[];
}

/** Everything about two arms of a run that does not depend on the probability of a false claim. */
export interface MeasuredArms {
  readonly declaration: ExperimentDeclaration;
  readonly facts: RunFacts;
  readonly pair: ExperimentPair;
  readonly counts: Pick<EvalComparison, 'n_pairs' | 'unpaired' | 'judge_refusals'>;
  /** The places of all arms over the items of the pair, in the order of the arms. */
  readonly pareto: readonly ParetoArm[];
  /** The difference of the arms, or the reason why they cannot be subtracted. */
  readonly difference: MeasuredDifference | { readonly refusal: EvalRefusal };
}

/** The difference of two arms that can be subtracted. */
interface MeasuredDifference extends DiscordantTraces {
  readonly traces: readonly TraceDifferences[];
  readonly eValue: number;
}

/** Measures two arms of a run. */
export function measureArms(evidence: RunEvidence, pair: ExperimentPair): MeasuredArms {
  const { declaration, facts, cells } = evidence;
  const { arms, alpha } = declaration;
  const paired = pairCells(cells, pair);
  const items = paired.pairs.map(({ baseline }) => baseline.requestId);
  const names = arms.map(({ name }) => name);
  const seed = experimentSeed(declaration, facts.pinned_digest);
  const refusal = refusalOf(evidence, pair, paired);
  return {
    declaration,
    facts,
    pair,
    counts: { n_pairs: paired.pairs.length, unpaired: paired.unpaired, judge_refusals: paired.judgeRefusals },
    pareto: placeArms({ cells, arms: names, items, alpha, seed }),
    difference: refusal === null ? differenceOf(paired) : { refusal },
  };
}

function differenceOf({ pairs }: PairedCells): MeasuredDifference {
  const traces = traceDifferences(pairs);
  const { discordant, candidateWins } = countDiscordant(traces);
  const eValue = Math.min(uniformMixtureE(discordant, candidateWins), Number.MAX_VALUE);
  return { traces, discordant, candidateWins, eValue };
}

function refusalOf(
  { declaration, facts, cells }: RunEvidence,
  pair: ExperimentPair,
  paired: PairedCells,
): EvalRefusal | null {
  const baseline = declaration.arms.find(({ name }) => name === pair.baseline);
  const candidate = declaration.arms.find(({ name }) => name === pair.candidate);
  if (baseline === undefined || candidate === undefined) {
    return { code: 'no_pairs', need: 2, have: 0, text: 'The experiment has no such pair of arms.' };
  }
  const own = cells.filter(({ arm }) => arm === pair.baseline || arm === pair.candidate);
  return findComparisonRefusal({ baseline, candidate, cells: own, paired, facts });
}
