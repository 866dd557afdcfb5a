import type { EnvironmentSettings, EnvironmentSettingsStore } from '../../store/tenancy/environment-settings-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { idOption, withPurpose, oneOf } from './options.ts';

/** The ports of the commands for settings of environments. */
export interface EnvironmentCommandPorts {
  readonly environmentSettings: EnvironmentSettingsStore;
}

const STATED_COSTS = ['accepted', 'ignored'] as const;

/** Commands about the settings of environments, by `<noun> <verb>`. */
export const ENVIRONMENT_COMMANDS: Readonly<Record<string, Command<EnvironmentCommandPorts>>> = {
  'environment show': defineCommand({
    summary: 'shows the settings of an environment',
    options: { environment: idOption('environment') },
    run: async ({ environmentSettings }, { environment }) => [settingsRow(await environmentSettings.find(environment))],
  }),
  'environment set': defineCommand({
    summary: 'changes the settings of an environment, from the next request on',
    options: {
      environment: idOption('environment'),
      'stated-costs': withPurpose('whether costs that senders state under its runtime keys count', oneOf(STATED_COSTS)),
    },
    async run({ environmentSettings }, { environment: environmentId, 'stated-costs': statedCosts }) {
      const takesStatedCosts = statedCosts === 'accepted';
      return [settingsRow(await environmentSettings.change({ environmentId, takesStatedCosts }))];
    },
  }),
};

function settingsRow({ environmentId, takesStatedCosts }: EnvironmentSettings): CommandRow {
  return { environment_id: environmentId, stated_costs: takesStatedCosts ? 'accepted' : 'ignored' };
}
