import type { GroupRow, GroupTable } from '../../logs/groups/group-table.ts';

/** The figures that order groups. */
export const SORTS = ['cost', 'calls', 'tokens', 'p95'] as const;
export type Sort = (typeof SORTS)[number];

const P95 = 0.95;

/** Groups in their order, and the sums over all groups. */
export interface RankedGroups {
  readonly rows: readonly GroupRow[];
  readonly groups: number;
}

/**
 * The largest groups of tables, in descending order; equal ones by their key, calls that state none last.
 *
 * @param onRow receives every group
 */
export function rankGroups(
  tables: Iterable<GroupTable>,
  { sort, limit }: { readonly sort: Sort; readonly limit: number },
  onRow: (row: GroupRow) => void,
): RankedGroups {
  let best: Ranked[] = [];
  let groups = 0;
  for (const table of tables) {
    for (const row of table.groups()) {
      groups += 1;
      onRow(row);
      best.push({ row, size: sizeOf(row, sort) });
      if (best.length >= 2 * limit + 1_000) best = largest(best, limit);
    }
  }
  return { rows: largest(best, limit).map(({ row }) => row), groups };
}

interface Ranked {
  readonly row: GroupRow;
  readonly size: bigint | number;
}

function largest(ranked: readonly Ranked[], limit: number): Ranked[] {
  return ranked.toSorted(compare).slice(0, limit);
}

function compare(one: Ranked, other: Ranked): number {
  if (one.size !== other.size) return one.size > other.size ? -1 : 1;
  const [key, otherKey] = [one.row.key, other.row.key];
  if (key === undefined || otherKey === undefined) return key === undefined ? 1 : -1;
  return key < otherKey ? -1 : 1;
}

function sizeOf({ calls, sum, sketch }: GroupRow, sort: Sort): bigint | number {
  if (sort === 'calls') return calls;
  if (sort === 'p95') return sketch?.quantile(P95) ?? -1;
  return sort === 'tokens' ? sum('inputTokens') + sum('outputTokens') : sum('nanos');
}
