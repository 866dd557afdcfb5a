import { Temporal } from '@js-temporal/polyfill';
import { expect, it } from 'vitest';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import { nextInstant } from '../../domain/schedules/instants.ts';
import { toScheduledInstant, type ScheduledInstant } from '../../domain/schedules/scheduled-instant.ts';
import { chooseCaseCount } from '../../testing/choose-case-count.ts';
import { openScheduleWorkspace } from '../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld } from '../../testing/schedules/schedule-world.ts';

/**
 * The number of days between two runs. Clocks change on Sundays, so a run each Sunday is enough; `npm run test:deep`
 * runs each day.
 */
const EVERY_DAYS = chooseCaseCount(7, 1);
const HALF_PAST_TWO: Cadence = {
  mode: 'wall_clock',
  ...(EVERY_DAYS === 7 ? { frequency: 'weekly', weekday: 'sunday' } : { frequency: 'daily' }),
  local_time: '02:30',
  timezone: 'America/New_York',
};
const DAY_MS = 86_400_000;
/** The test really produces each report; a busy machine took a minute and a half for 365 of them. */
const TIMEOUT_MS = 300_000;

it(
  'delivers a report at half past two in New York on each Sunday, or day, of a year, and never twice',
  { timeout: TIMEOUT_MS },
  async () => {
    // The world has a time-skipping server, a database and workers for this test only. Its clock starts at New Year, in
    // UTC.
    const world = await openScheduleWorld('2026-01-01T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: HALF_PAST_TWO });

    // On 8 March clocks jump from 02:00 to 03:00, so half past two does not exist, and the report runs at half past
    // three local time.
    await world.passUntil('2026-03-08T00:00:00Z');
    expect(nextShown(world.clock.now())).toEqual({
      scheduled_utc: '2026-03-08T07:30:00.000Z',
      local: '2026-03-08T03:30:00.000-04:00',
      note: 'dst_gap',
    });
    // On 1 November they go back from 02:00 to 01:00: half past one occurs twice, and half past two once.
    await world.passUntil('2026-11-01T00:00:00Z');
    expect(nextShown(world.clock.now())).toEqual({
      scheduled_utc: '2026-11-01T07:30:00.000Z',
      local: '2026-11-01T02:30:00.000-05:00',
      note: '',
    });
    await world.passUntil('2027-01-01T00:00:00Z');

    const [expected, following] = everyHalfPastTwo();
    expect(expected).toHaveLength(Math.floor(365 / EVERY_DAYS));
    const occurrences = await schedule.occurrences();
    expect(occurrences.map(({ scheduled_for }) => scheduled_for)).toEqual(expected);
    expect(occurrences.filter(({ state }) => state !== 'delivered')).toEqual([]);
    // Each report covers the 24 hours of elapsed time before its instant, also when clocks change.
    const windows = expected.map((to) => ({ from: new Date(Date.parse(to) - DAY_MS).toISOString(), to }));
    expect(occurrences.map(({ window }) => window)).toEqual(windows);
    expect(world.reader.windows).toEqual(windows);
    // Each run has delivered one item to the inbox of its only recipient.
    const inbox = await workspace.inboxOf(workspace.ownerId);
    expect(inbox.map(({ source_id }) => source_id)).toEqual(occurrences.map(({ occurrence_id }) => occurrence_id));
    expect((await schedule.stored()).record).toMatchObject({
      revision: '1',
      skipped_total: 0,
      last_scheduled_for: expected.at(-1),
      next_run_at: following,
    });
  },
);

/**
 * Every half past two of 2026 in New York, and the first of 2027, computed by a library that shares no code with ours.
 */
function everyHalfPastTwo(): [of2026: string[], following: string] {
  const instants: string[] = [];
  let day = Temporal.PlainDate.from(EVERY_DAYS === 7 ? '2026-01-04' : '2026-01-01');
  for (; ; day = day.add({ days: EVERY_DAYS })) {
    const time = day.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '02:30' });
    const instant = time.toInstant().toString({ fractionalSecondDigits: 3 });
    if (day.year === 2027) return [instants, instant];
    instants.push(instant);
  }
}

/** The next instant, as the schedule's document shows it at `now`. */
function nextShown(now: Date): ScheduledInstant {
  return toScheduledInstant(HALF_PAST_TWO, nextInstant(HALF_PAST_TWO, now, timeZones), timeZones);
}
