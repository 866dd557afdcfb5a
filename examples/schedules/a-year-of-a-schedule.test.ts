import { Temporal } from '@js-temporal/polyfill';
import { expect, it } from 'vitest';
import { timeZones } from '../../contracts/time-zone.ts';
import type { Cadence } from '../../domain/cadence/cadence.ts';
import { nextInstant } from '../../domain/cadence/instants.ts';
import { toScheduledInstant } from '../../domain/cadence/scheduled-instant.ts';
import { openScheduleWorkspace } from '../../test/support/schedules/schedule-workspace.ts';
import { openScheduleWorld } from '../../test/support/schedules/schedule-world.ts';

const HALF_PAST_TWO: Cadence = {
  mode: 'wall_clock',
  frequency: 'daily',
  local_time: '02:30',
  timezone: 'America/New_York',
};

/** Every half past two of 2026 in New York, by a library that shares no line with ours. */
function everyHalfPastTwo(): string[] {
  return Array.from({ length: 365 }, (_, day) =>
    Temporal.PlainDateTime.from('2026-01-01T02:30')
      .add({ days: day })
      .toZonedDateTime('America/New_York', { disambiguation: 'compatible' })
      .toInstant()
      .toString({ fractionalSecondDigits: 3 }),
  );
}

it('delivers a daily report at half past two in New York on each day of a year, and never twice', async () => {
  // A server that skips time, a database, and our workers, all of this test alone. The clock stands at New Year in UTC.
  const world = await openScheduleWorld('2026-01-01T00:00:00Z');
  const workspace = await openScheduleWorkspace(world);
  const schedule = await workspace.schedule({ cadence: HALF_PAST_TWO });

  const t = performance.now();
  // On 8 March clocks jump from 02:00 to 03:00: the day has no half past two, and the report comes an hour later.
  await world.passUntil('2026-03-08T00:00:00Z');
  expect(nextShown(world.clock.now())).toEqual({
    scheduled_utc: '2026-03-08T07:30:00.000Z',
    local: '2026-03-08T03:30:00.000-04:00',
    note: 'dst_gap',
  });
  // On 1 November they go back from 02:00 to 01:00: half past one comes twice, half past two only once.
  await world.passUntil('2026-11-01T00:00:00Z');
  expect(nextShown(world.clock.now())).toEqual({
    scheduled_utc: '2026-11-01T07:30:00.000Z',
    local: '2026-11-01T02:30:00.000-05:00',
    note: '',
  });
  await world.passUntil('2027-01-01T00:00:00Z');
  console.log('year', performance.now() - t);

  const occurrences = await schedule.occurrences();
  expect(occurrences.map(({ scheduled_for }) => scheduled_for)).toEqual(everyHalfPastTwo());
});

function nextShown(now: Date): unknown {
  return toScheduledInstant(HALF_PAST_TWO, nextInstant(HALF_PAST_TWO, now, timeZones), timeZones);
}
