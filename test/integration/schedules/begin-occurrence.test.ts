import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createDispatcherStartStore } from '../../../store/schedules/dispatcher-start-store.ts';
import { createReportRunStore } from '../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { createTenancyNodeStore } from '../../../store/tenancy/tenancy-node-store.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { openSchedulesWorld, type ScheduleTenancy, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T08:05:00.000Z';
beforeEach(() => world.clock.set(AT));

const begin = (occurrenceId: string) => world.activities().beginOccurrence({ occurrenceId });

async function runsOf(house: ScheduleTenancy): Promise<{ run_id: string; occurrence_id: string | null }[]> {
  const { rows } = await world.pool.query<{ run_id: string; occurrence_id: string | null }>(
    'SELECT run_id, occurrence_id FROM report_runs WHERE report_id = $1 AND occurrence_id IS NOT NULL',
    [house.reportId],
  );
  return rows;
}

async function takeAccess({ ownerBindingId }: ScheduleTenancy): Promise<void> {
  await createAccessBindingStore(world.pool, world.clock).remove(ownerBindingId);
}

async function moveView(house: ScheduleTenancy): Promise<void> {
  const content = newView(house, { display_tz: 'Asia/Tokyo' });
  await createSavedViewStore(world.pool, world.clock).update(house.viewId, '1', content);
}

describe('a claimed occurrence with a changed view', () => {
  it('fails, and pauses no schedule whose report has pinned the current view', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await moveView(house);
    const pin = { viewRevision: '2', windowSeconds: 86_400 };
    const edit = { name: 'Renamed', recipientSubjectIds: [], pin };
    expect(await createReportStore(world.pool, world.clock).update(house.reportId, '1', edit)).toBe(true);
    expect(await begin(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'view_changed', runId: '' });
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: false, pause_reason: '', view_revision: 2n });
  });
});

describe('a schedule that the server paused', () => {
  it('is listed in the plans of its workspace, with the reason, until its owner deletes it', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await moveView(house);
    world.clock.set(LATER);
    const { failureDetail } = await begin(occurrenceId);
    const needs = async () => (await createDispatcherStartStore(world.pool).find(house.workspaceId))?.isNeeded;
    expect((await world.planner().plan(house.workspaceId)).stopped).toEqual([
      { scheduleId, reportName: 'Weekly cost', reason: 'view_changed', detail: failureDetail, since: new Date(LATER) },
    ]);
    expect(await needs()).toBe(true);
    await world.pool.query('UPDATE report_schedules SET deleted_at = $2 WHERE schedule_id = $1', [scheduleId, LATER]);
    expect((await world.planner().plan(house.workspaceId)).stopped).toEqual([]);
    expect(await needs()).toBe(false);
  });

  it.each(['armed', 'in flight'])('does not keep a dispatcher running if it is %s', async (what) => {
    const house = await world.house();
    const { scheduleId } = await world.claimed(house);
    await world.pool.query(
      what === 'armed'
        ? `UPDATE report_occurrences SET state = 'cancelled', finished_at = touched_at WHERE schedule_id = $1`
        : `UPDATE report_schedules SET next_run_at = NULL, next_local_date = NULL, paused = true, pause_reason = 'manual'
           WHERE schedule_id = $1`,
      [scheduleId],
    );
    expect((await createDispatcherStartStore(world.pool).find(house.workspaceId))?.isNeeded).toBe(true);
  });
});

