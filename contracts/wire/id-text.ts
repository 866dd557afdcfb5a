import { Buffer } from 'node:buffer';
import { Type, type TSchemaOptions, type TString } from 'typebox';
import { Format } from 'typebox/format';

/**
 * The maximum of UTF-8 bytes of an id or a name from outside. It is the same for traffic and for questions, so that
 * every accepted name can be used in a question.
 */
export const MAX_ID_BYTES = 512;

/**
 * The characters that no id and no name may contain, in traffic and in questions, as a class of a pattern: control
 * characters.
 */
export const REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f';

/**
 * The refused characters that were refused from the start. Older traffic may contain the others; it is loaded again and
 * shown unchanged.
 */
export const ALWAYS_REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f';

/**
 * The names by which questions select traffic: all names that traffic can have, except those with halves of surrogate
 * pairs, which no store accepts.
 */
export const FILTER_TEXT_PATTERN = `^[^${REFUSED_CHARACTERS}\\ud800-\\udfff]*$`;

/** The format that limits bytes: JSON Schema itself can limit characters only. */
const FORMAT = `at-most-${MAX_ID_BYTES}-bytes`;
Format.Set(FORMAT, isShortEnough);

/** The schema of an id or a name of at most `MAX_ID_BYTES` bytes. */
export function idTextSchema(options: TSchemaOptions & { readonly pattern: string }): TString {
  return Type.String({ maxLength: MAX_ID_BYTES, format: FORMAT, ...options });
}

function isShortEnough(text: string): boolean {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  return text.length * 3 <= MAX_ID_BYTES || Buffer.byteLength(text) <= MAX_ID_BYTES;
}
