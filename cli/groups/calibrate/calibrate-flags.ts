import { FROZEN_FLOORS } from '../../../domain/judges/configuration/floors.ts';
import { PLANE_FLAGS, PLANE_WORKSPACE_FLAG } from '../../plane/plane-flags.ts';
import { HELD_FLAGS } from '../../plane/refuse-held-flags.ts';
import { WAIT_FLAG } from '../../plane/wait-flag.ts';
import { optionalFlag } from '../../tree/flag.ts';
import { anyText, idOf, share, wholeNumber } from '../../tree/forms.ts';

/** The largest minimum that a fit takes. */
const MOST_PAIRS = 1_000_000;

export const CALIBRATE_FLAGS = {
  rule: optionalFlag('<id>', 'the routing rule whose only bound of input tokens is fitted', anyText, {
    contradicts: ['param', 'activate'],
  }),
  param: optionalFlag('<name>', 'the bound to fit, such as routing.rules.small.max_input_tokens', anyText, {
    contradicts: ['activate'],
  }),
  'quality-budget': optionalFlag('<0..1>', 'the largest share of calls that the cheap tier may lose', share, {
    contradicts: ['target-frontier-pct', 'activate'],
  }),
  'target-frontier-pct': optionalFlag('<0..1>', 'the share of the largest saving to reach', share, {
    contradicts: ['activate'],
  }),
  'min-labeled': optionalFlag(
    '<int>',
    'the minimum number of pairs with verdicts; it can only raise the configured one',
    wholeNumber(FROZEN_FLOORS.judge_validation_min_n, MOST_PAIRS),
    { contradicts: ['activate'] },
  ),
  activate: optionalFlag('<id>', 'makes this fit the active threshold, and fits nothing', idOf('calibration')),
  config: HELD_FLAGS.config,
  log: HELD_FLAGS.log,
  dir: HELD_FLAGS.dir,
  ...WAIT_FLAG,
  ...PLANE_WORKSPACE_FLAG,
  ...PLANE_FLAGS,
} as const;
