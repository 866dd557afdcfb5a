import { defaultedFlag, optionalFlag } from '../../../tree/flag.ts';
import { anyText, duration, oneOf } from '../../../tree/forms.ts';
import { NOT_WITH_BODY } from '../lane/body-flags.ts';

/** The flags of the content of a new view. */
export const VIEW_FLAGS = {
  name: optionalFlag('<text>', 'the name', anyText, NOT_WITH_BODY),
  audience: defaultedFlag(
    '<audience>',
    'the readers',
    { form: oneOf(['personal', 'team'] as const), preset: 'personal' },
    NOT_WITH_BODY,
  ),
  window: optionalFlag('<duration>', 'a window that ends now, such as 24h', duration, {
    contradicts: ['body', 'calendar'],
  }),
  calendar: optionalFlag('<unit>', 'the last complete day, week or month', oneOf(['day', 'week', 'month'] as const), {
    contradicts: ['body', 'window'],
  }),
  'display-tz': optionalFlag('<zone>', 'the time zone; that of this machine if absent', anyText, NOT_WITH_BODY),
} as const;
