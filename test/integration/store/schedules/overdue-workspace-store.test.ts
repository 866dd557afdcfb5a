import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLostRunStore } from '../../../../store/reports/lost-run-store.ts';
import {
  createOverdueWorkspaceStore,
  type OverdueWorkspaceStore,
} from '../../../../store/schedules/overdue-workspace-store.ts';
import { createReportScheduleStore } from '../../../../store/schedules/report-schedule-store.ts';
import { createRunTransitions } from '../../../../store/reports/run-transitions.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { makeReport, outboxMark, outboxSince, putOccurrence, readRow, saveSchedule } from './schedule-rows.ts';

const STALE_MS = 120_000;

// Each search reads all workspaces, so each test has a separate database.
let world: StoreWorld;
let overdue: OverdueWorkspaceStore;
beforeEach(async () => {
  world = await openStoreWorld();
  overdue = createOverdueWorkspaceStore(world.pool, world.clock);
});
afterEach(() => world.close());

function dueAt(instant: string): { next: { at: Date; localDate: string } } {
  return { next: { at: new Date(instant), localDate: instant.slice(0, 10) } };
}

/** Marks all unsent outbox rows as sent, like a relay. */
async function relay(): Promise<void> {
  await world.pool.query('UPDATE workflow_outbox SET sent_at = $1', [world.clock.now()]);
}

/**
 * The minutes after an instant, within the first 80, in which a search finds an item. Each item is relayed immediately.
 */
async function minutesOf(start: string, search: () => Promise<unknown[]>): Promise<number[]> {
  const found: number[] = [];
  for (let minute = 0; minute <= 80; minute += 1) {
    world.clock.set(new Date(Date.parse(start) + minute * 60_000).toISOString());
    if ((await search()).length > 0) found.push(minute);
    await relay();
  }
  return found;
}

describe('overdue workspaces', () => {
  it('are nudged if a schedule has been due for a minute, the longest overdue first', async () => {
    const late = await makeReport(world);
    const lateId = await saveSchedule(world, late, dueAt('2026-03-02T10:00:01.000Z'));
    await saveSchedule(world, late, dueAt('2026-03-02T10:00:02.000Z'));
    const later = await makeReport(world);
    const laterId = await saveSchedule(world, later, dueAt('2026-03-02T10:00:00.000Z'));
    await saveSchedule(world, await makeReport(world), dueAt('2026-03-02T10:00:01.001Z'));
    await relay();
    const mark = await outboxMark(world);
    world.clock.set('2026-03-02T10:00:59.999Z');
    expect(await overdue.nudgeOverdue(STALE_MS)).toEqual([]);
    world.clock.set('2026-03-02T10:01:01.000Z');
    const found = await overdue.nudgeOverdue(STALE_MS);
    expect(found).toEqual([
      { workspaceId: later.tenancy.workspaceId, scheduleId: laterId, dueAt: new Date('2026-03-02T10:00:00.000Z') },
      { workspaceId: late.tenancy.workspaceId, scheduleId: lateId, dueAt: new Date('2026-03-02T10:00:01.000Z') },
    ]);
    expect(await outboxSince(world, mark)).toEqual(found.map(({ workspaceId }) => `nudge_dispatcher ${workspaceId}`));
    expect((await createReportScheduleStore(world.pool, world.clock).find(lateId))?.record).toMatchObject({
      revision: '1',
      updated_at: '2026-03-02T08:00:00.000Z',
    });
  });

  it('are skipped while their nudge waits, and for a time after it was delivered', async () => {
    const scheduled = await makeReport(world);
    await saveSchedule(world, scheduled, dueAt('2026-03-02T10:00:00.000Z'));
    world.clock.set('2026-03-02T11:00:00.000Z');
    expect(await overdue.nudgeOverdue(STALE_MS)).toEqual([]);
    await relay();
    expect(await overdue.nudgeOverdue(STALE_MS)).toHaveLength(1);
    await relay();
    world.clock.set('2026-03-02T11:29:59.999Z');
    expect(await overdue.nudgeOverdue(STALE_MS)).toEqual([]);
    world.clock.set('2026-03-02T11:30:00.000Z');
    expect(await overdue.nudgeOverdue(STALE_MS)).toMatchObject([{ workspaceId: scheduled.tenancy.workspaceId }]);
  });

  it('are nudged after waits that double, up to half an hour', async () => {
    await saveSchedule(world, await makeReport(world), dueAt('2026-03-02T10:00:00.000Z'));
    await relay();
    expect(await minutesOf('2026-03-02T10:00:00.000Z', () => overdue.nudgeOverdue(STALE_MS))).toEqual([
      1, 3, 6, 12, 24, 48, 78,
    ]);
  });

  it('are nudged in spite of a dead nudge', async () => {
    await saveSchedule(world, await makeReport(world), dueAt('2026-03-02T10:00:00.000Z'));
    world.clock.set('2026-03-02T11:00:00.000Z');
    await world.pool.query('UPDATE workflow_outbox SET dead_at = $1', [world.clock.now()]);
    expect(await overdue.nudgeOverdue(STALE_MS)).toHaveLength(1);
  });

  it.each(['claimed', 'running', 'cancelling'] as const)('are left alone while an occurrence is %s', async (state) => {
    const scheduled = await makeReport(world);
    await saveSchedule(world, scheduled, dueAt('2026-03-02T10:00:00.000Z'));
    const scheduleId = await saveSchedule(world, scheduled, dueAt('2026-03-02T12:00:00.000Z'));
    await putOccurrence(world, scheduled, { scheduleId, state });
    await relay();
    world.clock.set('2026-03-02T11:00:00.000Z');
    expect(await overdue.nudgeOverdue(STALE_MS)).toEqual([]);
  });

  it('are nudged a hundred at a time, by reconcilers that do not block each other', async () => {
    const template = await makeReport(world);
    const scheduleId = await saveSchedule(world, template, dueAt('2026-03-02T10:00:00.000Z'));
    await world.pool.query(
      `WITH made AS (
         INSERT INTO workspaces SELECT (jsonb_populate_record(w, jsonb_build_object('workspace_id', 't_' || number))).*
         FROM workspaces w, generate_series(1, 149) AS number WHERE workspace_id = $1 RETURNING workspace_id
       )
       INSERT INTO report_schedules
       SELECT (jsonb_populate_record(s, jsonb_build_object('schedule_id', 'rsch' || m.workspace_id,
         'workspace_id', m.workspace_id, 'next_run_at', s.next_run_at + interval '1 second'))).*
       FROM report_schedules s, made m WHERE s.schedule_id = $2`,
      [template.tenancy.workspaceId, scheduleId],
    );
    await relay();
    world.clock.set('2026-03-02T11:00:00.000Z');
    const first = await overdue.nudgeOverdue(STALE_MS);
    expect(first).toHaveLength(100);
    expect(first[0]).toMatchObject({ scheduleId });
    const rest = (await Promise.all([overdue.nudgeOverdue(STALE_MS), overdue.nudgeOverdue(STALE_MS)])).flat();
    expect(new Set([...first, ...rest].map(({ workspaceId }) => workspaceId)).size).toBe(150);
    expect(rest).toHaveLength(50);
  });
});

