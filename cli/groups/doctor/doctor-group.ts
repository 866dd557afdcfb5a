import { defineCommand, type Group } from '../../tree/command.ts';
import { optionalFlag, switchFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';
import { webAddress } from './web-address.ts';

export const doctorGroup: Group = {
  name: 'doctor',
  summary: 'checks every part of a system, and says how to fix it',
  commands: [
    defineCommand('doctor', {
      summary: 'checks every part of a system, and says how to fix it',
      description:
        'Checks the configuration, this machine, Postgres, ClickHouse, Temporal and the work in progress, all at once and without a change. Each check has a stable code and a deadline. It ends with 10 if a check found a fault.',
      flags: {
        config: optionalFlag('<file>', 'the configuration file of the system', anyText, { short: 'c' }),
        probe: switchFlag('also sends a request to API, gateway and management plane'),
        'probe-url': optionalFlag('<url>', 'also sends a request to this address', webAddress),
      },
      examples: [
        { line: 'tt doctor', does: 'Check the system of this folder' },
        {
          line: 'tt doctor --jq \'.checks[] | select(.state == "fault") | .command\'',
          does: 'List the commands that help',
        },
      ],
      load: async () => await import('./diagnose-system.ts'),
    }),
  ],
};
