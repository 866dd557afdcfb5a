import { holm } from '../../statistics/multiplicity/holm.ts';
import type { CellResult } from './cell-result.ts';
import { compareArms, type RunEvidence } from './compare-arms.ts';
import type { EvalComparison } from './eval-comparison.ts';
import type { SegmentComparison, SegmentComparisons } from './segment-comparison.ts';

/** The maximum number of compared segments; those with the most cells are compared. */
export const MAX_COMPARED_SEGMENTS = 50;

/**
 * Compares the pair in each segment, and corrects for their number with the method of Holm. The p-values are 1 / e, so
 * the correction holds at every look. Undefined if the items have fewer than two segments.
 */
export function compareSegments(evidence: RunEvidence, overall: EvalComparison): SegmentComparisons | undefined {
  const { declaration } = evidence;
  const cellsBySegment = groupCells(evidence.cells);
  if (cellsBySegment.size < 2) return undefined;
  const largest = [...cellsBySegment]
    .sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1))
    .slice(0, MAX_COMPARED_SEGMENTS)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const compareAt = (cells: readonly CellResult[], level: number): EvalComparison =>
    compareArms({ ...evidence, cells }, declaration.pair, level).comparison;
  const first = largest.map(([segment, cells]) => {
    const comparison = compareAt(cells, declaration.alpha);
    return { segment, cells, comparison, pValue: pValueOf(comparison) };
  });
  const pValues = first.flatMap(({ pValue }) => pValue ?? []);
  const rejected = holm(pValues, declaration.alpha);
  const segments = first.map(({ segment, cells, comparison, pValue }): SegmentComparison => {
    if (pValue === null) {
      return { segment, comparison, p_value: null, is_significant: null, reverses_overall: false };
    }
    const isSignificant = rejected[pValues.indexOf(pValue)] ?? false;
    const corrected = compareAt(cells, holmLevel(pValues, pValue, declaration.alpha));
    const reverses = isSignificant && (overall.delta ?? 0) * (corrected.delta ?? 0) < 0;
    return {
      segment,
      comparison: corrected,
      p_value: pValue,
      is_significant: isSignificant,
      reverses_overall: reverses,
    };
  });
  return {
    correction: 'holm',
    alpha: declaration.alpha,
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

function pValueOf({ e_value: eValue }: EvalComparison): number | null {
  return eValue === null ? null : Math.min(1, 1 / eValue);
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
