import type { Bounds } from '../../statistics/interval/bounds.ts';
import { clusteredMean } from '../../statistics/paired/clustered-mean.ts';
import { bernoulliSequence } from '../../statistics/sequential/bernoulli-sequence.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { EvalComparison } from './eval-comparison.ts';
import type { MeasuredArms } from './measure-arms.ts';
import { refusedComparison } from './refused-comparison.ts';
import { sumOf, type TraceDifferences } from './trace-differences.ts';

/**
 * Compares two measured arms of a run.
 * @param level the probability of a false claim; the declared alpha, unless a correction divides it
 */
export function compareArms(
  { declaration, facts, pair, counts, pareto, difference }: MeasuredArms,
  level = declaration.alpha,
): EvalComparison {
  const { arms, instrument, margin } = declaration;
  if ('refusal' in difference)
    return refusedComparison({ arms, alpha: level, margin }, pair, difference.refusal, counts);
  const { traces, eValue, discordant, candidateWins } = difference;
  const sequence = sequenceOf(traces, level, facts.items);
  const place = pareto.find(({ arm }) => arm === pair.candidate) ?? { on_frontier: null, reason: '' };
  const evidence = { instrument, eValue, discordant, candidateWins, sequence, alpha: level, margin, place };
  return {
    baseline: pair.baseline,
    candidate: pair.candidate,
    metric: arms.find(({ name }) => name === pair.candidate)?.metric ?? '',
    ...counts,
    discordant,
    candidate_wins: candidateWins,
    delta: sumOf(traces.map(sumOf)) / counts.n_pairs,
    interval: intervalOf(traces, level),
    sequence,
    e_value: eValue,
    alpha: level,
    margin,
    ...decideVerdict(evidence),
    refusal: null,
  };
}

/** The interval for one look, clustered by trace; null if all differences are equal, which shows no variation. */
function intervalOf(traces: readonly TraceDifferences[], level: number): Bounds | null {
  const values = traces.flatMap((differences, trace) =>
    differences.map((value) => ({ value, cluster: String(trace) })),
  );
  const found = clusteredMean(values, 1 - level);
  if (found === undefined || found.clusterSe === 0) return null;
  return { low: Math.max(-1, found.low), high: Math.min(1, found.high) };
}

/**
 * The bounds of the mean difference of a trace at all looks. The mean of a trace is between -1 and 1. Moved to 0 to 1,
 * it varies at most like a Bernoulli variable, so the Bernoulli sequence holds for it.
 */
function sequenceOf(traces: readonly TraceDifferences[], alpha: number, items: number): Bounds {
  const events = sumOf(traces.map((differences) => (sumOf(differences) / differences.length + 1) / 2));
  const { lower, upper } = bernoulliSequence(events, traces.length, { alpha, optimalRows: Math.max(1, items) });
  return { low: 2 * lower - 1, high: 2 * upper - 1 };
}
