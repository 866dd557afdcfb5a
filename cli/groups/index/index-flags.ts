import { LOG_FLAG } from '../../logs/log-flags.ts';
import { optionalFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';

/** The flags of every command about the index. */
export const INDEX_FLAGS = {
  index: {
    ...optionalFlag('<path>', 'the folder of the index', anyText),
    defaultText: 'a folder of the log in ~/.cache/truetally/index',
  },
  log: LOG_FLAG,
} as const;

export type IndexFlags = typeof INDEX_FLAGS;
