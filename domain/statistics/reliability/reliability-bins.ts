import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';
import { wilsonInterval } from '../wilson-interval.ts';

const CONFIDENCE = 0.95;

/** The rows of one score. */
interface ScoredRows {
  /** The certainty of a verdict, from 0 to 1. */
  readonly score: number;
  readonly good: number;
  readonly bad: number;
}

/** The rows of a range of scores, with the share of good ones and its Wilson interval at 95 %. */
export interface ReliabilityBin {
  /** The inclusive upper border; the bin begins above that of the bin before it. The last border is 1. */
  readonly upTo: number;
  /** The lowest and the highest score in the bin. */
  readonly from: number;
  readonly to: number;
  /** The number of rows, at least 1. */
  readonly n: number;
  readonly good: number;
  readonly meanScore: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The bins of a reliability diagram, lowest scores first. */
export type ReliabilityBins = ReliabilityBin[];

/**
 * Bins with about the same number of rows, at most `count` of them, lowest scores first. Rows of equal scores are in
 * one bin, so there are fewer bins if distinct scores are few. Without rows there are no bins.
 *
 * @param values scores in any order; a score may occur more than once
 */
export function equalMassBins(values: readonly ScoredRows[], count: number): ReliabilityBins {
  const levels = distinctLevels(values);
  const borders = bordersOf(levels, count);
  const bins: ReliabilityBins = [];
  let inBin: ScoredRows[] = [];
  levels.forEach((level, index) => {
    inBin.push(level);
    const border = borders.get(index);
    if (border === undefined) return;
    bins.push(binOf(inBin, border));
    inBin = [];
  });
  return bins;
}

/** The scores with rows, lowest first. */
function distinctLevels(values: readonly ScoredRows[]): ScoredRows[] {
  const byScore = new Map<number, { good: number; bad: number }>();
  for (const { score, good, bad } of values) {
    const sum = byScore.get(score) ?? { good: 0, bad: 0 };
    byScore.set(score, { good: sum.good + good, bad: sum.bad + bad });
  }
  return [...byScore]
    .map(([score, rows]) => ({ score, ...rows }))
    .filter(({ good, bad }) => good + bad > 0)
    .toSorted((one, other) => one.score - other.score);
}

/**
 * The indexes of the last level of each bin, with the border above it. Where an even split divides the rows of a score,
 * the bin ends before or after them, whichever is nearer.
 */
function bordersOf(levels: readonly ScoredRows[], count: number): ReadonlyMap<number, number> {
  const rows = levels.reduce((sum, { good, bad }) => sum + good + bad, 0);
  const borders = new Map<number, number>();
  let [before, after, index] = [0, 0, -1];
  for (const end of partEnds(rows, count)) {
    while (after < end) {
      index += 1;
      const level = levels[index];
      [before, after] = [after, after + (level === undefined ? 0 : level.good + level.bad)];
    }
    if (end === after) borders.set(index, halfway(levels[index], levels[index + 1]));
    else if (before > 0 && end - before < after - end)
      borders.set(index - 1, halfway(levels[index - 1], levels[index]));
    else borders.set(index, levels[index]?.score ?? 1);
  }
  if (levels.length > 0) borders.set(levels.length - 1, 1);
  return borders;
}

/** The numbers of rows after which the parts of an even split end; the first parts take the rest. */
function partEnds(rows: number, count: number): number[] {
  const parts = Math.min(rows, count);
  const [size, rest] = [Math.floor(rows / parts), rows % parts];
  return Array.from({ length: parts }, (_, part) => (part + 1) * size + Math.min(part + 1, rest));
}

function halfway(one: ScoredRows | undefined, next: ScoredRows | undefined): number {
  return one === undefined || next === undefined ? 1 : (one.score + next.score) / 2;
}

function binOf(levels: readonly ScoredRows[], upTo: number): ReliabilityBin {
  const [from, to] = [levels[0]?.score ?? upTo, levels.at(-1)?.score ?? upTo];
  let [n, goods, scores] = [0, 0, 0];
  for (const { score, good, bad } of levels) {
    n += good + bad;
    goods += good;
    scores += score * (good + bad);
  }
  const { lower, upper } = wilsonInterval(goods, n, twoSidedQuantile(CONFIDENCE));
  return { upTo, from, to, n, good: goods, meanScore: scores / n, rate: goods / n, low: lower, high: upper };
}
