import { frontierProbability, type FrontierCell } from '../../statistics/frontier/frontier-probability.ts';
import { toMoney, type Money } from '../money.ts';
import type { CellResult } from './cell-result.ts';
import { isScored } from './pair-cells.ts';

/** The place of an arm in cost and quality. */
export interface ParetoArm {
  readonly arm: string;
  /** The pass rate over the shared items; null without a scored item. */
  readonly quality: number | null;
  /** The cost of the answers to the shared items; unpriced if the price of one is unknown. */
  readonly cost: Money;
  /** True if it is on the frontier with the required probability, false if it is off; null if undetermined. */
  readonly on_frontier: boolean | null;
  /** The share of resamples in which the arm is on the frontier; null if the arm is not compared. */
  readonly probability: number | null;
  /** The reason of a false or null place; empty for an arm on the frontier. */
  readonly reason: string;
}

/** The cells to place, and the choices of the bootstrap. */
interface Placing {
  readonly cells: readonly CellResult[];
  readonly arms: readonly string[];
  /** The request ids of the shared items, in order. */
  readonly items: readonly string[];
  readonly alpha: number;
  readonly seed: number;
}

const RESAMPLES = 1_000;

/**
 * The places of arms in cost and quality over the same items, in the order of the arms. An arm without a score for each
 * item is not compared. An arm with an unknown price is not on the frontier; its cost is unknown, and never 0.
 */
export function placeArms({ cells, arms, items, alpha, seed }: Placing): ParetoArm[] {
  const byArm = new Map(arms.map((arm) => [arm, scoredCells(cells, arm)]));
  const cellsOf = (arm: string): CellResult[] => {
    const scored = byArm.get(arm);
    return items.flatMap((item) => scored?.get(item) ?? []);
  };
  const isComplete = (arm: string): boolean => items.length > 0 && cellsOf(arm).length === items.length;
  const compared = arms.filter((arm) => isComplete(arm) && sumCosts(cellsOf(arm)) !== null);
  const rows = compared.map((arm) => cellsOf(arm).map(toFrontierCell));
  const members = frontierProbability({
    arms: compared,
    items: items.map((_item, at) => rows.flatMap((row) => row[at] ?? [])),
    seed,
    resamples: RESAMPLES,
  });
  const probabilities = new Map(members.map(({ arm, probability }) => [arm, probability]));
  return arms.map((arm) => {
    const scored = cellsOf(arm);
    const passed = scored.filter(({ verdict }) => verdict === 'pass').length;
    const nanoUsd = scored.length === 0 ? null : sumCosts(scored);
    const known = { arm, quality: scored.length === 0 ? null : passed / scored.length, cost: toMoney(nanoUsd) };
    if (!isComplete(arm)) {
      const reason = `The arm has a score for ${scored.length} of the ${items.length} compared items.`;
      return { ...known, on_frontier: null, probability: null, reason };
    }
    if (nanoUsd === null) {
      const reason = 'The price of an answer is unknown, and an unknown price is not 0.';
      return { ...known, on_frontier: false, probability: null, reason };
    }
    return { ...known, ...placeOf(probabilities.get(arm) ?? 0, alpha) };
  });
}

function placeOf(probability: number, alpha: number): Pick<ParetoArm, 'on_frontier' | 'probability' | 'reason'> {
  const reached = `It is on the frontier in ${percent(probability)} of resamples`;
  if (probability >= 1 - alpha) return { on_frontier: true, probability, reason: '' };
  if (probability <= alpha) {
    return { on_frontier: false, probability, reason: `${reached}: another arm is at least as good and not dearer.` };
  }
  const reason = `${reached}, so its place is undetermined. More items can determine it.`;
  return { on_frontier: null, probability, reason };
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

function scoredCells(cells: readonly CellResult[], arm: string): Map<string, CellResult> {
  return new Map(cells.filter((cell) => cell.arm === arm && isScored(cell)).map((cell) => [cell.requestId, cell]));
}

/** The cost of cells in nano-USD; null if one is unknown. */
function sumCosts(cells: readonly CellResult[]): bigint | null {
  let sum = 0n;
  for (const { costNanoUsd } of cells) {
    if (costNanoUsd === null) return null;
    sum += costNanoUsd;
  }
  return sum;
}

function toFrontierCell({ verdict, costNanoUsd }: CellResult): FrontierCell {
  return { cost: costNanoUsd === null ? null : Number(costNanoUsd), quality: Number(verdict === 'pass') };
}