describe('a claimed occurrence', () => {
  it('begins with a run over the window of its claim, at any delay', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    world.clock.set(LATER);
    const status = await begin(occurrenceId);
    expect(status).toEqual({
      state: 'running',
      attempt: 0,
      failureCode: '',
      runId: status.runId,
      runAttempt: 0,
      deliveredCount: 0,
      suppressedCount: 0,
    });
    const stored = await createReportRunStore(world.pool).findRun(status.runId);
    expect(stored?.scopeEnvironmentIds).toEqual([house.environmentId]);
    expect(stored?.run).toMatchObject({
      report_id: house.reportId,
      initiator: house.ownerId,
      idempotency_key: occurrenceId,
      state: 'queued',
      view_revision: '1',
      window: { from: '2026-03-01T08:00:00.000Z', to: AT },
      question: { from: '2026-03-01T08:00:00.000Z', to: AT, display_tz: 'Europe/Berlin' },
      created_at: LATER,
    });
    expect(await runsOf(house)).toEqual([{ run_id: status.runId, occurrence_id: occurrenceId }]);
    expect((await createReportStore(world.pool, world.clock).find(house.reportId))?.latest_run_id).toBe(status.runId);
    expect(await world.ordered(status.runId)).toEqual([]);
  });

  it('begins once for any number of concurrent requests', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    const all = await Promise.all(Array.from({ length: 5 }, () => begin(occurrenceId)));
    expect(new Set(all.map(({ state, runId }) => `${state} ${runId}`)).size).toBe(1);
    expect(await begin(occurrenceId)).toEqual(all[0]);
    expect(await runsOf(house)).toHaveLength(1);
  });

  it.each<[string, (house: ScheduleTenancy) => Promise<unknown>, string, string]>([
    ['the owner has lost access', takeAccess, 'authority_lost', 'authority_lost'],
    [
      'the owner has lost access and the view has changed, so access takes precedence',
      async (house) => {
        await takeAccess(house);
        await moveView(house);
      },
      'authority_lost',
      'authority_lost',
    ],
    [
      'the owner’s access no longer covers the complete scope',
      async (house) => {
        const nodes = createTenancyNodeStore(world.pool, world.clock);
        const bindings = createAccessBindingStore(world.pool, world.clock);
        await takeAccess(house);
        await bindings.create({ subjectId: house.ownerId, actions: ['metadata.read'], nodeId: house.environmentId });
        await nodes.create('environment', { name: 'Other', parentId: house.gatewayId });
      },
      'authority_lost',
      'authority_lost',
    ],
    [
      'the owner may not read the filter of the view',
      (house) =>
        world.pool.query(
          `UPDATE saved_views SET query = query || '{"dimension_filter":{"user":{"values":["ada"]}}}' WHERE saved_view_id = $1`,
          [house.viewId],
        ),
      'authority_lost',
      'authority_lost',
    ],
    [
      'the view is another person’s now',
      (house) =>
        world.pool.query('UPDATE saved_views SET owner = $2 WHERE saved_view_id = $1', [house.viewId, house.otherId]),
      'authority_lost',
      'authority_lost',
    ],
    ['the view moved past the pinned revision', moveView, 'view_changed', 'view_changed'],
    [
      'the view was deleted',
      (house) => createSavedViewStore(world.pool, world.clock).delete(house.viewId),
      'view_changed',
      'view_changed',
    ],
    [
      'the view’s window is not that of the claim',
      (house) =>
        world.pool.query('UPDATE saved_views SET relative_window_seconds = 3600 WHERE saved_view_id = $1', [
          house.viewId,
        ]),
      'window_mismatch',
      '',
    ],
    [
      'the view’s window is fixed',
      (house) =>
        world.pool.query(
          `UPDATE saved_views SET time_intent = 'fixed', relative_window_seconds = NULL WHERE saved_view_id = $1`,
          [house.viewId],
        ),
      'window_mismatch',
      '',
    ],
    [
      'this build does not support the question',
      (house) =>
        world.pool.query(
          `UPDATE saved_views SET query = '{"schema": 1, "shape": "unheard"}' WHERE saved_view_id = $1`,
          [house.viewId],
        ),
      'invalid_request',
      'invalid_request',
    ],
    [
      'this build does not support a metric of the question',
      (house) =>
        world.pool.query(
          `UPDATE saved_views SET query = jsonb_set(query::jsonb, '{metrics}', '["unheard.v1"]') WHERE saved_view_id = $1`,
          [house.viewId],
        ),
      'invalid_request',
      'invalid_request',
    ],
    [
      'the question was stored under another version of filters',
      (house) =>
        world.pool.query('UPDATE saved_views SET filter_version = 99 WHERE saved_view_id = $1', [house.viewId]),
      'invalid_request',
      'invalid_request',
    ],
  ])('fails without a run if %s', async (_, change, code, pauseReason) => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await change(house);
    world.clock.set(LATER);
    const status = await begin(occurrenceId);
    expect(status).toMatchObject({ state: 'failed', failureCode: code, runId: '' });
    const row = await world.occurrence(occurrenceId);
    expect([status.failureDetail, status.pausedFor ?? '']).toEqual([row.failure_detail, pauseReason]);
    expect(row).toMatchObject({ state: 'failed', failure_code: code, finished_at: new Date(LATER), run_id: '' });
    expect(row.failure_detail).toMatch(/\.$/);
    expect(await runsOf(house)).toEqual([]);
    const isPaused = pauseReason !== '';
    expect(await world.schedule(scheduleId)).toMatchObject({
      paused: isPaused,
      pause_reason: pauseReason,
      revision: isPaused ? 2n : 1n,
      updated_at: new Date(isPaused ? LATER : AT),
      next_run_at: isPaused ? null : new Date('2026-03-03T08:00:00.000Z'),
      next_local_date: null,
    });
  });

  it('fails if its report was deleted, and leaves the schedule paused', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    // The report is deleted after the worker has read everything.
    const late = world.activities({
      transitions: {
        begin: async (input) => {
          await createReportStore(world.pool, world.clock).delete(house.reportId);
          return world.transitions.begin(input);
        },
      },
    });
    expect(await late.beginOccurrence({ occurrenceId })).toMatchObject({
      state: 'failed',
      failureCode: 'report_deleted',
      runId: '',
    });
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: true, pause_reason: 'report_deleted' });
  });

  it('is left alone after its owner paused the schedule', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    const late = world.activities({
      transitions: {
        begin: async (input) => {
          await world.pool.query(
            `UPDATE report_occurrences SET state = 'cancelled', failure_code = 'schedule_paused', finished_at = $2
             WHERE occurrence_id = $1`,
            [occurrenceId, AT],
          );
          return world.transitions.begin(input);
        },
      },
    });
    const cancelled = { state: 'cancelled', failureCode: 'schedule_paused', runId: '' };
    expect(await late.beginOccurrence({ occurrenceId })).toMatchObject(cancelled);
    expect(await begin(occurrenceId)).toMatchObject(cancelled);
    expect(await runsOf(house)).toEqual([]);
    const { latest_run_id: latest } = (await createReportStore(world.pool, world.clock).find(house.reportId))!;
    expect((await createReportRunStore(world.pool).findRun(latest!))?.run.idempotency_key).not.toBe(occurrenceId);
  });

  it('pauses no schedule for an occurrence that another process ended', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await world.transitions.cancel(occurrenceId);
    const failure = { code: 'authority_lost', detail: 'Late.', pause: 'authority_lost' } as const;
    expect(await world.transitions.fail({ occurrenceId, ...failure })).toMatchObject({ state: 'cancelled' });
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: false, revision: 1n });
  });

  it.each<[string, Parameters<SchedulesWorld['activities']>[0]]>([
    ['the store does not answer', { transitions: { begin: () => Promise.reject(new Error('away')) } }],
    ['the program is wrong', { transitions: { findClaimed: () => Promise.reject(new TypeError('undefined is not')) } }],
  ])('fails this attempt if %s', async (_, over) => {
    const { occurrenceId } = await world.claimed(await world.house());
    await expect(world.activities(over).beginOccurrence({ occurrenceId })).rejects.toMatchObject({
      type: 'store_unavailable',
      message: 'The control plane could not take this step.',
      nonRetryable: true,
    });
    expect(await world.occurrence(occurrenceId)).toMatchObject({ state: 'claimed', attempt: 0 });
  });

  it('reaches its fault points around the begin', async () => {
    const reached: string[] = [];
    const faultPoints: FaultPoints = { reach: (name) => reached.push(name) };
    const { occurrenceId } = await world.claimed(await world.house());
    await world.activities({ faultPoints }).beginOccurrence({ occurrenceId });
    expect(reached).toEqual(['occurrence.before_begin', 'occurrence.after_begin']);
  });
});

