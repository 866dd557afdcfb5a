import type { ModelTargetV1 } from '../../contracts/models/model-target.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import { sha256Digest } from '../../contracts/wire/canonical-json.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { FIRST_APPLICATION_ID, demoId, ORGANIZATION_ID, WORKSPACE_ID } from './demo-ids.ts';

/** The environment in which API tests create routes, as the client's parameters. */
export const ENVIRONMENT_IDS = {
  organizationId: ORGANIZATION_ID,
  workspaceId: WORKSPACE_ID,
  applicationId: FIRST_APPLICATION_ID,
  gatewayId: demoId('gateway', 1),
  environmentId: demoId('environment', 1),
} as const;

export const MODEL_TARGET: ModelTargetV1 = {
  connection_id: demoId('connection', 1),
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
    route_id: demoId('route', number),
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    application_id: ENVIRONMENT_IDS.applicationId,
    gateway_id: ENVIRONMENT_IDS.gatewayId,
    environment_id: ENVIRONMENT_IDS.environmentId,
    name: `route ${number}`,
    release: {
      release_id: demoId('release', number),
      digest: sha256Digest(MODEL_TARGET),
      target: MODEL_TARGET,
      created_at: '2026-02-01T08:00:00.000Z',
    },
    created_at: '2026-02-01T08:00:00.000Z',
    ...change,
  };
  routeRows.set(route.route_id, route);
  return route;
}
