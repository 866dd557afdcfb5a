import { defineCommand } from '../../../tree/command.ts';
import { requiredFlag } from '../../../tree/flag.ts';
import { anyText } from '../../../tree/forms.ts';
import { idArgument } from '../lane/id-argument.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';

/** Commands of `cloud service-identity`, and of the teams to which credentials can belong. */
export const identityCommands = [
  defineCommand('cloud service-identity list', {
    summary: 'lists the services of the workspace',
    operation: 'customer.service_identities.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./identity-actions.ts')).listServices,
  }),
  defineCommand('cloud service-identity create', {
    summary: 'creates a service, which can have credentials',
    operation: 'customer.service_identities.create',
    flags: { ...WORKSPACE_FLAGS, name: requiredFlag('<text>', 'the name', anyText) },
    load: async () => (await import('./identity-actions.ts')).createService,
  }),
  defineCommand('cloud service-identity get', {
    summary: 'shows a service',
    operation: 'customer.service_identities.get',
    args: [idArgument('serviceIdentity', 'a service')],
    flags: LANE_FLAGS,
    load: async () => (await import('./identity-actions.ts')).getService,
  }),
  defineCommand('cloud team list', {
    summary: 'lists the teams of the workspace',
    operation: 'customer.teams.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./identity-actions.ts')).listTeams,
  }),
  defineCommand('cloud team create', {
    summary: 'creates a team',
    operation: 'customer.teams.create',
    flags: { ...WORKSPACE_FLAGS, name: requiredFlag('<text>', 'the name', anyText) },
    load: async () => (await import('./identity-actions.ts')).createTeam,
  }),
];
