import { anyText, windowStart } from '../tree/forms.ts';
import { optionalFlag, switchFlag } from '../tree/flag.ts';

const LOG_DEFAULT = 'TRUETALLY_JOURNAL, the profile, the local installation, or ~/.gateway/decisions.jsonl';

/** The flag for the decision log. */
export const LOG_FLAG = {
  ...optionalFlag(
    '<file>',
    'the decision log: a file, a folder of segments, a pattern, or - for standard input',
    anyText,
  ),
  defaultText: LOG_DEFAULT,
};

/** The flag of commands that end with 7 if a line of the log is unreadable. */
const STRICT_FLAG = switchFlag('ends with 7 if any line of the log is unreadable');

/** The flags of commands that read calls of a window from the decision log. */
export const LOG_FLAGS = {
  log: LOG_FLAG,
  since: optionalFlag(
    '<window>',
    'the first instant: a span before now such as 24h, 30d or 2w, or an RFC 3339 instant',
    windowStart,
  ),
  until: optionalFlag('<window>', 'the instant after the last one, in the same form', windowStart),
  strict: STRICT_FLAG,
} as const;
