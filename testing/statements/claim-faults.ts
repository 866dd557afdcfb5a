import type { ClaimedColumn } from './collect-statements.ts';
import type { DescribedColumn } from './describe-statement.ts';

/** The TypeScript type of the pool's values, by type of Postgres. For JSON, the code may claim any type. */
const READ_AS: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'Buffer<ArrayBufferLike>',
  'character varying': 'string',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  name: 'string',
  numeric: 'string',
  oid: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  'integer[]': 'number[]',
  'text[]': 'string[]',
};

/** The differences between the claimed type of a statement's rows and the columns of Postgres, as sentences. */
export function claimFaults(claims: readonly ClaimedColumn[], columns: readonly DescribedColumn[]): string[] {
  const described = new Map(columns.map((column) => [column.name, column]));
  const claimed = new Set(claims.map(({ name }) => name));
  return [
    ...columns.filter(({ name }) => !claimed.has(name)).map(({ name }) => `no code reads the column ${name}`),
    ...claims.flatMap((claim) => {
      const column = described.get(claim.name);
      return column === undefined ? [`there is no column ${claim.name}`] : faultsOf(claim, column);
    }),
  ];
}

function faultsOf({ name, types, mayBeNull }: ClaimedColumn, column: DescribedColumn): string[] {
  const read = READ_AS[column.type];
  const isAnything = /^jsonb?$/.test(column.type);
  return [
    ...(isAnything || types.every((type) => isReadAs(type, read))
      ? []
      : [`${name} is ${column.type}, and no ${types.join(' | ')}`]),
    ...(column.isNullable === true && !mayBeNull ? [`${name} may be null`] : []),
  ];
}

/**
 * True if a claimed type fits the returned one. A list may also be claimed as readonly, or as a list of certain texts.
 */
function isReadAs(type: string, read: string | undefined): boolean {
  if (type === read) return true;
  return read === 'string[]' && /^(readonly string\[\]|(readonly )?\((".*"( \| )?)+\)\[\])$/.test(type);
}
