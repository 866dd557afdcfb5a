import { defineCommand, type Group } from '../../tree/command.ts';
import { switchFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';

/** Commands about the settings of `tt` itself. */
export const configGroup: Group = {
  name: 'config',
  summary: 'the settings of tt and their origins',
  commands: [
    defineCommand('config show', {
      summary: 'shows the settings that commands use',
      description: 'Keys are never shown: the command names the place from which a key is read.',
      flags: { origin: switchFlag('shows where each value comes from') },
      examples: [{ line: 'tt config show --origin', does: 'Find out which address and key a command uses' }],
      load: async () => await import('./show-config.ts'),
    }),
    defineCommand('config list', {
      summary: 'lists the profiles',
      flags: {},
      load: async () => await import('./list-profiles.ts'),
    }),
    defineCommand('config use', {
      summary: 'makes a profile the current one',
      args: [{ name: '<profile>', summary: 'the name of a profile', form: anyText }],
      flags: {},
      examples: [{ line: 'tt config use prod', does: 'Use the profile prod from now on' }],
      load: async () => await import('./use-profile.ts'),
    }),
    defineCommand('config path', {
      summary: 'prints the path of the configuration file',
      flags: {},
      load: async () => await import('./print-path.ts'),
    }),
  ],
};
