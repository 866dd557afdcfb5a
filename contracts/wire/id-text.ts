import { Buffer } from 'node:buffer';
import { Type, type TSchemaOptions, type TString } from 'typebox';
import { Format } from 'typebox/format';

/**
 * Bytes of UTF-8 of an id or a name from outside. The limit is equal for traffic and for questions about it, so that
 * every accepted name can be asked for.
 */
export const MAX_ID_BYTES = 512;

/**
 * The characters that no id and no name may have, in traffic and in questions, as a class of a pattern: control
 * characters.
 */
export const REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f';

/**
 * The characters of them that were always refused. Older traffic has the others, and is loaded again and shown as it
 * is.
 */
export const ALWAYS_REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f';

/**
 * The names by which questions select traffic: all that traffic can have, except halves of surrogate pairs, which no
 * store accepts.
 */
export const ASKED_TEXT = `^[^${REFUSED_CHARACTERS}\\ud800-\\udfff]*$`;

/** JSON Schema counts characters alone. */
const FORMAT = `at-most-${MAX_ID_BYTES}-bytes`;
Format.Set(FORMAT, isShortEnough);

/** An id or a name of at most `MAX_ID_BYTES`. */
export function idTextSchema(options: TSchemaOptions & { readonly pattern: string }): TString {
  return Type.String({ maxLength: MAX_ID_BYTES, format: FORMAT, ...options });
}

function isShortEnough(text: string): boolean {
  // No unit of UTF-16 takes more than three bytes.
  return text.length * 3 <= MAX_ID_BYTES || Buffer.byteLength(text) <= MAX_ID_BYTES;
}