describe('a plan that begins its claimed occurrence', () => {
  it('creates the run once for any number of requests', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    const status = await world.beginAhead(occurrenceId);
    const [made, ...others] = await runsOf(house);
    expect(status).toEqual({
      state: 'running',
      attempt: 0,
      failureCode: '',
      runId: made?.run_id,
      runAttempt: 0,
      deliveredCount: 0,
      suppressedCount: 0,
    });
    expect(await world.beginAhead(occurrenceId)).toBeUndefined();
    expect(others).toEqual([]);
    expect(await runsOf(house)).toEqual([made]);
  });

  it('leaves an occurrence that may no longer run to its workflow, which ends it and pauses the schedule', async () => {
    const house = await world.house();
    const { occurrenceId, scheduleId } = await world.claimed(house);
    await takeAccess(house);
    expect(await world.beginAhead(occurrenceId)).toBeUndefined();
    expect(await world.occurrence(occurrenceId)).toMatchObject({ state: 'claimed', attempt: 0 });
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: false });
    expect(await begin(occurrenceId)).toMatchObject({ state: 'failed', failureCode: 'authority_lost' });
    expect(await world.schedule(scheduleId)).toMatchObject({ paused: true, pause_reason: 'authority_lost' });
  });

  it('leaves it unchanged and uncounted after a fault', async () => {
    const house = await world.house();
    const { occurrenceId } = await world.claimed(house);
    const fault = (): never => {
      throw new Error('The store is away.');
    };
    expect(await world.beginAhead(occurrenceId, { transitions: { begin: fault } })).toBeUndefined();
    expect(await world.occurrence(occurrenceId)).toMatchObject({ state: 'claimed', attempt: 0 });
    expect(await begin(occurrenceId)).toMatchObject({ state: 'running' });
  });
});
