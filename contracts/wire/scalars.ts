import { Type, type TInteger, type TNull, type TNumber, type TSchemaOptions, type TString, type TUnion } from 'typebox';

/** An instant on the wire: RFC 3339, UTC, milliseconds, so that instants compare as strings. */
export const InstantSchema = Type.String({
  title: 'Instant',
  maxLength: 24,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 instant in UTC with milliseconds',
  examples: ['2026-01-31T08:00:00.000Z'],
});

/**
 * An instant in the form that people may write: RFC 3339 in either case, with any offset, in the years 2000 to 2099.
 */
export const WRITTEN_INSTANT_PATTERN =
  '^20\\d{2}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$';

/** A revision: an unsigned integer as a string, which clients copy and never parse. */
export const RevisionSchema = Type.String({
  title: 'Revision',
  maxLength: 19,
  pattern: '^(0|[1-9]\\d{0,18})$',
  'x-form': 'an unsigned integer as a decimal string',
  description: 'Unsigned integer as a decimal string; copy it and do not parse it',
  examples: ['1'],
});

/**
 * A name as it is stored and shown. Names that are older than `ChosenNameSchema` may contain characters that it
 * refuses.
 */
export const NameSchema = Type.String({
  title: 'Name',
  maxLength: 120,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,120}$',
  description: '1 to 120 characters, no control characters',
  examples: ['Weekly spend'],
});

/**
 * Characters that are invisible, or that change the direction of the text around them. With them, two different names
 * can look the same. The list: soft hyphen; Arabic and Mongolian marks; zero-width space, joiners, word joiner and byte
 * order mark; marks, embeddings, overrides and isolates of direction; separators of lines; annotations.
 */
const UNSEEN = '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

/** A name that a customer gives in a body, or an operator in a command. */
export const ChosenNameSchema = Type.String({
  title: 'ChosenName',
  maxLength: 120,
  pattern: `^[^\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}]{1,120}$`,
  description: '1 to 120 characters, without control characters, invisible characters and marks of text direction',
  examples: ['Weekly spend'],
});

/** `sha256:` and 64 hex digits; empty if nothing is stored yet. */
export const DigestSchema = Type.String({
  title: 'Digest',
  maxLength: 71,
  pattern: '^(sha256:[0-9a-f]{64})?$',
  description: '`sha256:` and 64 hex digits; empty if nothing is stored yet',
});

/** The name of a zone of the IANA database; `time-zone.ts` checks that the zone exists. */
export const TimeZoneSchema = Type.String({
  title: 'TimeZone',
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_+:/-]+$',
  'x-time-zone': true,
  'x-form': 'the name of an IANA time zone',
  description: 'IANA time zone; it affects only the labels of buckets',
  examples: ['Europe/Berlin'],
});

/** A text of at most this many characters, without NUL, which is refused everywhere. */
export function textSchema(maxLength: number, options: TSchemaOptions = {}): TString {
  return Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options });
}

const MAX_INT32 = 2_147_483_647;

/** A whole number with its bounds, and the integer format that holds them. */
export function wholeSchema(minimum: number, maximum: number, options: TSchemaOptions = {}): TInteger {
  return Type.Integer({ minimum, maximum, format: maximum <= MAX_INT32 ? 'int32' : 'int64', ...options });
}

/** A number of things without a bound of its own. */
export function countSchema(description: string): TInteger {
  return wholeSchema(0, Number.MAX_SAFE_INTEGER, { description });
}

/** A part of a whole, from 0 to 1. */
export function shareSchema(description: string): TNumber {
  return Type.Number({ minimum: 0, maximum: 1, description });
}

/** A part of a whole, or null if it is unknown. */
export function shareOrNullSchema(description: string): TUnion<[TNumber, TNull]> {
  return Type.Union([shareSchema(description), Type.Null()]);
}
