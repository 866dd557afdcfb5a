import { openScheduleWorkspace, openScheduleWorld, type ScheduleWorld } from '@truetally/testing';
import { expect, it } from 'vitest';

it('delivers a report every morning, even after a clock change', async () => {
  const world: ScheduleWorld = await openScheduleWorld('2026-03-07T00:00:00Z');
  const workspace = await openScheduleWorkspace(world);
  const schedule = await workspace.schedule({
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '06:00', timezone: 'America/New_York' },
  });
  await world.passUntil('2026-03-08T12:00:00Z');
  await schedule.latest('delivered');
  const occurrences = await schedule.occurrences();
  expect(occurrences.map(({ scheduled_for: at }) => at)).toEqual([
    '2026-03-07T11:00:00.000Z',
    '2026-03-08T10:00:00.000Z',
  ]);
});
