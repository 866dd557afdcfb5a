import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReleaseChange, createReleaseStore } from '../../../store/insight/release-store.ts';
import { createServingRouteStore } from '../../../store/gateway/serving-route-store.ts';
import type { CommandRow } from '../../../operator/commands/command.ts';
import { ROUTE_COMMANDS } from '../../../operator/commands/route-commands.ts';
import { MODEL_TARGET } from '../../../testing/api/made-route.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../testing/store/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
});
afterAll(() => world.close());

const FILES: Readonly<Record<string, string>> = {
  'one.json': JSON.stringify(MODEL_TARGET),
  'two.json': JSON.stringify({ ...MODEL_TARGET, model: 'haiku' }),
  'wrong.json': JSON.stringify({ ...MODEL_TARGET, secret: 'x' }),
  'text.json': 'sonnet',
};

function run(command: string, typed: Record<string, string>): Promise<readonly CommandRow[]> {
  const routes = createServingRouteStore(world.pool, world.clock);
  const readFile = (path: string) => Promise.resolve(FILES[path] ?? '');
  return ROUTE_COMMANDS[command]!.run({ routes, readFile }, typed, world.clock.now());
}

describe('the commands of routes', () => {
  it('create routes, give them another release, and list the serving releases', async () => {
    const { environmentId: environment } = await makeTenancy(world);
    const made = await run('route create', { environment, name: 'answers', target: 'one.json' });
    expect(made).toMatchObject([{ name: 'answers', environment_id: environment, model: 'sonnet', max_output: '400' }]);
    const route = made[0]!['route_id'] as string;
    const [deployed] = await run('route deploy', { route, target: 'two.json', actor: 'automation' });
    expect(deployed).toMatchObject({ route_id: route, model: 'haiku' });
    expect(await run('route list', { environment })).toEqual([deployed]);
    await expect(run('route deploy', { route, target: 'two.json' })).rejects.toThrow(
      'already serves exactly this target',
    );
  });

  it.each([
    ['wrong.json', 'wrong.json is not a valid target: /secret'],
    ['text.json', 'text.json is not a valid target'],
  ])('report the fault of %s', async (target, sentence) => {
    const { environmentId: environment } = await makeTenancy(world);
    await expect(run('route create', { environment, name: 'answers', target })).rejects.toThrow(sentence);
    expect(await run('route list', { environment })).toEqual([]);
  });

  it('are the only way to change a route’s release', async () => {
    const { environmentId, environmentId: environment } = await makeTenancy(world);
    const [made] = await run('route create', { environment, name: 'answers', target: 'one.json' });
    const releaseId = made!['release_id'] as string;
    const change = (kind: ReleaseChange['kind']) =>
      createReleaseStore(world.pool, world.clock).change({ kind, releaseId, environmentId, actorKind: 'person' });
    for (const kind of ['deployed', 'rolled_back', 'retired'] as const) {
      await expect(change(kind)).rejects.toThrow('Use `route deploy` to change the target of the route');
    }
  });
});
