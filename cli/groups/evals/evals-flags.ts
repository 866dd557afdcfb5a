import { PLANE_PAGE_FLAGS, PLANE_FLAGS, PLANE_WORKSPACE_FLAG } from '../../plane/plane-flags.ts';
import { HELD_FLAGS } from '../../plane/refuse-held-flags.ts';
import { WAIT_FLAG } from '../../plane/wait-flag.ts';
import { listFlag, optionalFlag, switchFlag } from '../../tree/flag.ts';
import { anyText, idOf, wholeNumber } from '../../tree/forms.ts';
import { armConfigForm, armForm } from './arm-forms.ts';

/** The largest number of items of a dataset. */
const MOST_ITEMS = 10_000;
const MOST_ARMS = 8;

/** The flags of every `evals` command. */
const EVALS_FLAGS = { ...PLANE_WORKSPACE_FLAG, ...HELD_FLAGS, ...PLANE_FLAGS } as const;

export const DATASET_FLAGS = {
  resolve: switchFlag('counts the items that still exist, and those that do not with the reason'),
  items: optionalFlag('<n>', 'shows at most this number of items of the dataset', wholeNumber(0, MOST_ITEMS)),
  ...PLANE_PAGE_FLAGS,
  ...EVALS_FLAGS,
} as const;

/** The flags of an experiment and its run. */
export const RUN_FLAGS = {
  arm: listFlag(
    '<spec>',
    'an arm: name=<arm>,evaluator=<id>,metric=<id>[,tier=<tier>][,basis=measured|reported][,instrument=judged_dataset_run|replay]',
    { form: armForm, to: MOST_ARMS },
    { contradicts: ['experiment', 'run-id'] },
  ),
  'arm-config': listFlag(
    '<arm>=<json>',
    'the model, connection_id, system and parameters of an arm',
    { form: armConfigForm, to: MOST_ARMS },
    { contradicts: ['experiment', 'run-id'] },
  ),
  experiment: optionalFlag('<qexp_…>', 'an experiment that is already declared, in place of --arm', idOf('experiment')),
  'run-id': optionalFlag(
    '<qrun_…>',
    'a run of --experiment to follow, in place of a new one; the service gives runs their ids',
    idOf('experimentRun'),
  ),
  title: optionalFlag('<text>', 'the title of the experiment', anyText, { contradicts: ['experiment'] }),
  segment: optionalFlag('<name>', 'only items of this segment', anyText, { contradicts: ['experiment'] }),
  now: optionalFlag('<RFC3339>', 'refused: the service dates runs by its own clock', anyText),
  ...WAIT_FLAG,
} as const;

export const EVALS_RUN_FLAGS = {
  ...RUN_FLAGS,
  out: optionalFlag('<F>', 'also writes the document of the run to a new file, for evals compare --run', anyText),
  ...EVALS_FLAGS,
} as const;

export const COMPARE_FLAGS = {
  baseline: optionalFlag('<arm>', 'the arm to compare with; the declared one unless given', anyText),
  candidate: optionalFlag('<arm>', 'the arm that is compared; the declared one unless given', anyText),
  run: optionalFlag('<F>', 'the document of a run from evals run --out', anyText, {
    contradicts: ['arm', 'arm-config', 'experiment', 'run-id', 'title', 'segment'],
  }),
  ...RUN_FLAGS,
  ...EVALS_FLAGS,
} as const;

export const VALIDATE_FLAGS = {
  now: optionalFlag('<RFC3339>', 'the instant of the validation, after the newest stored one', anyText),
  ...EVALS_FLAGS,
} as const;
