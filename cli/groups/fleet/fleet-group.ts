import { defineCommand, type Group } from '../../tree/command.ts';
import { anyText } from '../../tree/forms.ts';
import { FLEET_LIST_FLAGS, DECOMMISSION_FLAGS } from './fleet-flags.ts';

/** Commands on the processes of the gateway. */
export const fleetGroup: Group = {
  name: 'fleet',
  summary: 'the processes of the gateway',
  commands: [
    defineCommand('fleet list', {
      summary: 'lists the processes with their last heartbeat and configuration',
      operation: 'management.fleet.list',
      flags: FLEET_LIST_FLAGS,
      examples: [{ line: 'tt fleet list --state silent', does: 'Find processes that stopped without a word' }],
      load: async () => await import('./list-fleet.ts'),
    }),
    defineCommand('fleet decommission', {
      summary: 'marks a silent process as gone, so that its open calls no longer make reads incomplete',
      description: 'A process with a heartbeat in the last minute is refused (5).',
      operation: 'management.fleet.decommission',
      args: [{ name: '<name>', summary: 'the name of the process, as tt fleet list shows it', form: anyText }],
      flags: DECOMMISSION_FLAGS,
      examples: [{ line: 'tt fleet decommission proxy-1', does: 'Remove a machine that will not return' }],
      load: async () => await import('./decommission-process.ts'),
    }),
  ],
};
