import { Type } from 'typebox';

/** An instant on the wire: RFC 3339, UTC, milliseconds, so that instants compare as strings. */
export const InstantSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'RFC 3339 instant in UTC with milliseconds',
  examples: ['2026-01-31T08:00:00.000Z'],
});

/** A revision: an unsigned integer as a string, to be copied and never parsed. */
export const RevisionSchema = Type.String({
  pattern: '^(0|[1-9]\\d{0,18})$',
  description: 'Unsigned integer as a decimal string: copy it, do not parse it',
  examples: ['1'],
});

/** A name that a person chose: 1 to 120 characters, none of them a control character. */
export const NameSchema = Type.String({
  // Bounded in the pattern, which counts code points: `maxLength` counts graphemes, of any number of bytes.
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,120}$',
  description: '1 to 120 characters, no control characters',
  examples: ['Weekly spend'],
});

/** `sha256:` and 64 hex digits; empty where nothing is stored yet. */
export const DigestSchema = Type.String({ pattern: '^(sha256:[0-9a-f]{64})?$' });
