import type { ServingRouteV1 } from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';

export const listRoutes = listAction<ServingRouteV1, LaneFlags & PageValues>({
  operation: 'customer.routes.list',
  columns: [
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'MODEL', canShrink: true, cell: ({ release }) => release.target.model },
    { title: 'ROUTE', cell: ({ route_id: id }) => id },
    { title: 'CONNECTION', cell: ({ release }) => release.target.connection_id },
    { title: 'RELEASED', cell: ({ release }) => localTime(release.created_at) },
  ],
  empty: 'The environment has no routes.',
});

export const getRoute = recordAction<ServingRouteV1, LaneFlags>({
  operation: 'customer.routes.get',
  ids: ['rt'],
  text: ({ name, route_id: id, release }, screen) =>
    recordText(
      [
        ['name', name],
        ['route', id],
        ['model', release.target.model],
        ['connection', release.target.connection_id],
        ['system', release.target.system || '(none)'],
        ['parameters', JSON.stringify(release.target.parameters)],
        ['release', release.release_id],
        ['digest', release.digest],
        ['released', localTime(release.created_at)],
      ],
      screen,
    ),
});
