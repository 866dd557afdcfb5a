import { expect, it } from 'vitest';
import { openScheduleWorkspace } from '../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld } from '../../testing/schedules/schedule-world.ts';

it('delivers the report that was due while the workers were down for three hours', async () => {
  const world = await openScheduleWorld('2026-03-03T00:00:00Z', { hasDowntime: true });
  const workspace = await openScheduleWorkspace(world);
  // Half past two in New York is 07:30Z on this day.
  const schedule = await workspace.schedule({
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'America/New_York' },
  });

  await world.passUntil('2026-03-03T06:00:00Z');
  await world.workers.stop();
  await world.passUntil('2026-03-03T09:00:00Z');
  await world.workers.start();

  expect(await schedule.latest('delivered')).toMatchObject({
    scheduled_for: '2026-03-03T07:30:00.000Z',
    // The window is that of the instant, however late the report is made.
    window: { from: '2026-03-02T07:30:00.000Z', to: '2026-03-03T07:30:00.000Z' },
    created_at: '2026-03-03T09:00:00.000Z',
    skipped_count: 0,
    delivered_count: 1,
  });
  expect(await schedule.occurrences()).toHaveLength(1);
  expect((await schedule.stored()).record).toMatchObject({
    next_run_at: '2026-03-04T07:30:00.000Z',
    skipped_total: 0,
  });
});
