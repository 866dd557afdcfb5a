import type { ScoredPair } from './pair-cells.ts';

/** The differences of the pairs of one trace, candidate minus baseline: 1, 0 or -1 for each pair. */
export type TraceDifferences = readonly number[];

/**
 * The differences of pairs by trace, in the order of the first pair of each. Items of one trace are not independent, so
 * a trace is one observation. An item without a trace is an observation of its own.
 */
export function traceDifferences(pairs: readonly ScoredPair[]): TraceDifferences[] {
  const byTrace = new Map<string, number[]>();
  for (const pair of pairs) {
    const { traceId, requestId } = pair.baseline;
    const key = traceId === '' ? `item ${requestId}` : `trace ${traceId}`;
    const found = byTrace.get(key);
    if (found === undefined) byTrace.set(key, [differenceOf(pair)]);
    else found.push(differenceOf(pair));
  }
  return [...byTrace.values()];
}

/** The counts of traces on which the arms differ in sum. */
export interface DiscordantTraces {
  readonly discordant: number;
  readonly candidateWins: number;
}

/** Counts the traces on which the arms differ, and those that the candidate wins. A trace counts once. */
export function countDiscordant(traces: readonly TraceDifferences[]): DiscordantTraces {
  const sums = traces.map((differences) => sumOf(differences));
  return {
    discordant: sums.filter((sum) => sum !== 0).length,
    candidateWins: sums.filter((sum) => sum > 0).length,
  };
}

/** The sum of numbers in their order. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function differenceOf({ baseline, candidate }: ScoredPair): number {
  return Number(candidate.verdict === 'pass') - Number(baseline.verdict === 'pass');
}
