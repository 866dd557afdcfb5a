import { describe, expect, it } from 'vitest';
import { SECOND_APPLICATION_ID, demoId } from '../../../testing/api/demo-ids.ts';
import { ENVIRONMENT_IDS, putRoute } from '../../../testing/api/made-route.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const OTHER = demoId('environment', 2);

function prepared() {
  const api = new TestApi();
  const { comparing } = api.plane;
  const routes = [1, 2, 3].map((number) => putRoute(comparing, number));
  const otherRoute = putRoute(comparing, 4, { environment_id: OTHER, gateway_id: demoId('gateway', 2) });
  const as = (who: CallerName = 'owner', place = {}) => api.client(who, { ...ENVIRONMENT_IDS, ...place }).routes;
  return { api, routes, otherRoute, as };
}

describe('customer.routes.list', () => {
  it('answers 200 with only the environment’s routes, newest first and page by page', async () => {
    const { as, routes } = prepared();
    const [one, two, three] = routes;
    const first = await as().list({ limit: 2 }).page();
    expect(first.items).toEqual([three, two]);
    const cursor = first.nextCursor;
    expect((await as().list({ limit: 2, cursor }).page()).items).toEqual([one]);
    expect(
      (
        await as('owner', { gatewayId: demoId('gateway', 2), environmentId: OTHER })
          .list()
          .page()
      ).items,
    ).toHaveLength(1);
  });

  it('answers 422 to a cursor of another environment', async () => {
    const { as } = prepared();
    const { nextCursor } = await as().list({ limit: 2 }).page();
    const elsewhere = as('owner', { gatewayId: demoId('gateway', 2), environmentId: OTHER });
    expect(await toRefusal(elsewhere.list({ cursor: nextCursor }).page())).toMatchObject({
      status: 422,
      errors: [{ pointer: '/cursor' }],
    });
  });

  it.each<[string, CallerName, object, number]>([
    ['401 without a credential', 'nobody', {}, 401],
    ['404 for an environment outside of the path’s tenancy', 'owner', { applicationId: SECOND_APPLICATION_ID }, 404],
    ['404 for an environment without access', 'neighbour', {}, 404],
    ['403 for a caller who may not compare there', 'costless', {}, 403],
  ])('answers %s', async (_name, who, place, status) => {
    expect(await toRefusal(prepared().as(who, place).list().page())).toMatchObject({ status });
  });

  it('answers 422 before 403', async () => {
    const { api } = prepared();
    const { applicationId, gatewayId, environmentId, organizationId, workspaceId } = ENVIRONMENT_IDS;
    const path = `/organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/routes`;
    expect(await api.get(path, { as: 'costless', query: { limit: '0' } })).toMatchObject({ status: 422 });
    expect(await api.get(path, { as: 'costless' })).toMatchObject({
      status: 403,
      body: { detail: 'Your access here does not include `comparisons.run`. Ask an operator for this permission.' },
    });
  });
});

describe('customer.routes.get', () => {
  it('answers 200 with the route and the release that serves it', async () => {
    const { as, routes } = prepared();
    expect((await as().get(routes[0]!.route_id)).data).toEqual(routes[0]);
  });

  it('answers 404 for a route of another environment and for a missing one', async () => {
    const { as, otherRoute } = prepared();
    for (const id of [otherRoute.route_id, demoId('route', 77)]) {
      expect(await toRefusal(as().get(id))).toMatchObject({ status: 404, type: 'not_found' });
    }
  });

  it('answers 403 to callers who may not compare there, for existing and missing routes', async () => {
    const { as, routes } = prepared();
    for (const id of [routes[0]!.route_id, demoId('route', 77)]) {
      expect(await toRefusal(as('contentless').get(id))).toMatchObject({ status: 403, type: 'forbidden' });
    }
  });
});
