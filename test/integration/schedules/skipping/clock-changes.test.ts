import { Temporal } from '@js-temporal/polyfill';
import { describe, expect, it } from 'vitest';
import { openScheduleWorkspace } from '../../../../testing/schedules/schedule-workspace.ts';
import { openScheduleWorld } from '../../../../testing/schedules/schedule-world.ts';
import { DAILY_NEW_YORK, WEEK_SECONDS, WEEKLY_SYDNEY } from './cadences.ts';

/** 02:30 on every Sunday of 2026 in Sydney, by a library that is independent of our code. */
function everySunday(): Temporal.Instant[] {
  const first = Temporal.PlainDateTime.from('2026-01-04T02:30');
  return Array.from({ length: 52 }, (_, week) =>
    first.add({ weeks: week }).toZonedDateTime('Australia/Sydney', { disambiguation: 'compatible' }).toInstant(),
  );
}

const textOf = (instant: Temporal.Instant): string => instant.toString({ fractionalSecondDigits: 3 });

describe('a schedule across clock changes', () => {
  it('delivers a weekly report on each Sunday of a year in Sydney, about seven days of elapsed time each', async () => {
    const world = await openScheduleWorld('2026-01-01T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: WEEKLY_SYDNEY, windowSeconds: WEEK_SECONDS });
    await world.passUntil('2027-01-01T00:00:00Z');

    const occurrences = await schedule.occurrences();
    expect(
      occurrences.map(({ scheduled_for, window, state, skipped_count, delivered_count }) => ({
        scheduled_for,
        window,
        state,
        skipped_count,
        delivered_count,
      })),
    ).toEqual(
      everySunday().map((instant) => ({
        scheduled_for: textOf(instant),
        window: { from: textOf(instant.subtract({ seconds: 604_800 })), to: textOf(instant) },
        state: 'delivered',
        skipped_count: 0,
        delivered_count: 1,
      })),
    );
    const instants = occurrences.map(({ scheduled_for }) => scheduled_for);
    // On 5 April, the earlier of two instants. On 4 October, an hour later than intended, which is 03:30 by the new
    // clock.
    expect(instants).toContain('2026-04-04T15:30:00.000Z');
    expect(instants).toContain('2026-10-03T16:30:00.000Z');
    // The time between Sundays is 7 days. In the two weeks with a clock change, it is an hour more, and after the gap
    // an hour less.
    const hours = instants.slice(1).map((at, index) => (Date.parse(at) - Date.parse(instants[index]!)) / 3_600_000);
    expect(hours.flatMap((length, index) => (length === 168 ? [] : [[instants[index + 1], length]]))).toEqual([
      ['2026-04-11T16:30:00.000Z', 169],
      ['2026-10-10T15:30:00.000Z', 167],
    ]);
    expect((await schedule.stored()).record).toMatchObject({
      next_run_at: '2027-01-02T15:30:00.000Z',
      skipped_total: 0,
      revision: '1',
    });
  });

  it('delivers once if 01:30 occurs twice, at the earlier instant', async () => {
    const world = await openScheduleWorld('2026-10-31T00:00:00Z');
    const workspace = await openScheduleWorkspace(world);
    const schedule = await workspace.schedule({ cadence: { ...DAILY_NEW_YORK, local_time: '01:30' } });
    await world.passUntil('2026-11-03T00:00:00Z');
    const occurrences = await schedule.occurrences();
    expect(occurrences.map(({ scheduled_for, state }) => [scheduled_for, state])).toEqual([
      ['2026-10-31T05:30:00.000Z', 'delivered'],
      ['2026-11-01T05:30:00.000Z', 'delivered'],
      ['2026-11-02T06:30:00.000Z', 'delivered'],
    ]);
    expect(await workspace.inboxOf(workspace.ownerId)).toHaveLength(3);
  });
});
