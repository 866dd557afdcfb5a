import { type Cell, isTerminalCell } from './cell.ts';

/** The reasons why a figure is absent. An absent figure is never zero. */
export const FIGURE_ABSENCES = [
  'denominator_zero',
  'unpriced_population',
  'no_comparable_cases',
  'scope_not_authorized',
] as const;
export type FigureAbsence = (typeof FIGURE_ABSENCES)[number];

/** The costs of both arms over comparable cases, or the reason why there is no comparison. */
export type CostComparison =
  | {
      readonly state: 'present';
      readonly cases: number;
      readonly baselineNanoUsd: bigint;
      readonly candidateNanoUsd: bigint;
    }
  | { readonly state: 'absent'; readonly reason: Exclude<FigureAbsence, 'scope_not_authorized'> };

/** The two cells of a case; undefined if a cell does not exist yet. */
export interface CellPair {
  readonly baseline: Cell | undefined;
  readonly candidate: Cell | undefined;
}

/**
 * The costs of both arms over the cases that ended and were billed in both arms. A call that was never sent or was
 * refused has no bill to compare, so its case is omitted. A bill of unknown amount makes the complete figure absent,
 * because the amount could be anything.
 */
export function compareCosts(cases: readonly CellPair[]): CostComparison {
  const ended = cases.flatMap(({ baseline, candidate }) =>
    isTerminalCell(baseline) && isTerminalCell(candidate) ? [[baseline.cost, candidate.cost] as const] : [],
  );
  if (ended.some((costs) => costs.some(({ state }) => state === 'unpriced'))) return absent('unpriced_population');
  const billed = ended.flatMap(([baseline, candidate]) =>
    baseline.state === 'priced' && candidate.state === 'priced' ? [[baseline.nanoUsd, candidate.nanoUsd] as const] : [],
  );
  if (billed.length === 0) return absent('no_comparable_cases');
  const baselineNanoUsd = billed.reduce((sum, [nanoUsd]) => sum + nanoUsd, 0n);
  const candidateNanoUsd = billed.reduce((sum, [, nanoUsd]) => sum + nanoUsd, 0n);
  if (baselineNanoUsd === 0n) return absent('denominator_zero');
  return { state: 'present', cases: billed.length, baselineNanoUsd, candidateNanoUsd };
}

function absent(reason: Exclude<FigureAbsence, 'scope_not_authorized'>): CostComparison {
  return { state: 'absent', reason };
}
