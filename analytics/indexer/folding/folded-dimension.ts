import { FOLDED_TAG_KEY, FOLDED_VALUE } from '../../../domain/insight/folded-values.ts';
import type { CALLER_COLUMNS } from '../events/caller-columns.ts';
import { FACT_COLUMNS, FACT_TABLES, type Fact, type FactTable } from '../events/fact-rows.ts';

/**
 * The dimensions whose values have shares. All tags are one of them, because a caller also chooses their keys. Steps
 * are not in this set: no rollup contains them.
 */
export const FOLDED_DIMENSIONS = ['user', 'tenant', 'feature', 'agent', 'step_class', 'tool', 'key', 'tags'] as const;
export type FoldedDimension = (typeof FOLDED_DIMENSIONS)[number];

/** Positions of the lines of a batch whose values are folded, in ascending order, by dimension. */
export type FoldedPositions = ReadonlyMap<FoldedDimension, readonly number[]>;

/** The column of facts that contains a dimension. */
export function columnOfDimension(dimension: FoldedDimension): (typeof CALLER_COLUMNS)[number] {
  return dimension === 'key' ? 'key_id' : dimension;
}

/** The index of the cell of each dimension in the rows of a table; -1 if its facts have no dimensions. */
const CELLS: ReadonlyMap<FactTable, readonly number[]> = new Map(
  FACT_TABLES.map((table) => {
    const columns: readonly string[] = FACT_COLUMNS[table];
    return [table, FOLDED_DIMENSIONS.map((dimension) => columns.indexOf(columnOfDimension(dimension)))];
  }),
);

/** True if a fact states any of these dimensions. */
export function hasFoldedDimension({ table, cells }: Fact): boolean {
  return CELLS.get(table)?.some((index) => (cells[index] ?? '') !== '') ?? false;
}

/** The text of a dimension in a fact; empty if the fact states no value. */
export function textOfDimension({ table, cells }: Fact, dimension: FoldedDimension): string {
  const cell = cells[cellIndex(table, dimension)];
  return typeof cell === 'string' ? cell : '';
}

/** The index of the cell of a dimension in a row; -1 if rows of the table have no dimensions. */
export function cellIndex(table: FactTable, dimension: FoldedDimension): number {
  return CELLS.get(table)?.[FOLDED_DIMENSIONS.indexOf(dimension)] ?? -1;
}

/**
 * The values of a dimension in the text of its cell. A tag is its key and its value, separated by a tab, which neither
 * of them can contain.
 */
export function valuesInText(dimension: FoldedDimension, text: string): readonly string[] {
  if (text === '') return [];
  if (dimension !== 'tags') return [text];
  const parts = text.split('\t');
  const tags: string[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) tags.push(`${parts[at] ?? ''}\t${parts[at + 1] ?? ''}`);
  return tags;
}

/** The text of a folded dimension in its cell. It is also its only value. */
export function foldedText(dimension: FoldedDimension): string {
  return dimension === 'tags' ? `${FOLDED_TAG_KEY}\t${FOLDED_VALUE}` : FOLDED_VALUE;
}
