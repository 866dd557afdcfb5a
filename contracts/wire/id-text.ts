import { Buffer } from 'node:buffer';
import { Type, type TSchemaOptions, type TString } from 'typebox';
import { Format } from 'typebox/format';

/**
 * What an id or a name may measure that comes from outside, in bytes of UTF-8: as much in traffic as in questions of it, so
 * that whatever came in can be asked for.
 */
export const MAX_ID_BYTES = 512;

/** What no id and no name of traffic or of a question of it holds, as a class of a pattern: control characters. */
export const REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f-\\u009f';

/** What of them was always refused. Traffic from before holds the others, and is loaded again and shown as it is. */
export const ALWAYS_REFUSED_CHARACTERS = '\\u0000-\\u001f\\u007f';

/** What questions name traffic by: whatever can come in, and no half of a surrogate pair, which no store takes. */
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
