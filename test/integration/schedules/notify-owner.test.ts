import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNoticeStore } from '../../../store/notices/notice-store.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createReportInboxStore } from '../../../store/schedules/report-inbox-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { openSchedulesWorld, type ScheduleTenancy, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const NEXT_DAY = '2026-03-03T08:00:00.000Z';
beforeEach(() => world.clock.set(AT));

const begin = (occurrenceId: string) => world.activities().beginOccurrence({ occurrenceId });

/** Edits the view as its owner. The question has a scope before and after the edit. */
async function editView(house: ScheduleTenancy, change: Parameters<typeof newView>[1]): Promise<void> {
  const query = { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] };
  const views = createSavedViewStore(world.pool, world.clock);
  const { revision } = (await views.find(house.viewId))!;
  await views.update(house.viewId, revision, newView(house, { query, ...change }));
}

const listed = async ({ workspaceId, ownerId }: ScheduleTenancy) =>
  createReportInboxStore(world.pool, world.clock).list({ workspaceId, recipient: ownerId, limit: 9, after: undefined });

describe('a renamed view', () => {
  it('keeps its question: the run has the copied revision', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await editView(house, { name: 'Renamed', audience: 'team' });
    const { state, runId } = await begin(occurrenceId);
    expect(state).toBe('running');
    const { rows } = await world.pool.query<{ view_revision: bigint }>(
      'SELECT view_revision FROM report_runs WHERE run_id = $1',
      [runId],
    );
    expect(rows).toEqual([{ view_revision: 2n }]);
    expect(await world.notices(scheduleId)).toEqual([]);
  });

  it('does not run if an edit of an earlier version may have changed its question', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    await editView(house, { name: 'Renamed' });
    await world.pool.query('UPDATE saved_views SET revision = revision + 1 WHERE saved_view_id = $1', [house.viewId]);
    expect(await begin(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'view_changed' });
  });
});

describe('the owner of a schedule that the server paused', () => {
  it('is notified once for any number of concurrent steps', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await editView(house, { display_tz: 'UTC' });
    await Promise.all(Array.from({ length: 5 }, () => begin(occurrenceId)));
    await begin(occurrenceId);
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: true, pause_reason: 'view_changed' });
    expect(await world.notices(scheduleId)).toEqual([
      { event_type: 'schedule_paused', source_id: occurrenceId, recipient: house.ownerId, run_id: '' },
    ]);
  });

  it('finds the report and the reason in the inbox', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    await editView(house, { display_tz: 'UTC' });
    await begin(occurrenceId);
    expect(await listed(house)).toMatchObject([
      {
        item: { event_type: 'schedule_paused', report_id: house.reportId, run_id: '', read_at: null, delivered_at: AT },
        source: { report: { name: 'Weekly cost' }, scopeEnvironmentIds: [house.environmentId] },
        failure: {
          code: 'view_changed',
          detail: 'The saved view has revision 2, and the report uses revision 1.',
        },
      },
    ]);
    const mine = { workspaceId: house.workspaceId, recipient: house.ownerId, limit: 9 };
    expect(await createReportInboxStore(world.pool, world.clock).listUnread(mine)).toEqual(await listed(house));
    expect(await listed({ ...house, ownerId: house.otherId })).toEqual([]);
  });

  it('is also notified without access; the item then hides the report', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await createAccessBindingStore(world.pool, world.clock).remove(house.ownerBindingId);
    await begin(occurrenceId);
    expect(await world.notices(scheduleId)).toMatchObject([
      { event_type: 'schedule_paused', recipient: house.ownerId },
    ]);
  });

  it('is not notified of a pause that did not happen, or of a deleted report', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await world.transitions.cancel(occurrenceId);
    await world.transitions.fail({ occurrenceId, code: 'authority_lost', detail: 'Late.', pause: 'authority_lost' });
    const gone = await world.house();
    const claimed = await world.claimed(gone);
    const late = world.activities({
      transitions: {
        begin: async (input) => {
          await createReportStore(world.pool, world.clock).delete(gone.reportId);
          return world.transitions.begin(input);
        },
      },
    });
    await late.beginOccurrence({ occurrenceId: claimed.occurrenceId });
    expect([await world.notices(scheduleId), await world.notices(claimed.scheduleId)]).toEqual([[], []]);
  });
});

