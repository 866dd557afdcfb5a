import type { Interval } from '../score-interval.ts';
import { absentCoefficient, type AbsentCoefficient } from './coefficient.ts';

/** A square table of counts: one rater chose the category of the row, the other the category of the column. */
export type AgreementTable = readonly (readonly number[])[];

/** Cohen's kappa of two raters. */
export interface CohenKappa {
  readonly state: 'present';
  readonly value: number;
  /** The number of items that both rated. */
  readonly items: number;
  /**
   * The standard error for large samples, without the assumption that kappa is 0. It is undefined if every item
   * contributes the same kappa, in particular if all ratings agree. It would then be 0 for any number of items, and
   * look like certainty.
   */
  readonly standardError: number | undefined;
}

/**
 * Cohen's kappa (Cohen 1960), with the standard error of Fleiss, Cohen and Everitt 1969 (Psychological Bulletin
 * 72:323).
 *
 * @param table integers; up to 94 million items, kappa is the double nearest to the exact fraction
 */
export function cohenKappa(table: AgreementTable): CohenKappa | AbsentCoefficient {
  const ofRow = table.map((row) => sumOf(row));
  const ofColumn = table.map((_, column) => sumOf(table.map((row) => row[column] as number)));
  const items = sumOf(ofRow);
  if (items === 0) return absentCoefficient('nothing_compared');

  // All values are integers before the final division, so that no rounding makes a kappa of 0.5 miss a floor of 0.5.
  const agreed = sumOf(table.map((row, category) => row[category] as number));
  const byChance = sumOf(ofRow.map((count, category) => count * (ofColumn[category] as number)));
  const beyondChance = items * items - byChance;
  if (beyondChance === 0) return absentCoefficient('one_category');

  // The influence of one more item of a cell on kappa, times `beyondChance`. The standard error is the spread of these
  // values.
  const cells = table.flatMap((row, one) =>
    row.map((count, other) => ({
      count,
      pull:
        (one === other ? beyondChance : 0) - (items - agreed) * ((ofColumn[one] as number) + (ofRow[other] as number)),
    })),
  );
  return {
    state: 'present',
    value: (items * agreed - byChance) / beyondChance,
    items,
    standardError: standardErrorOf(
      cells.filter(({ count }) => count > 0),
      items,
      beyondChance,
    ),
  };
}

/** The two-sided interval at a normal quantile, limited to -1 and 1; undefined without a standard error. */
export function kappaInterval({ value, standardError }: CohenKappa, quantile: number): Interval | undefined {
  if (standardError === undefined) return undefined;
  const reach = quantile * standardError;
  return { lower: Math.max(-1, value - reach), upper: Math.min(1, value + reach) };
}

function standardErrorOf(
  cells: readonly { readonly count: number; readonly pull: number }[],
  items: number,
  beyondChance: number,
): number | undefined {
  if (new Set(cells.map(({ pull }) => pull)).size === 1) return undefined;
  const mean = sumOf(cells.map(({ count, pull }) => count * pull)) / items;
  const squares = sumOf(cells.map(({ count, pull }) => count * (pull - mean) ** 2));
  return (items * Math.sqrt(squares)) / beyondChance ** 2;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
