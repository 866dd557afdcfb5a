import { optionalFlag } from '../../../tree/flag.ts';
import { anyText } from '../../../tree/forms.ts';
import type { Form } from '../../../tree/flag.ts';

/** The flag with the complete body of a request. */
export const BODY_FLAG = {
  body: optionalFlag('<file|->', 'a JSON document with the complete body, in place of the flags above', anyText),
} as const;

/** The flag with the body of an edit. Its revision has a flag of its own. */
export const FILE_FLAG = {
  file: optionalFlag('<file|->', 'a JSON document with the other members of the body', anyText),
} as const;

/** The extras of a flag for one member of the body. */
export const NOT_WITH_BODY = { contradicts: ['body'] } as const;
export const NOT_WITH_FILE = { contradicts: ['file'] } as const;

const idempotencyKey: Form<string> = {
  rule: '1 to 255 printable ASCII characters',
  parse: (text) => (/^[\x20-\x7e]{1,255}$/.test(text) ? text : undefined),
};

/** The flag of creations that the service repeats safely. */
export const IDEMPOTENCY_FLAG = {
  'idempotency-key': optionalFlag(
    '<text>',
    'names this creation, so that a repetition returns its first answer; a new key for each run of the command if absent',
    idempotencyKey,
  ),
} as const;

/** The number of a version that the command line has read, as a decimal text. */
export const revision: Form<string> = {
  rule: 'a revision, which is an unsigned whole number',
  parse: (text) => (/^(0|[1-9]\d{0,18})$/.test(text) ? text : undefined),
};