describe('the owner of a schedule with a failed occurrence', () => {
  /** Makes the current occurrence fail permanently after five attempts. */
  async function fail(
    house: ScheduleTenancy,
    scheduleId?: string,
  ): Promise<{ scheduleId: string; occurrenceId: string }> {
    const claimed = scheduleId === undefined ? await world.claimed(house) : undefined;
    const occurrenceId =
      claimed?.occurrenceId ?? (await world.planner().plan(house.workspaceId)).inFlight!.occurrenceId;
    for (const attempt of [1, 2, 3, 4, 5]) {
      await world.transitions.countFailure({ occurrenceId, attempt, detail: 'The store was away.' });
      await world.transitions.countFailure({ occurrenceId, attempt, detail: 'The store was away.' });
    }
    return { scheduleId: claimed?.scheduleId ?? scheduleId!, occurrenceId };
  }

  it('is notified of the first failure in a row, and again after an edit of the schedule', async () => {
    const house = await world.house();
    const first = await fail(house);
    const { scheduleId } = first;
    world.clock.set(NEXT_DAY);
    const second = await fail(house, scheduleId);
    expect(second.occurrenceId).not.toBe(first.occurrenceId);
    expect((await world.notices(scheduleId)).map((one) => one.source_id)).toEqual([first.occurrenceId]);
    await world.pool.query('UPDATE report_schedules SET revision = revision + 1 WHERE schedule_id = $1', [scheduleId]);
    world.clock.set('2026-03-04T08:00:00.000Z');
    const third = await fail(house, scheduleId);
    const notices = await world.notices(scheduleId);
    expect(notices.map(({ event_type, source_id }) => [event_type, source_id])).toEqual([
      ['schedule_failed', first.occurrenceId],
      ['schedule_failed', third.occurrenceId],
    ]);
  });

  it('is notified of a failed run, with its code and its id', async () => {
    const house = await world.house();
    const { occurrenceId, runId } = await world.running(house);
    await world.runs.claim({ runId, leaseMs: 15_000 });
    await world.runs.settleFailed({ runId, attempt: 1, code: 'output_cap_exceeded', detail: 'Too many groups.' });
    await world.transitions.settle({ occurrenceId, eligible: undefined });
    await world.transitions.settle({ occurrenceId, eligible: undefined });
    expect(await listed(house)).toMatchObject([
      {
        item: { event_type: 'schedule_failed', source_id: occurrenceId, run_id: runId },
        failure: { code: 'output_cap_exceeded', detail: 'Too many groups.' },
      },
    ]);
  });

  it('is not notified of cancellations', async () => {
    const house = await world.house();
    const { occurrenceId, runId } = await world.running(house);
    await world.pool.query(`UPDATE report_runs SET state = 'cancelled', finished_at = $2 WHERE run_id = $1`, [
      runId,
      AT,
    ]);
    await world.transitions.settle({ occurrenceId, eligible: undefined });
    expect(await world.occurrence(occurrenceId)).toMatchObject({ state: 'cancelled' });
    expect(await listed(house)).toEqual([]);
  });
});

describe('the notice of the installation', () => {
  const noticesOf = async ({ workspaceId }: ScheduleTenancy) =>
    (
      await createNoticeStore(world.pool, world.clock).list({
        ...{ readerId: 'usr_1', state: undefined, workspaceId, before: undefined, limit: 9 },
      })
    ).map(({ kind, about, detail, times, happenedAt }) => ({ kind, about, detail, times, at: happenedAt }));

  it('reports a schedule that the server paused once, for its workspace', async () => {
    const [house, other] = [await world.house(), await world.house()];
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await editView(house, { display_tz: 'UTC' });
    await Promise.all(Array.from({ length: 5 }, () => begin(occurrenceId)));
    expect(await noticesOf(house)).toEqual([
      {
        kind: 'report.schedule.paused',
        about: scheduleId,
        detail: `Occurrence ${occurrenceId} failed.`,
        times: 1,
        at: new Date(AT),
      },
    ]);
    expect(await noticesOf(other)).toEqual([]);
  });

  it('reports the first of consecutive failures, and nothing for a cancellation', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    for (const attempt of [1, 2, 3, 4, 5])
      await world.transitions.countFailure({ occurrenceId, attempt, detail: 'The store was away.' });
    expect(await noticesOf(house)).toMatchObject([{ kind: 'report.schedule.failed', about: scheduleId, times: 1 }]);
    const cancelled = await world.house();
    const running = await world.running(cancelled);
    await world.transitions.cancel(running.occurrenceId);
    expect(await noticesOf(cancelled)).toEqual([]);
  });

  it('reports a failed run', async () => {
    const house = await world.house();
    const { occurrenceId, runId } = await world.running(house);
    await world.runs.claim({ runId, leaseMs: 15_000 });
    await world.runs.settleFailed({ runId, attempt: 1, code: 'output_cap_exceeded', detail: 'Too many groups.' });
    await world.transitions.settle({ occurrenceId, eligible: undefined });
    expect(await noticesOf(house)).toMatchObject([
      { kind: 'report.schedule.failed', detail: `Occurrence ${occurrenceId} failed.` },
    ]);
  });
});
