import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../store/new-id.ts';
import { createSavedViewStore, type SavedViewStore } from '../../../store/saved-views.ts';
import { makeTenancy, newView, openStoreWorld, type StoreWorld } from './store-world.ts';

let world: StoreWorld;
let views: SavedViewStore;

beforeAll(async () => {
  world = await openStoreWorld();
  views = createSavedViewStore(world.pool, world.clock);
});
afterAll(() => world.close());

describe('saved views', () => {
  it.each([
    ['relative', { time_intent: 'relative', relative_window_seconds: 604_800 }],
    ['fixed', { time_intent: 'fixed' }],
  ] as const)('reads back a %s view as it was written', async (_, over) => {
    world.clock.set('2026-03-02T08:00:00.007Z');
    const template = newView(await makeTenancy(world));
    delete template.relative_window_seconds;
    const view = { ...template, ...over };
    const created = await views.create(view);
    expect(created).toEqual({
      ...view,
      revision: '1',
      created_at: '2026-03-02T08:00:00.007Z',
      updated_at: '2026-03-02T08:00:00.007Z',
    });
    expect(await views.find(view.id)).toEqual(created);
  });

  it('finds nothing under an id that is not there', async () => {
    expect(await views.find(newId('savedView'))).toBeUndefined();
  });

  it('lists team views to everybody in the workspace and personal views to their owner alone', async () => {
    const tenancy = await makeTenancy(world);
    const neighbour = await makeTenancy(world);
    const names = [
      ['mine', newView(tenancy)],
      ['my team view', newView(tenancy, { audience: 'team' })],
      ['theirs', newView(tenancy, { owner: tenancy.otherId })],
      ['their team view', newView(tenancy, { owner: tenancy.otherId, audience: 'team' })],
      ['elsewhere', newView(neighbour, { audience: 'team' })],
    ] as const;
    for (const [name, view] of names) await views.create({ ...view, name });
    const seenBy = async (subjectId: string): Promise<string[]> => {
      const list = await views.list({ workspaceId: tenancy.workspaceId, subjectId, limit: 100, after: undefined });
      return list.map((view) => view.name).sort();
    };
    expect(await seenBy(tenancy.ownerId)).toEqual(['mine', 'my team view', 'their team view']);
    expect(await seenBy(tenancy.otherId)).toEqual(['my team view', 'their team view', 'theirs']);
    expect(await seenBy(newId('subject'))).toEqual(['my team view', 'their team view']);
  });

  it('pages newest first through equal times without loss or repetition', async () => {
    const tenancy = await makeTenancy(world);
    const ids: string[] = [];
    for (const instant of ['2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z']) {
      world.clock.set(instant);
      ids.push((await views.create(newView(tenancy))).id);
    }
    const [older, tied, newest] = ids;
    const pageAfter = async (after: { createdAt: string; id: string } | undefined): Promise<string[]> => {
      const input = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, limit: 2, after };
      return (await views.list(input)).map((view) => view.id);
    };
    const [later, earlier] = [older!, tied!].sort().reverse();
    expect(await pageAfter(undefined)).toEqual([newest, later]);
    expect(await pageAfter({ createdAt: '2026-05-01T00:00:00.000Z', id: later! })).toEqual([earlier]);
    expect(await pageAfter({ createdAt: '2026-05-01T00:00:00.000Z', id: earlier! })).toEqual([]);
  });
});
