import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { DefectError } from '../domain/errors.ts';

// The package is CommonJS whose types claim a default export of a module; at run time the default is the function.
const serialize = canonicalize as unknown as (value: unknown) => string | undefined;

/**
 * The RFC 8785 form of a JSON value: one text per value, whatever the order of its members.
 *
 * @throws DefectError for a value that JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  const text = serialize(value);
  if (text === undefined) throw new DefectError('A value without a JSON form has no canonical form.');
  return text;
}

/** `sha256:` and 64 hex digits over the RFC 8785 form of a JSON value. */
export function sha256Digest(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value)).digest('hex')}`;
}
