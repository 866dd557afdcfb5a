import { optionalFlag } from '../tree/flag.ts';
import { anyText } from '../tree/forms.ts';

/** The flag that names a configuration file. */
export const CONFIG_FLAG = {
  config: {
    ...optionalFlag('<file>', 'the configuration file', anyText, { short: 'c' }),
    defaultText: 'TRUETALLY_CONFIG, or tokentriage.yaml',
  },
} as const;
