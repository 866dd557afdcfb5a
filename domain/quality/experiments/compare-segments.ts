import { holm } from '../../statistics/multiplicity/holm.ts';
import type { CellResult } from './cell-result.ts';
import { compareArms } from './compare-arms.ts';
import type { EvalComparison } from './eval-comparison.ts';
import { measureArms, type MeasuredArms, type RunEvidence } from './measure-arms.ts';
import type { SegmentComparison, SegmentComparisons } from './segment-comparison.ts';

/** The maximum number of compared segments; those with the most cells are compared. */
export const MAX_COMPARED_SEGMENTS = 50;

/**
 * Compares the pair in each segment, and corrects for their number with the method of Holm. The p-values are 1 / e, so
 * the correction holds at every look. A margin is tested with the method of Bonferroni. Undefined if the items have
 * fewer than two segments.
 */
export function compareSegments(evidence: RunEvidence, overall: EvalComparison): SegmentComparisons | undefined {
  const { alpha, margin, pair } = evidence.declaration;
  const cellsBySegment = groupCells(evidence.cells);
  if (cellsBySegment.size < 2) return undefined;
  const largest = [...cellsBySegment]
    .sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
    .slice(0, MAX_COMPARED_SEGMENTS)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const measured = largest.map(([segment, cells]) => {
    const arms = measureArms({ ...evidence, cells }, pair);
    return { segment, arms, pValue: pValueOf(arms) };
  });
  const pValues = measured.flatMap(({ pValue }) => pValue ?? []);
  const rejected = holm(pValues, alpha);
  const segments = measured.map(({ segment, arms, pValue }): SegmentComparison => {
    if (pValue === null) {
      const comparison = compareArms(arms);
      return { segment, comparison, p_value: null, is_significant: null, reverses_overall: false };
    }
    const isSignificant = rejected[pValues.indexOf(pValue)] ?? false;
    // The p-values are those of equal arms. Their order says nothing about a margin, so its test has no steps.
    const level = margin === null ? holmLevel(pValues, pValue, alpha) : alpha / pValues.length;
    const comparison = compareArms(arms, level);
    const reverses = isSignificant && (overall.delta ?? 0) * (comparison.delta ?? 0) < 0;
    return { segment, comparison, p_value: pValue, is_significant: isSignificant, reverses_overall: reverses };
  });
  return {
    correction: 'holm',
    alpha,
    tested: pValues.length,
    left_out: cellsBySegment.size - largest.length,
    segments,
  };
}

/**
 * The level at which Holm's method tests a p-value: alpha over the number of hypotheses that are left at its step.
 * After the first step that fails, the level stays.
 */
function holmLevel(pValues: readonly number[], pValue: number, alpha: number): number {
  const ascending = pValues.toSorted((one, other) => one - other);
  const count = ascending.length;
  const failed = ascending.findIndex((value, rank) => value * (count - rank) > alpha);
  const rank = ascending.indexOf(pValue);
  return alpha / (count - (failed === -1 ? rank : Math.min(rank, failed)));
}

function pValueOf({ difference }: MeasuredArms): number | null {
  return 'refusal' in difference ? null : Math.min(1, 1 / difference.eValue);
}

function groupCells(cells: readonly CellResult[]): Map<string, CellResult[]> {
  const groups = new Map<string, CellResult[]>();
  for (const cell of cells) {
    if (cell.reason === 'excluded') continue;
    const found = groups.get(cell.segment);
    if (found === undefined) groups.set(cell.segment, [cell]);
    else found.push(cell);
  }
  return groups;
}
