import { describe, expect, it } from 'vitest';
import type { Cadence } from '../../../../domain/schedules/cadence.ts';
import { openScheduleWorkspace } from '../../../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld } from '../../../../testing/schedules/schedule-world.ts';
import { DAILY_NEW_YORK } from './cadences.ts';

const DUE = '2026-03-03T07:30:00.000Z';

describe('two schedules of one workspace that are due at the same instant', () => {
  it('run one after the other, and the waiting one keeps its window', async () => {
    const world = await openScheduleWorld('2026-03-03T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const first = await workspace.schedule({ cadence: DAILY_NEW_YORK });
    const second = await workspace.schedule({ cadence: DAILY_NEW_YORK });
    const { release } = world.reader.hangs();
    await world.passUntil(DUE);
    await first.latest('running');
    await world.passWhileItHangs('2026-03-03T09:30:00Z');
    expect(await second.occurrences()).toEqual([]);
    expect((await second.stored()).record.next_run_at).toBe(DUE);
    release();
    const waited = await second.latest('delivered');
    const one = await first.latest('delivered');

    const window = { from: '2026-03-02T07:30:00.000Z', to: DUE };
    expect(one).toMatchObject({ scheduled_for: DUE, created_at: DUE, window, skipped_count: 0 });
    const late = '2026-03-03T09:30:00.000Z';
    expect(waited).toMatchObject({ scheduled_for: DUE, created_at: late, finished_at: late, window, skipped_count: 0 });
    expect(world.reader.windows).toEqual([window, window]);
    expect(await workspace.inboxOf(workspace.ownerId)).toMatchObject([
      { source_id: one.occurrence_id, schedule_id: first.scheduleId },
      { source_id: waited.occurrence_id, schedule_id: second.scheduleId },
    ]);
  });
});

describe('an edit while an occurrence runs', () => {
  it('does not change the pinned values of the claim, and applies from the next instant on', async () => {
    const world = await openScheduleWorld('2026-03-03T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const { ownerId, otherId } = workspace;
    const schedule = await workspace.schedule({ cadence: DAILY_NEW_YORK, recipients: [ownerId] });
    const { release } = world.reader.hangs();
    await world.passUntil(DUE);
    const claimed = await schedule.latest('running');
    // Noon in Berlin is 11:00Z in winter.
    const noon: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '12:00', timezone: 'Europe/Berlin' };
    await schedule.edit({ cadence: noon, recipients: [otherId] });
    expect((await schedule.stored()).record).toMatchObject({ revision: '2', next_run_at: '2026-03-03T11:00:00.000Z' });
    release();

    const pinned = await schedule.latest('delivered');
    const { schedule_revision, view_revision, scheduled_for, window, run_id } = claimed;
    expect(pinned).toMatchObject({ schedule_revision, view_revision, scheduled_for, window, run_id });
    expect(pinned).toMatchObject({ schedule_revision: '1', delivered_count: 1, suppressed_count: 0 });
    expect(await workspace.inboxOf(ownerId)).toMatchObject([{ source_id: pinned.occurrence_id }]);
    expect(await workspace.inboxOf(otherId)).toEqual([]);

    await world.passUntil('2026-03-03T12:00:00Z');
    const next = await schedule.latest('delivered');
    expect(next).toMatchObject({
      schedule_revision: '2',
      scheduled_for: '2026-03-03T11:00:00.000Z',
      window: { from: '2026-03-02T11:00:00.000Z', to: '2026-03-03T11:00:00.000Z' },
      skipped_count: 0,
    });
    expect(await schedule.occurrences()).toHaveLength(2);
    expect(await workspace.inboxOf(ownerId)).toHaveLength(1);
    expect(await workspace.inboxOf(otherId)).toMatchObject([{ source_id: next.occurrence_id }]);
  });
});

describe('a reader with a transient failure', () => {
  it('delays the report, and its window does not change', async () => {
    const world = await openScheduleWorld('2026-03-03T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: DAILY_NEW_YORK });
    world.reader.failsOnce();
    await world.passUntil('2026-03-03T08:00:00Z');
    const window = { from: '2026-03-02T07:30:00.000Z', to: DUE };
    // The attempt belongs to the run, not to the occurrence.
    const { run_id } = await schedule.latest('delivered');
    expect(await schedule.occurrences()).toMatchObject([{ window, attempt: 0, delivered_count: 1 }]);
    expect((await world.runs.findRun(run_id))?.run).toMatchObject({ state: 'ready', attempt: 2, window });
    expect(world.reader.windows).toEqual([window, window]);
  });
});
