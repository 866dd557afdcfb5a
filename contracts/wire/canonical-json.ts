import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { DefectError } from '../../domain/kernel/errors.ts';
import { jsonPieces } from './json-pieces.ts';

// The package is CommonJS. Its types claim a default export of an ES module; at run time, the default is the function
// itself.
const serialize = canonicalize as unknown as (value: unknown) => string | undefined;

/**
 * The depth of the groups in a report's answer. The package concatenates its text from millions of small strings. All
 * of them stay in memory until the text is read: 125 MiB for an answer of 12 MiB. In pieces, only the strings of one
 * group are in memory.
 */
const PIECE_DEPTH = 3;

/**
 * The RFC 8785 form of a JSON value: the same text for any order of its members.
 *
 * @throws DefectError for a value that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  const parts: Buffer[] = [];
  for (const piece of canonicalPieces(value)) parts.push(Buffer.from(piece));
  return Buffer.concat(parts).toString();
}

/** The length in UTF-8 bytes of the RFC 8785 form of a JSON value. */
export function canonicalByteLength(value: unknown): number {
  let length = 0;
  for (const piece of canonicalPieces(value)) length += Buffer.byteLength(piece);
  return length;
}

/** `sha256:` and 64 hex digits over the RFC 8785 form of a JSON value. */
export function sha256Digest(value: unknown): string {
  const hash = createHash('sha256');
  for (const piece of canonicalPieces(value)) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}

function canonicalPieces(value: unknown): Generator<string> {
  return jsonPieces(value, PIECE_DEPTH, { keysOf: (document) => Object.keys(document).sort(), textOf });
}

function textOf(value: unknown): string {
  const text = serialize(value);
  if (text === undefined) throw new DefectError('A value without a JSON form has no canonical form.');
  return text;
}
