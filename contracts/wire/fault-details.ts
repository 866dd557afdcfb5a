import { nearestName } from '../../domain/kernel/nearest-name.ts';

/** The maximum number of names that a fault lists: a longer list does not help to find the right one. */
const MAX_NAMES = 12;
/**
 * The maximum number of characters of a number in quotes that a fault repeats. Any other text is described by its type
 * only, because it may be content or a secret.
 */
const MAX_SHOWN = 40;

/** The fault of an unknown member. @param members the known ones */
export function unknownMemberDetail(name: string, members: readonly string[]): string {
  const near = nearestName(name, members);
  if (near !== undefined) return `is not a member of this document: did you mean \`${near}\`?`;
  const listed = members.length > 0 && members.length <= MAX_NAMES ? `, whose members are ${members.join(', ')}` : '';
  return `is not a member of this document${listed}`;
}

/** The fault of a value outside of a closed set. */
export function outsideSetDetail(value: unknown, allowed: readonly unknown[]): string {
  const names = allowed.map(String);
  const near = typeof value === 'string' ? nearestName(value, names) : undefined;
  const meant = near === undefined ? '' : `: did you mean \`${near}\`?`;
  return `must be one of ${names.join(', ')}${meant}`;
}

/** The description of each type of JSON Schema. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** The fault of a value of the wrong type; undefined for a type without a description here. */
export function wrongTypeDetail(value: unknown, type: unknown): string | undefined {
  const name = typeof type === 'string' ? TYPES[type] : undefined;
  if (name === undefined) return undefined;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `must be a string: write "${String(value)}" in quotes`;
  if ((type === 'number' || type === 'integer') && isQuotedNumber(value))
    return `must be ${name}: write ${value.trim()} without quotes`;
  return `must be ${name}, not ${nameOf(value)}`;
}

/** The fault of a string in the wrong form. @param example a string in the right form, if there is one */
export function wrongFormDetail(form: string, example: unknown): string {
  return typeof example === 'string'
    ? `must have this form: ${form}, for example \`${example}\``
    : `must have this form: ${form}`;
}

function isQuotedNumber(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_SHOWN && value.trim() !== '' && Number.isFinite(Number(value))
  );
}

/** The type of a value. */
function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? 'a string' : 'a number';
}
