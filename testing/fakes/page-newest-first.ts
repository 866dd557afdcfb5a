import type { PageKey } from '../../store/postgres/page-key.ts';

/** One page of rows, as a store returns it: newest first, strictly after the row with the key. */
export function pageNewestFirst<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => PageKey,
  { limit, after }: { limit: number; after: PageKey | undefined },
): Row[] {
  const textOf = ({ createdAt, id }: PageKey): string => `${createdAt} ${id}`;
  const start = after && textOf(after);
  return rows
    .map((row) => ({ row, key: textOf(keyOf(row)) }))
    .filter(({ key }) => start === undefined || key < start)
    .sort((a, b) => (a.key < b.key ? 1 : -1))
    .slice(0, limit)
    .map(({ row }) => row);
}
