import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesPinnedQuestion } from '../../../../contracts/views/matches-pinned-question.ts';
import { createSavedViewStore, type SavedViewStore } from '../../../../store/views/saved-view-store.ts';
import { newView } from '../../../../testing/views/new-view.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let views: SavedViewStore;
beforeAll(async () => {
  world = await openStoreWorld();
  views = createSavedViewStore(world.pool, world.clock);
});
afterAll(() => world.close());

/** Creates a view as the previous version left it: edited twice, without a question revision. */
async function viewFromBefore(): Promise<{ id: string; content: ReturnType<typeof newView> }> {
  const content = newView(await makeTenancy(world));
  const { id } = await views.create(content);
  await world.pool.query('UPDATE saved_views SET revision = 3 WHERE saved_view_id = $1', [id]);
  return { id, content };
}

describe('a view from before its question had a revision', () => {
  it('counts its latest edit as an edit of the question: a report that pins it runs, an earlier one does not', async () => {
    const { id } = await viewFromBefore();
    const view = (await views.find(id))!;
    expect(view).toMatchObject({ revision: '3', question_revision: '3' });
    expect(['1', '2', '3', '4'].map((pinned) => matchesPinnedQuestion(view, pinned))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('keeps that revision when it is renamed', async () => {
    const { id, content } = await viewFromBefore();
    const renamed = await views.update(id, '3', { ...content, name: 'Renamed' });
    expect(renamed).toMatchObject({ revision: '4', question_revision: '3' });
  });
});

describe('an edit of the previous version, between two of this one', () => {
  it('counts as an edit of the question', async () => {
    const { id, content } = await viewFromBefore();
    await views.update(id, '3', { ...content, name: 'Renamed' });
    await world.pool.query('UPDATE saved_views SET revision = revision + 1 WHERE saved_view_id = $1', [id]);
    expect(await views.find(id)).toMatchObject({ revision: '5', question_revision: '5' });
    const renamed = await views.update(id, '5', { ...content, name: 'Once more' });
    expect(renamed).toMatchObject({ revision: '6', question_revision: '5' });
  });
});
