import { defaultedFlag } from '../tree/flag.ts';
import { duration } from '../tree/forms.ts';

/** The flag of commands that follow work of the service. */
export const WAIT_FLAG = {
  'wait-timeout': defaultedFlag('<dur>', 'the time to wait for the result; the work continues without it', {
    form: duration,
    preset: 300_000,
    presetText: '5m',
  }),
} as const;
