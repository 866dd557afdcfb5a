import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createReportStore } from '../../../../store/reports/reports.ts';
import {
  createSavedViewStore,
  type SavedViewContent,
  type SavedViewStore,
} from '../../../../store/views/saved-views.ts';
import { makeTenancy, newReport, newRun, newView, openStoreWorld, type StoreWorld } from '../store-world.ts';

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

/** What an edit of a view writes. */
function contentOf(over: Partial<SavedViewContent> = {}): SavedViewContent {
  return {
    name: 'Edited',
    audience: 'team',
    filter_version: 1,
    query: { schema: 1, shape: 'overview', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
    time_intent: 'fixed',
    display_tz: 'UTC',
    ...over,
  };
}

describe('an edit of a saved view', () => {
  it('replaces its content, moves its revision and keeps what it is', async () => {
    world.clock.set('2026-06-01T00:00:00.000Z');
    const created = await views.create(newView(await makeTenancy(world)));
    world.clock.set('2026-06-02T00:00:00.000Z');
    const updated = await views.update(created.id, '1', contentOf());
    const expected = { ...created, ...contentOf(), revision: '2', updated_at: '2026-06-02T00:00:00.000Z' };
    delete expected.relative_window_seconds;
    expect(updated).toEqual(expected);
    expect(await views.find(created.id)).toEqual(expected);
  });

  it('is won by one of ten that read the same revision', async () => {
    const { id } = await views.create(newView(await makeTenancy(world)));
    const edits = Array.from({ length: 10 }, (_, index) => views.update(id, '1', contentOf({ name: `Edit ${index}` })));
    const won = (await Promise.all(edits)).filter((view) => view !== undefined);
    expect(won).toHaveLength(1);
    expect(await views.find(id)).toEqual(won[0]);
  });
});

describe('a deleted saved view', () => {
  it('is not there for anybody, and is deleted once', async () => {
    const tenancy = await makeTenancy(world);
    const { id } = await views.create(newView(tenancy, { audience: 'team' }));
    world.clock.set('2026-06-03T00:00:00.000Z');
    const [one, other] = await Promise.all([views.delete(id), views.delete(id)]);
    expect([one, other].filter((at) => at !== undefined)).toEqual([new Date('2026-06-03T00:00:00.000Z')]);
    expect(await views.find(id)).toBeUndefined();
    expect(await views.update(id, '1', contentOf())).toBeUndefined();
    const list = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, limit: 10, after: undefined };
    expect(await views.list(list)).toEqual([]);
  });

  it('leaves its reports and their runs as they are', async () => {
    const tenancy = await makeTenancy(world);
    const { id } = await views.create(newView(tenancy));
    const reports = createReportStore(world.pool, world.clock);
    const report = newReport(tenancy, id);
    await reports.create({ fingerprint: 'x', report, run: newRun(tenancy, report.report_id) });
    expect(await views.delete(id)).toEqual(world.clock.now());
    expect(await reports.find(report.report_id)).toMatchObject({ saved_view_id: id, view_revision: '1' });
  });
});
