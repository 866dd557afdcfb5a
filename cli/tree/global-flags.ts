import { anyText, oneOf } from './forms.ts';
import { defaultedFlag, optionalFlag, switchFlag, type FlagValues } from './flag.ts';

/** The values of `--color`. */
const COLOR_MODES = ['auto', 'always', 'never'] as const;
type ColorMode = (typeof COLOR_MODES)[number];

/** The flags that every command accepts, before or after its words. */
export const GLOBAL_FLAGS = {
  json: switchFlag('prints one JSON document; an answer of the service stays unchanged'),
  jq: optionalFlag('<filter>', 'prints the result of a jq filter over the JSON document', anyText),
  output: optionalFlag('<file>', 'writes the answer to a new file that only you can read', anyText, { short: 'o' }),
  profile: optionalFlag('<name>', 'the profile with addresses and references to keys', anyText),
  color: defaultedFlag<ColorMode>('<when>', 'colours: on a terminal, always or never', {
    form: oneOf(COLOR_MODES),
    preset: 'auto',
  }),
  quiet: switchFlag('prints no notes and no progress'),
  debug: switchFlag('prints each request without its key, and the stack of a defect'),
  'no-input': switchFlag('never asks a question'),
  yes: switchFlag('answers every question with yes'),
} as const;

export type GlobalValues = FlagValues<typeof GLOBAL_FLAGS>;
