import { OUTCOME_METRICS } from '../../../domain/judges/evaluators.ts';
import { FROZEN_FLOORS } from '../../../domain/judges/configuration/floors.ts';
import { PLANE_FLAGS, PLANE_WORKSPACE_FLAG } from '../../plane/plane-flags.ts';
import { HELD_FLAGS } from '../../plane/refuse-held-flags.ts';
import { WAIT_FLAG } from '../../plane/wait-flag.ts';
import { defaultedFlag, optionalFlag } from '../../tree/flag.ts';
import { anyText, instant, oneOf, openShare, wholeNumber, windowStart } from '../../tree/forms.ts';

/** The largest minimum that a fit takes. */
const MOST_ROWS = 1_000_000;
const MOST_SEGMENTS = 100;

/** The flags of every `quality` command. */
export const QUALITY_FLAGS = {
  ...PLANE_WORKSPACE_FLAG,
  config: HELD_FLAGS.config,
  log: HELD_FLAGS.log,
  dir: HELD_FLAGS.dir,
  ...PLANE_FLAGS,
} as const;

export const FIT_FLAGS = {
  confidence: optionalFlag('<0..1>', 'the confidence of the claims; the configured one unless given', openShare),
  'min-n': optionalFlag(
    '<int>',
    'the minimum number of rows; it can only raise the configured one',
    wholeNumber(FROZEN_FLOORS.judge_validation_min_n, MOST_ROWS),
  ),
  since: optionalFlag('<window>', 'the start of the labelled rows, such as 30d', windowStart),
  until: optionalFlag('<instant>', 'the end of the labelled rows', instant),
  now: optionalFlag('<RFC3339>', 'the instant from which --since counts, and the end unless --until is given', instant),
  fingerprint: optionalFlag('<epoch>', 'refused: the service has the policy epoch of its configuration', anyText),
  ...WAIT_FLAG,
  ...QUALITY_FLAGS,
} as const;

export const COVERAGE_FLAGS = {
  metric: optionalFlag('<metric>', 'only this metric', oneOf(OUTCOME_METRICS)),
  top: defaultedFlag('<n>', 'the number of segments with the most uncovered rows', {
    form: wholeNumber(1, MOST_SEGMENTS),
    preset: 10,
  }),
  since: optionalFlag('<window>', 'the start of the rows; 30d unless given', windowStart),
  until: optionalFlag('<instant>', 'the end of the rows; now unless given', instant),
  ...QUALITY_FLAGS,
} as const;
