import type { ModelTargetV1 } from '../../contracts/models/model-target.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { APP_ONE, idOf, ORG, WS } from './demo-ids.ts';

/** The environment in which API tests create routes, as the client's parameters. */
export const ENVIRONMENT_IDS = {
  organizationId: ORG,
  workspaceId: WS,
  applicationId: APP_ONE,
  gatewayId: idOf('gateway', 1),
  environmentId: idOf('environment', 1),
} as const;

export const TARGET: ModelTargetV1 = {
  connection_id: idOf('connection', 1),
  model: 'sonnet',
  system: 'Answer with a number.',
  parameters: { max_output_tokens: 400, temperature: 0 },
};

/** Stores a route in the demo's environment. */
export function putRoute(
  { routeRows }: FakeComparing,
  number = 1,
  change: Partial<ServingRouteV1> = {},
): ServingRouteV1 {
  const route: ServingRouteV1 = {
    route_id: idOf('route', number),
    organization_id: ORG,
    workspace_id: WS,
    application_id: ENVIRONMENT_IDS.applicationId,
    gateway_id: ENVIRONMENT_IDS.gatewayId,
    environment_id: ENVIRONMENT_IDS.environmentId,
    name: `route ${number}`,
    release: {
      release_id: idOf('release', number),
      digest: sha256Digest(TARGET),
      target: TARGET,
      created_at: '2026-02-01T08:00:00.000Z',
    },
    created_at: '2026-02-01T08:00:00.000Z',
    ...change,
  };
  routeRows.set(route.route_id, route);
  return route;
}
