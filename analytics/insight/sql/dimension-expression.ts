import { Buffer } from 'node:buffer';
import {
  TAG_DIMENSION_PREFIX,
  toCallerDimension,
  toDimensionMember,
  type CallerDimension,
  type DimensionMember,
} from '../../../domain/insight/caller-dimensions.ts';

/** The columns of the named dimensions. `user` is quoted because it is also the name of a function. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ['user', '`user`'],
  ['tenant', 'tenant'],
  ['feature', 'feature'],
  ['agent', 'agent'],
  ['step_class', 'step_class'],
  ['tool', 'tool'],
  ['key', 'key_id'],
  ['owner', 'team_id'],
]);

const TAGS = 'tags';

/** The column of facts that contains a dimension: its own, or the map of all tags. */
export function dimensionColumn(name: CallerDimension): string {
  return COLUMNS.get(name) ?? TAGS;
}

/**
 * The expression for the value of a dimension of a fact; empty if the fact has none. The key of a tag is a hexadecimal
 * literal, so no text of a caller is a part of the statement.
 */
export function dimensionValue(name: CallerDimension): string {
  const column = COLUMNS.get(name);
  if (column !== undefined) return `toString(${column})`;
  return `${TAGS}[${hexLiteral(name.slice(TAG_DIMENSION_PREFIX.length))}]`;
}

/** The text as a literal in a statement, of hexadecimal digits only. */
export function hexLiteral(text: string): string {
  return `unhex('${hexOf(text)}')`;
}

const SQL_PREFIX = 'dimension_';

/** The member of a dimension in statements and their rows, which is also a valid name of a parameter. */
export function toSqlMember(member: DimensionMember): string {
  return `${SQL_PREFIX}${hexOf(toCallerDimension(member))}`;
}

/** The member of a row; undefined if the row does not belong to a dimension. */
export function readSqlMember(text: string): DimensionMember | undefined {
  if (!text.startsWith(SQL_PREFIX)) return undefined;
  return toDimensionMember(Buffer.from(text.slice(SQL_PREFIX.length), 'hex').toString() as CallerDimension);
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}
