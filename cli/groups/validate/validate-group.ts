import { defineCommand, type Group } from '../../tree/command.ts';
import { optionalFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';

export const validateGroup: Group = {
  name: 'validate',
  summary: 'checks and compiles the configuration file',
  commands: [
    defineCommand('validate', {
      summary: 'checks and compiles the configuration file',
      description:
        'Reads, checks and compiles the file as API, worker and gateway do when they start. Ends with 1 if they would refuse it. Without --config, the file of TRUETALLY_CONFIG is checked, or else tokentriage.yaml.',
      flags: {
        config: optionalFlag('<file>', 'the configuration file; default tokentriage.yaml', anyText, { short: 'c' }),
      },
      examples: [{ line: 'tt validate -c tokentriage.yaml', does: 'Check a file before a deployment' }],
      load: async () => await import('./validate-file.ts'),
    }),
  ],
};
