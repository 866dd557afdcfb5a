import { GROUP_KEYS, type GroupKey } from '../../logs/groups/group-keys.ts';
import { LOG_FLAGS } from '../../logs/log-flags.ts';
import { defaultedFlag, optionalFlag, switchFlag } from '../../tree/flag.ts';
import { anyText, oneOf, wholeNumber } from '../../tree/forms.ts';
import { SORTS, type Sort } from './rank-groups.ts';

const MAX_SHOWN = 100_000;

export const TOP_FLAGS = {
  ...LOG_FLAGS,
  by: defaultedFlag<GroupKey>('<dimension>', 'the dimension that makes the groups', {
    form: oneOf(GROUP_KEYS),
    preset: 'model',
  }),
  trace: optionalFlag('<id>', 'counts only the calls of a trace', anyText),
  sort: defaultedFlag<Sort>('<figure>', 'the figure that orders the groups, largest first', {
    form: oneOf(SORTS),
    preset: 'cost',
  }),
  limit: defaultedFlag<number>('<number>', 'the number of groups to show', {
    form: wholeNumber(1, MAX_SHOWN),
    preset: 20,
  }),
  'no-index': switchFlag('reads the log itself, and not the index of tt index rebuild'),
  index: optionalFlag('<path>', 'the folder of the index', anyText, { contradicts: ['no-index'] }),
} as const;
