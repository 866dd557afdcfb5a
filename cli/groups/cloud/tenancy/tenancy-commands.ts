import { defineCommand } from '../../../tree/command.ts';
import { LANE_FLAGS, WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';

/** Commands on the caller, and on the tree of an organization. */
export const tenancyCommands = [
  defineCommand('cloud me', {
    summary: 'shows who you are and what you may do',
    operation: 'customer.me.get',
    flags: LANE_FLAGS,
    examples: [{ line: 'tt cloud me', does: 'Check the key and its permissions' }],
    load: async () => (await import('./tenancy-actions.ts')).showMe,
  }),
  defineCommand('cloud workspace list', {
    summary: 'lists the workspaces that you can see',
    operation: 'customer.workspaces.list',
    flags: { ...LANE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./tenancy-actions.ts')).listWorkspaces,
  }),
  defineCommand('cloud application list', {
    summary: 'lists the applications of the workspace',
    operation: 'customer.applications.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./tenancy-actions.ts')).listApplications,
  }),
  defineCommand('cloud gateway list', {
    summary: 'lists the gateways of the workspace',
    operation: 'customer.gateways.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./tenancy-actions.ts')).listGateways,
  }),
  defineCommand('cloud environment list', {
    summary: 'lists the environments of the workspace',
    operation: 'customer.environments.list',
    flags: { ...WORKSPACE_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./tenancy-actions.ts')).listEnvironments,
  }),
];
