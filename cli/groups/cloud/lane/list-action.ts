import type { Result } from '../../../output/result.ts';
import { tableText, type Column } from '../../../output/table.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneAnswer, type LaneFlags, type OperationName } from '../../../service/call-operation.ts';
import type { LaneAction, LaneInput } from './lane-action.ts';
import { MAX_PAGE_ROWS, type PageValues } from './page-flags.ts';

/** A column of a list, with the text of its cells. */
export interface ListColumn<Row> extends Column {
  readonly cell: (row: Row) => string;
}

/** A list of the lane. */
interface ListParts<Row, Flags> {
  readonly operation: OperationName;
  /** The ids in the path, by the position of their arguments. */
  readonly ids?: readonly string[];
  /** The ids in the path that flags name. */
  readonly idsOf?: (flags: Flags) => Readonly<Record<string, string>>;
  /** The member of the query with the cursor. */
  readonly cursor?: 'cursor' | 'page-token';
  readonly columns: readonly ListColumn<Row>[];
  /** A sentence for a list without rows. */
  readonly empty: string;
}

/** An action that shows one page of a list, or every page with `--all`. */
export function listAction<Row, Flags extends LaneFlags & PageValues>(parts: ListParts<Row, Flags>): LaneAction<Flags> {
  return {
    async run(context: Context, { args, flags }: LaneInput<Flags>): Promise<Result> {
      const ask = (cursor: string | undefined, limit: number | undefined): Promise<LaneAnswer<readonly Row[]>> =>
        callOperation(context, parts.operation, {
          flags,
          ids: { ...idsFrom(parts.ids, args), ...parts.idsOf?.(flags) },
          query: { limit: limit?.toString(), [parts.cursor ?? 'cursor']: cursor },
        });
      if (flags.all) return resultOf(parts, await allRows(context, ask));
      const { data, bytes, nextCursor } = await ask(flags.cursor, flags.limit);
      const more = nextCursor === undefined ? [] : [`More rows follow: --cursor ${nextCursor}, or --all.`];
      return resultOf(parts, data, bytes, more);
    },
  };
}

/** The ids in a path, from positional arguments. */
export function idsFrom(names: readonly string[] = [], args: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, args[index] ?? '']));
}

async function allRows<Row>(
  { progress }: Context,
  ask: (cursor: string | undefined, limit: number) => Promise<LaneAnswer<readonly Row[]>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await ask(cursor, MAX_PAGE_ROWS);
    rows.push(...data);
    progress.show(`${rows.length} rows`);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return rows;
}

function resultOf<Row>(
  { columns, empty }: Pick<ListParts<Row, never>, 'columns' | 'empty'>,
  rows: readonly Row[],
  bytes?: Uint8Array,
  notes: readonly string[] = [],
): Result {
  return {
    kind: 'document',
    document: bytes ?? { items: rows },
    text: (screen) =>
      rows.length === 0
        ? ''
        : tableText(
            columns,
            rows.map((row) => columns.map(({ cell }) => cell(row))),
            screen,
          ),
    notes: rows.length === 0 ? [empty] : notes,
  };
}
