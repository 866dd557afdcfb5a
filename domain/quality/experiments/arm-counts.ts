import type { CellResult } from './cell-result.ts';
import type { ArmBasis, ExperimentArm } from './declaration.ts';
import { isScored } from './pair-cells.ts';
import type { ArmEvaluationCost, RunFacts } from './run-facts.ts';

/** The scored items of an arm in one segment, with the judge that scored them. */
export interface ArmUnitCounts {
  readonly segment: string;
  /** Empty for verdicts of people and of checks. */
  readonly judge_subject: string;
  readonly passed: number;
  readonly scored: number;
}

/** The number of unscored items for one reason. */
export interface UnscoredCount {
  readonly reason: string;
  readonly items: number;
}

/** The counts of one arm of a run, from which its estimate is computed. */
export interface ArmCounts {
  readonly arm: string;
  readonly metric: string;
  readonly basis: ArmBasis;
  readonly passed: number;
  readonly scored: number;
  /** The items on which the judge abstained; neither passes nor failures. */
  readonly abstained: number;
  /** The unscored items, by reason. */
  readonly unscored: readonly UnscoredCount[];
  /** The scored items, by segment and judge. */
  readonly units: readonly ArmUnitCounts[];
  /** The sum of the known costs of its answers in nano-USD, as a decimal text; null if no cost is known. */
  readonly answers_nano_usd: string | null;
  /** The number of scored answers without a known price. */
  readonly unpriced_answers: number;
  /** The cost of its verdicts; null without a paid verdict. */
  readonly evaluation_cost: ArmEvaluationCost | null;
}

/** Counts the cells of an arm. The counts do not depend on the order of the cells. */
export function countArm(
  { name, metric, basis }: ExperimentArm,
  cells: readonly CellResult[],
  { evaluation_costs: costs }: Pick<RunFacts, 'evaluation_costs'>,
): ArmCounts {
  const own = cells.filter(({ arm }) => arm === name);
  const scored = own.filter(isScored);
  const priced = scored.flatMap(({ costNanoUsd }) => costNanoUsd ?? []);
  return {
    arm: name,
    metric,
    basis,
    passed: countPasses(scored),
    scored: scored.length,
    abstained: own.filter(({ verdict }) => verdict === 'abstained').length,
    unscored: countReasons(own),
    units: countUnits(scored),
    answers_nano_usd: priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0n).toString(),
    unpriced_answers: scored.length - priced.length,
    evaluation_cost: costs.find(({ arm }) => arm === name) ?? null,
  };
}

function countReasons(cells: readonly CellResult[]): UnscoredCount[] {
  const unscored = cells.filter(({ verdict }) => verdict === 'unscored');
  return [...new Set(unscored.map(({ reason }) => reason))]
    .sort()
    .map((reason) => ({ reason, items: unscored.filter((cell) => cell.reason === reason).length }));
}

function countUnits(scored: readonly CellResult[]): ArmUnitCounts[] {
  const groups = new Map<string, CellResult[]>();
  for (const cell of scored) {
    const key = JSON.stringify([cell.segment, cell.judgeSubject]);
    const found = groups.get(key);
    if (found === undefined) groups.set(key, [cell]);
    else found.push(cell);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, cells]) => ({
      segment: cells[0]?.segment ?? '',
      judge_subject: cells[0]?.judgeSubject ?? '',
      passed: countPasses(cells),
      scored: cells.length,
    }));
}

function countPasses(cells: readonly CellResult[]): number {
  return cells.filter(({ verdict }) => verdict === 'pass').length;
}
