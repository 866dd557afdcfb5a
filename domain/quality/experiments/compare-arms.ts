import { clusteredMean } from '../../statistics/paired/clustered-mean.ts';
import { bernoulliSequence } from '../../statistics/sequential/bernoulli-sequence.ts';
import { uniformMixtureE } from '../../statistics/sequential/uniform-mixture-e.ts';
import type { CellResult } from './cell-result.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { ExperimentDeclaration, ExperimentPair } from './declaration.ts';
import type { DeltaBounds, EvalComparison } from './eval-comparison.ts';
import { experimentSeed } from './experiment-seed.ts';
import { findComparisonRefusal } from './find-comparison-refusal.ts';
import { pairCells, type ScoredPair } from './pair-cells.ts';
import { placeArms, type ParetoArm } from './place-arms.ts';
import { refusedComparison } from './refused-comparison.ts';
import type { RunFacts } from './run-facts.ts';
import { countDiscordant, sumOf, traceDifferences, type TraceDifferences } from './trace-differences.ts';

/** The stored evidence of a run. */
export interface RunEvidence {
  readonly declaration: ExperimentDeclaration;
  readonly facts: RunFacts;
  /** The cells, in any order. */
  readonly cells: readonly CellResult[];
}

/** The comparison of two arms, and the places of all arms over the items of the pair. */
interface ComparedArms {
  readonly comparison: EvalComparison;
  readonly pareto: readonly ParetoArm[];
}

/**
 * Compares two arms of a run.
 * @param level the probability of a false claim; the declared alpha, unless a correction divides it
 */
export function compareArms(
  { declaration, facts, cells }: RunEvidence,
  pair: ExperimentPair,
  level = declaration.alpha,
): ComparedArms {
  const { arms, instrument, margin } = declaration;
  const paired = pairCells(cells, pair);
  const items = paired.pairs.map(({ baseline }) => baseline.requestId);
  const names = arms.map(({ name }) => name);
  const seed = experimentSeed(declaration, facts.pinned_digest);
  const pareto = placeArms({ cells, arms: names, items, alpha: declaration.alpha, seed });
  const refusal = refusalOf({ declaration, facts, cells }, pair, paired);
  const counts = {
    n_pairs: paired.pairs.length,
    unpaired: paired.unpaired,
    judge_refusals: paired.judgeRefusals,
  };
  if (refusal !== null)
    return { comparison: refusedComparison({ arms, alpha: level, margin }, pair, refusal, counts), pareto };
  const traces = traceDifferences(paired.pairs);
  const { discordant, candidateWins } = countDiscordant(traces);
  const eValue = Math.min(uniformMixtureE(discordant, candidateWins), Number.MAX_VALUE);
  const sequence = sequenceOf(traces, level, facts.items);
  const place = pareto.find(({ arm }) => arm === pair.candidate) ?? { on_frontier: null, reason: '' };
  const evidence = { instrument, eValue, discordant, candidateWins, sequence, alpha: level, margin, place };
  const comparison = {
    baseline: pair.baseline,
    candidate: pair.candidate,
    metric: arms.find(({ name }) => name === pair.candidate)?.metric ?? '',
    ...counts,
    discordant,
    candidate_wins: candidateWins,
    delta: sumOf(traces.map(sumOf)) / paired.pairs.length,
    interval: intervalOf(paired.pairs, level),
    sequence,
    e_value: eValue,
    alpha: level,
    margin,
    ...decideVerdict(evidence),
    refusal: null,
  };
  return { comparison, pareto };
}

function refusalOf(
  { declaration, facts, cells }: RunEvidence,
  pair: ExperimentPair,
  paired: ReturnType<typeof pairCells>,
): EvalComparison['refusal'] {
  const baseline = declaration.arms.find(({ name }) => name === pair.baseline);
  const candidate = declaration.arms.find(({ name }) => name === pair.candidate);
  if (baseline === undefined || candidate === undefined) {
    return { code: 'no_pairs', need: 2, have: 0, text: 'The experiment has no such pair of arms.' };
  }
  const own = cells.filter(({ arm }) => arm === pair.baseline || arm === pair.candidate);
  return findComparisonRefusal({ baseline, candidate, cells: own, paired, facts });
}

/** The interval for one look, clustered by trace; null if all differences are equal, which shows no variation. */
function intervalOf(pairs: readonly ScoredPair[], level: number): DeltaBounds | null {
  const values = pairs.map((pair) => ({
    value: Number(pair.candidate.verdict === 'pass') - Number(pair.baseline.verdict === 'pass'),
    cluster: pair.baseline.traceId === '' ? `item ${pair.baseline.requestId}` : `trace ${pair.baseline.traceId}`,
  }));
  const found = clusteredMean(values, 1 - level);
  if (found === undefined || found.clusterSe === 0) return null;
  return { low: Math.max(-1, found.low), high: Math.min(1, found.high) };
}

/**
 * The bounds of the mean difference of a trace at all looks. The mean of a trace is between -1 and 1. Moved to 0 to 1,
 * it varies at most like a Bernoulli variable, so the Bernoulli sequence holds for it.
 */
function sequenceOf(traces: readonly TraceDifferences[], alpha: number, items: number): DeltaBounds {
  const events = sumOf(traces.map((differences) => (sumOf(differences) / differences.length + 1) / 2));
  const { lower, upper } = bernoulliSequence(events, traces.length, { alpha, optimalRows: Math.max(1, items) });
  return { low: 2 * lower - 1, high: 2 * upper - 1 };
}
