import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Digest } from '../../../../contracts/wire/canonical-json.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createServingRouteStore, type ServingRouteStore } from '../../../../store/gateway/serving-route-store.ts';
import { MODEL_TARGET } from '../../../../testing/api/made-route.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let routes: ServingRouteStore;
let tenancy: Tenancy;

beforeAll(async () => {
  world = await openStoreWorld();
  routes = createServingRouteStore(world.pool, world.clock);
});
beforeEach(async () => {
  world.clock.set('2026-03-02T08:00:00.000Z');
  tenancy = await makeTenancy(world);
});
afterAll(() => world.close());

const actorKind = 'person';
const make = async (name: string) =>
  routes.create({ environmentId: tenancy.environmentId, name, target: MODEL_TARGET, actorKind });

/** The markers for the indexer, oldest first. */
async function markers(): Promise<Record<string, unknown>[]> {
  const { rows } = await world.pool.query<{ line: string }>('SELECT line FROM control_plane_events ORDER BY place');
  return rows
    .map(({ line }) => JSON.parse(line) as { scope: { environment_id: string } } & Record<string, unknown>)
    .filter(({ scope }) => scope.environment_id === tenancy.environmentId);
}

describe('serving routes', () => {
  it('are created with their first release and its marker', async () => {
    const made = await make('answers');
    const { organizationId, workspaceId, applicationId, gatewayId, environmentId } = tenancy;
    expect(made).toEqual({
      route_id: expect.stringMatching(/^rt_/) as string,
      organization_id: organizationId,
      workspace_id: workspaceId,
      application_id: applicationId,
      gateway_id: gatewayId,
      environment_id: environmentId,
      name: 'answers',
      release: {
        release_id: expect.stringMatching(/^rel_/) as string,
        digest: sha256Digest(MODEL_TARGET),
        target: MODEL_TARGET,
        created_at: '2026-03-02T08:00:00.000Z',
      },
      created_at: '2026-03-02T08:00:00.000Z',
    });
    expect(await routes.find(made.route_id)).toEqual(made);
    expect(await markers()).toMatchObject([
      { marker_kind: 'deployed', release_id: made.release.release_id, effective_digest: made.release.digest },
    ]);
  });

  it('have unique names in an environment', async () => {
    await make('answers');
    await expect(make('answers')).rejects.toMatchObject({ code: 'conflict', faults: [{ code: 'name_taken' }] });
    expect(await markers()).toHaveLength(1);
  });

  it('get another release together with its marker', async () => {
    const before = await make('summaries');
    world.clock.set('2026-03-02T09:00:00.000Z');
    const target = { ...MODEL_TARGET, model: 'haiku' };
    const after = await routes.deploy({ routeId: before.route_id, target, actorKind: 'automation' });
    expect(after.release).toMatchObject({
      target,
      digest: sha256Digest(target),
      created_at: '2026-03-02T09:00:00.000Z',
    });
    expect(after.release.release_id).not.toBe(before.release.release_id);
    expect((await markers()).at(-1)).toMatchObject({
      release_id: after.release.release_id,
      actor_kind: 'automation',
      occurred_at: '2026-03-02T09:00:00.000Z',
    });
  });

  it('refuse the current release, and write nothing', async () => {
    const made = await make('titles');
    const count = (await markers()).length;
    const again = routes.deploy({ routeId: made.route_id, target: { ...MODEL_TARGET }, actorKind });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    expect(await routes.find(made.route_id)).toEqual(made);
    expect(await markers()).toHaveLength(count);
  });

  it('serve the latest deployment, even after two concurrent ones', async () => {
    const { route_id: routeId } = await make('raced');
    const models = ['a', 'b', 'c', 'd'];
    const deployed = await Promise.all(
      models.map((model) => routes.deploy({ routeId, target: { ...MODEL_TARGET, model }, actorKind })),
    );
    const last = (await markers()).at(-1)!['release_id'];
    expect((await routes.find(routeId))!.release.release_id).toBe(last);
    expect(new Set(deployed.map(({ release }) => release.release_id)).size).toBe(4);
  });

  it('require an existing environment and route', async () => {
    const lost = { name: 'x', target: MODEL_TARGET, actorKind } as const;
    await expect(routes.create({ ...lost, environmentId: newId('environment') })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(routes.deploy({ routeId: newId('route'), target: MODEL_TARGET, actorKind })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await routes.find(newId('route'))).toBeUndefined();
  });

  it('are listed by environment, newest first, and continue after a key', async () => {
    const { environmentId } = tenancy;
    await make('answers');
    world.clock.set('2026-03-02T09:00:00.000Z');
    for (const name of ['summaries', 'titles', 'raced']) await make(name);
    const all = await routes.list({ environmentId, limit: 10, after: undefined });
    expect(all.map(({ name }) => name).sort()).toEqual(['answers', 'raced', 'summaries', 'titles']);
    const [first, ...others] = all;
    const after = { createdAt: first!.created_at, id: first!.route_id };
    expect(await routes.list({ environmentId, limit: 10, after })).toEqual(others);
    expect(await routes.list({ environmentId: newId('environment'), limit: 10, after: undefined })).toEqual([]);
  });
});
