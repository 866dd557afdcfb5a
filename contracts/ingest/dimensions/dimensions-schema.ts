import { Buffer } from 'node:buffer';
import { Type, type Static } from 'typebox';
import { Format } from 'typebox/format';
import { REFUSED_CHARACTERS } from '../../wire/id-text.ts';
import { DIMENSION_LIMITS, DIMENSION_NAME_PATTERN, DIMENSION_NAMES } from './dimension-names.ts';

const { bytes: MAX_BYTES, tagKeyBytes: MAX_KEY_BYTES, tags: MAX_TAGS } = DIMENSION_LIMITS;

/** The format that limits bytes: JSON Schema itself can limit characters only. */
const FORMAT = `at-most-${MAX_BYTES}-bytes`;
Format.Set(FORMAT, (text) => text.length * 3 <= MAX_BYTES || Buffer.byteLength(text) <= MAX_BYTES);

const NameSchema = Type.String({ pattern: DIMENSION_NAME_PATTERN });

const NAMES = `\`${DIMENSION_NAMES.join('`, `')}\` and \`tag.<key>\` with a key of at most ${MAX_KEY_BYTES} bytes`;

/** The dimensions of a request in a line of the traffic format. */
export const DimensionsSchema = Type.Record(
  NameSchema,
  Type.String({
    minLength: 1,
    maxLength: MAX_BYTES,
    format: FORMAT,
    pattern: `^[^${REFUSED_CHARACTERS}]+$`,
    description: 'The value of the dimension.',
    'x-form': `a text of 1 to ${MAX_BYTES} bytes in UTF-8 without control characters`,
  }),
  {
    additionalProperties: false,
    maxProperties: DIMENSION_NAMES.length + MAX_TAGS,
    description: `Dimensions of the request: texts by name. The names are ${NAMES}. They are not part of the event’s content.`,
    'x-members': [...DIMENSION_NAMES, 'tag.<key>'],
  },
);

export type Dimensions = Static<typeof DimensionsSchema>;

/**
 * The dimensions of a request as senders may send them, for descriptions. `normalizeDimensions` gives them the form of
 * a line.
 */
export const SentDimensionsSchema = Type.Record(
  NameSchema,
  Type.String({ maxLength: 65_536, pattern: '^[^\\u0000]*$', description: 'The value of the dimension.' }),
  {
    maxProperties: 1_000,
    description: `Dimensions of the request: texts by name. The names are ${NAMES}. Values are cut to ${MAX_BYTES} bytes. Of more than ${MAX_TAGS} tags, the first by name are stored. They are not part of the event’s content.`,
  },
);
