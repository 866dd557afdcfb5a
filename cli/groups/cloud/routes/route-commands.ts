import { defineCommand } from '../../../tree/command.ts';
import { idArgument } from '../lane/id-argument.ts';
import { ENVIRONMENT_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';

/** Commands of `cloud route`. */
export const routeCommands = [
  defineCommand('cloud route list', {
    summary: 'lists the routes of the environment, with the models that serve them',
    operation: 'customer.routes.list',
    flags: { ...ENVIRONMENT_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./route-actions.ts')).listRoutes,
  }),
  defineCommand('cloud route get', {
    summary: 'shows a route',
    operation: 'customer.routes.get',
    args: [idArgument('route', 'a route')],
    flags: ENVIRONMENT_FLAGS,
    load: async () => (await import('./route-actions.ts')).getRoute,
  }),
];