describe('occurrences without progress', () => {
  it('are touched, and their workspaces nudged, after they and their runs had no progress for a time', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { occurrenceId, runId } = await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    const claimed = await makeReport(world);
    const claim = await putOccurrence(world, claimed, {
      scheduleId: await saveSchedule(world, claimed),
      state: 'claimed',
    });
    await relay();
    world.clock.set('2026-03-02T08:01:00.000Z');
    await createRunTransitions(world.pool, world.clock).claim({ runId, leaseMs: 15_000 });
    const mark = await outboxMark(world);
    world.clock.set('2026-03-02T08:02:00.000Z');
    const alone = [{ workspaceId: claimed.tenancy.workspaceId, occurrenceId: claim.occurrenceId }];
    expect(await overdue.nudgeStale(STALE_MS)).toEqual(alone);
    expect(await readRow(world, 'report_occurrences', claim.occurrenceId)).toMatchObject({
      state: 'claimed',
      touched_at: world.clock.now(),
    });
    world.clock.set('2026-03-02T08:02:59.999Z');
    expect(await overdue.nudgeStale(STALE_MS)).toEqual([]);
    world.clock.set('2026-03-02T08:03:00.000Z');
    const found = [{ workspaceId: scheduled.tenancy.workspaceId, occurrenceId }];
    expect(await overdue.nudgeStale(STALE_MS)).toEqual(found);
    expect(await overdue.nudgeStale(STALE_MS)).toEqual([]);
    expect(await outboxSince(world, mark)).toEqual(
      [...alone, ...found].map(({ workspaceId }) => `nudge_dispatcher ${workspaceId}`),
    );
  });

  it('are nudged after waits that double, up to half an hour', async () => {
    const scheduled = await makeReport(world);
    await putOccurrence(world, scheduled, { scheduleId: await saveSchedule(world, scheduled), state: 'claimed' });
    await relay();
    expect(await minutesOf('2026-03-02T08:00:00.000Z', () => overdue.nudgeStale(STALE_MS))).toEqual([
      2, 4, 8, 16, 32, 62,
    ]);
  });

  it('are skipped while the nudge of their workspace waits, and after they have ended', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    await putOccurrence(world, scheduled, { scheduleId, state: 'claimed' });
    const scheduledFor = '2026-03-01T14:30:00.000Z';
    await putOccurrence(world, scheduled, { scheduleId, state: 'delivered', scheduledFor });
    world.clock.set('2026-03-02T09:00:00.000Z');
    expect(await overdue.nudgeStale(STALE_MS)).toEqual([]);
    await relay();
    expect(await overdue.nudgeStale(STALE_MS)).toHaveLength(1);
  });
});

describe('the lost run of an occurrence', () => {
  it('is not started separately without progress', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    await relay();
    world.clock.set('2026-03-02T09:00:00.000Z');
    const lostRuns = createLostRunStore(world.pool, world.clock);
    expect(await lostRuns.startStaleAgain(STALE_MS)).toEqual([scheduled.firstRunId]);
  });

  it('is restarted by a nudge of its workspace, any other run by its own start', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { runId } = await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    const runs = createRunTransitions(world.pool, world.clock);
    await runs.claim({ runId, leaseMs: 15_000 });
    world.clock.set('2026-03-02T08:00:15.000Z');
    const lostRuns = createLostRunStore(world.pool, world.clock);
    expect(await lostRuns.lapsed()).toEqual([{ runId, attempt: 1 }]);
    const mark = await outboxMark(world);
    await lostRuns.startAgain(runId);
    await lostRuns.startAgain(scheduled.firstRunId);
    expect(await outboxSince(world, mark)).toEqual([
      `nudge_dispatcher ${scheduled.tenancy.workspaceId}`,
      `start_report_run ${scheduled.firstRunId}`,
    ]);
  });
});
