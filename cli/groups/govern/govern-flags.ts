import { CONFIG_FLAG } from '../../configuration/config-flag.ts';
import { LOG_FLAGS } from '../../logs/log-flags.ts';
import { defaultedFlag, optionalFlag, requiredFlag } from '../../tree/flag.ts';
import { anyText, instant, wholeNumber } from '../../tree/forms.ts';

/** The maximum number of calls that a command holds in memory; a call takes about 300 bytes. */
const MAX_ROWS = 10_000_000;
const USUAL_ROWS = 1_000_000;

const maxRows = defaultedFlag('<int>', 'the maximum number of calls; a longer log is refused, not cut off', {
  form: wholeNumber(1, MAX_ROWS),
  preset: USUAL_ROWS,
});

export const GOVERN_PREVIEW_FLAGS = { ...CONFIG_FLAG, ...LOG_FLAGS, 'max-rows': maxRows } as const;

export const RECONCILE_FLAGS = {
  ...CONFIG_FLAG,
  log: LOG_FLAGS.log,
  strict: LOG_FLAGS.strict,
  rollup: requiredFlag(
    '<file.json>',
    'the counted use of limits, as GET /limits of the management plane lists it',
    anyText,
  ),
  'as-of': optionalFlag('<RFC 3339>', 'the instant of the rollup; by default its as_of', instant),
} as const;
