import { Type } from 'typebox';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { FileDigestSchema, ProcessNameSchema } from './gateway-process.ts';

const closed = { additionalProperties: false } as const;

/**
 * The maximum number of characters of a text. A file has at most 256 KiB, and a hidden place can be longer than before.
 */
const MAX_TEXT = 1_048_576;

/** The configuration file of one process. */
export const ConfigurationFileTextSchema = Type.Object(
  {
    process: ProcessNameSchema,
    loaded_at: Type.Union([InstantSchema, Type.Null()], {
      description: 'The time at which the process read the file; null for a process of an earlier version',
    }),
    digest: Type.Union([FileDigestSchema, Type.Null()], {
      description: 'Null if the process has no file, so that every setting has its default, or stated none',
    }),
    text: Type.Union([textSchema(MAX_TEXT, { description: 'The file, with its comments' }), Type.Null()], {
      description: 'Null without a digest',
    }),
    redactions: wholeSchema(0, MAX_TEXT, {
      description: 'Places of the text that are hidden as `[redacted]`, because they look like secrets',
    }),
  },
  {
    title: 'ConfigurationFileText',
    description:
      'The configuration file of a process, as the process read it. The file names environment variables instead of secrets. Anything in it that still looks like a secret is hidden; the digest is that of the file itself.',
    ...closed,
  },
);
