import { Buffer } from 'node:buffer';
import {
  TAG_DIMENSION_PREFIX,
  toCallerDimension,
  toDimensionMember,
  type CallerDimension,
  type DimensionMember,
} from '../../../domain/insight/caller-dimensions.ts';
import { FOLDED_TAG_KEY, FOLDED_VALUE } from '../../../domain/insight/folded-values.ts';

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

/** The tag of a fact whose tags are folded, as an expression. */
const FOLDED_TAG = `${TAGS}[${hexLiteral(FOLDED_TAG_KEY)}]`;

/** The name of the dimension with the folded tags. */
export const FOLDED_TAGS: CallerDimension = `${TAG_DIMENSION_PREFIX}${FOLDED_TAG_KEY}`;

/** The value of folded facts as a literal in a statement. */
export const FOLDED_LITERAL = hexLiteral(FOLDED_VALUE);

/**
 * The expression for the value of a dimension of a fact; empty if the fact has none. Folded tags are the value of every
 * tag, because the fact may have stated any of them. The key of a tag is a hexadecimal literal, so no text of a caller
 * is a part of the statement.
 */
export function dimensionValue(name: CallerDimension): string {
  const column = COLUMNS.get(name);
  if (column !== undefined) return `toString(${column})`;
  const value = `${TAGS}[${hexLiteral(name.slice(TAG_DIMENSION_PREFIX.length))}]`;
  return name === FOLDED_TAGS ? value : `if(${FOLDED_TAG} = ${FOLDED_LITERAL}, ${FOLDED_LITERAL}, ${value})`;
}

/** The condition that a value of a dimension is that of folded facts. No share limits the owners of keys. */
export function isFoldedValue(name: CallerDimension, value: string): string {
  return name === 'owner' ? 'false' : `${value} = ${FOLDED_LITERAL}`;
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
