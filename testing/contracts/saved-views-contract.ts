import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { SavedViewContent } from '../../store/views/saved-view-store.ts';
import { newReport, newRun } from '../reports/new-report.ts';
import { newView } from '../views/new-view.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport } from './plane-steps.ts';

/** Tests the contract of every store of saved views. `plane` is called when a test runs. */
export function describeSavedViewContract(plane: () => ContractPlane): void {
  describe('saved views', () => {
    it.each([
      ['relative', { time_intent: 'relative', relative_window_seconds: 604_800 }],
      ['fixed', { time_intent: 'fixed' }],
    ] as const)('reads a %s view as it was written', async (_, over) => {
      plane().clock.set('2026-03-02T08:00:00.007Z');
      const template = newView(await plane().makeTenancy());
      delete template.relative_window_seconds;
      const view = { ...template, ...over };
      const created = await plane().savedViews.create(view);
      expect(created).toEqual({
        ...view,
        revision: '1',
        question_revision: '1',
        created_at: '2026-03-02T08:00:00.007Z',
        updated_at: '2026-03-02T08:00:00.007Z',
      });
      expect(await plane().savedViews.find(view.id)).toEqual(created);
    });

    it('finds nothing under a missing id', async () => {
      expect(await plane().savedViews.find(newId('savedView'))).toBeUndefined();
    });

    it('lists team views to everyone in the workspace and personal views only to their owner', async () => {
      const tenancy = await plane().makeTenancy();
      const neighbour = await plane().makeTenancy();
      const names = [
        ['mine', newView(tenancy)],
        ['my team view', newView(tenancy, { audience: 'team' })],
        ['theirs', newView(tenancy, { owner: tenancy.otherId })],
        ['their team view', newView(tenancy, { owner: tenancy.otherId, audience: 'team' })],
        ['elsewhere', newView(neighbour, { audience: 'team' })],
      ] as const;
      for (const [name, view] of names) await plane().savedViews.create({ ...view, name });
      const seenBy = async (subjectId: string): Promise<string[]> => {
        const list = await plane().savedViews.list({
          workspaceId: tenancy.workspaceId,
          subjectId,
          limit: 100,
          after: undefined,
        });
        return list.map((view) => view.name).sort();
      };
      expect(await seenBy(tenancy.ownerId)).toEqual(['mine', 'my team view', 'their team view']);
      expect(await seenBy(tenancy.otherId)).toEqual(['my team view', 'their team view', 'theirs']);
      expect(await seenBy(newId('subject'))).toEqual(['my team view', 'their team view']);
    });

    it('pages newest first through equal times without loss or repetition', async () => {
      const tenancy = await plane().makeTenancy();
      const ids: string[] = [];
      for (const instant of ['2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z']) {
        plane().clock.set(instant);
        ids.push((await plane().savedViews.create(newView(tenancy))).id);
      }
      const [older, tied, newest] = ids;
      const pageAfter = async (after: { createdAt: string; id: string } | undefined): Promise<string[]> => {
        const input = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, limit: 2, after };
        return (await plane().savedViews.list(input)).map((view) => view.id);
      };
      const [later, earlier] = [older!, tied!].sort().reverse();
      expect(await pageAfter(undefined)).toEqual([newest, later]);
      expect(await pageAfter({ createdAt: '2026-05-01T00:00:00.000Z', id: later! })).toEqual([earlier]);
      expect(await pageAfter({ createdAt: '2026-05-01T00:00:00.000Z', id: earlier! })).toEqual([]);
    });
  });

  describe('an edit of a saved view', () => {
    it('replaces its content, increments its revision and keeps its identity', async () => {
      plane().clock.set('2026-06-01T00:00:00.000Z');
      const created = await plane().savedViews.create(newView(await plane().makeTenancy()));
      plane().clock.set('2026-06-02T00:00:00.000Z');
      const updated = await plane().savedViews.update(created.id, '1', contentOf());
      const moved = { revision: '2', question_revision: '2', updated_at: '2026-06-02T00:00:00.000Z' };
      const expected = { ...created, ...contentOf(), ...moved };
      delete expected.relative_window_seconds;
      expect(updated).toEqual(expected);
      expect(await plane().savedViews.find(created.id)).toEqual(expected);
    });

    it.each<[string, Partial<SavedViewContent>, string]>([
      ['a new name', { name: 'Renamed' }, '2'],
      ['another audience', { audience: 'personal' }, '2'],
      ['the same question, its members in another order', { query: { shape: 'overview', schema: 1, ...WINDOW } }, '2'],
      ['another metric', { query: { ...QUESTION, metrics: ['requests.v1'] } }, '3'],
      ['another shape', { query: { ...QUESTION, shape: 'series', grain: 'day' } }, '3'],
      ['another zone of its labels', { display_tz: 'Europe/Berlin' }, '3'],
      ['a relative window', { time_intent: 'relative', relative_window_seconds: 3_600 }, '3'],
      ['another contract of filters', { filter_version: 2 }, '3'],
    ])('keeps or changes the revision of its question: %s', async (_, change, expected) => {
      const { id } = await plane().savedViews.create(newView(await plane().makeTenancy()));
      await plane().savedViews.update(id, '1', contentOf());
      const edited = await plane().savedViews.update(id, '2', contentOf(change));
      expect(edited).toMatchObject({ revision: '3', question_revision: expected });
      const renamed = await plane().savedViews.update(id, '3', contentOf({ ...change, name: 'Once more' }));
      expect(renamed).toMatchObject({ revision: '4', question_revision: expected });
      expect(await plane().savedViews.find(id)).toEqual(renamed);
    });

    it('succeeds for one of ten that read the same revision', async () => {
      const { id } = await plane().savedViews.create(newView(await plane().makeTenancy()));
      const edits = Array.from({ length: 10 }, (_, index) =>
        plane().savedViews.update(id, '1', contentOf({ name: `Edit ${index}` })),
      );
      const won = (await Promise.all(edits)).filter((view) => view !== undefined);
      expect(won).toHaveLength(1);
      expect(await plane().savedViews.find(id)).toEqual(won[0]);
    });
  });

  describe('a deleted saved view', () => {
    it('does not exist for any caller, and is deleted once', async () => {
      const tenancy = await plane().makeTenancy();
      const { id } = await plane().savedViews.create(newView(tenancy, { audience: 'team' }));
      plane().clock.set('2026-06-03T00:00:00.000Z');
      const [one, other] = await Promise.all([plane().savedViews.delete(id), plane().savedViews.delete(id)]);
      expect([one, other].filter((at) => at !== undefined)).toEqual([new Date('2026-06-03T00:00:00.000Z')]);
      expect(await plane().savedViews.find(id)).toBeUndefined();
      expect(await plane().savedViews.update(id, '1', contentOf())).toBeUndefined();
      const list = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, limit: 10, after: undefined };
      expect(await plane().savedViews.list(list)).toEqual([]);
    });

    it('is found by its reports like any other view: those that one person owns or receives, newest first', async () => {
      plane().clock.set('2026-06-03T00:00:00.000Z');
      const { tenancy, viewId, reportId } = await makePlaneReport(plane());
      await makePlaneReport(plane(), tenancy, { name: 'Of another view' });
      plane().clock.set('2026-06-03T00:00:00.001Z');
      const own = newReport(tenancy, viewId, { name: 'Not received' });
      await plane().reports.create({ fingerprint: 'f', report: own, run: newRun(tenancy, own.report_id) });
      await plane().savedViews.delete(viewId);
      const listed = async (subjectId: string, limit = 9) =>
        (await plane().reports.listByView({ savedViewId: viewId, subjectId, limit })).map((one) => one.report_id);
      expect(await listed(tenancy.ownerId)).toEqual([own.report_id, reportId]);
      expect(await listed(tenancy.ownerId, 1)).toEqual([own.report_id]);
      expect(await listed(tenancy.otherId)).toEqual([reportId]);
      expect(await listed(newId('subject'))).toEqual([]);
    });

    it('does not change its reports', async () => {
      plane().clock.set('2026-06-03T00:00:00.000Z');
      const { viewId, reportId } = await makePlaneReport(plane());
      const before = await plane().reports.find(reportId);
      expect(await plane().savedViews.delete(viewId)).toEqual(new Date('2026-06-03T00:00:00.000Z'));
      expect(before).toMatchObject({ saved_view_id: viewId, view_revision: '1' });
      expect(await plane().reports.find(reportId)).toEqual(before);
    });
  });
}

const WINDOW = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
const QUESTION = { schema: 1, shape: 'overview', ...WINDOW };
/** The content that an edit of a view writes. */
function contentOf(over: Partial<SavedViewContent> = {}): SavedViewContent {
  return {
    name: 'Edited',
    audience: 'team',
    filter_version: 1,
    query: QUESTION,
    time_intent: 'fixed',
    display_tz: 'UTC',
    ...over,
  };
}
