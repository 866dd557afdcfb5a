import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import { openSchedulesWorld, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

/** A database of one zone whose offset from UTC is a function of the date in March. */
function release(version: string, hours: (utc: Date) => number): TimeZones {
  return {
    version,
    has: () => true,
    nearest: () => undefined,
    offsetSeconds: (_, utcMs) => hours(new Date(utcMs)) * 3_600,
  };
}

const NINE: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '09:00', timezone: 'Europe/Somewhere' };
const before = release('2026a', () => 1);
/** A release in which the government abolished an hour: from 4 March on, 09:00 is an hour later in UTC. */
const later = release('2026b', (utc) => (utc >= new Date('2026-03-04T00:00Z') ? 0 : 1));
/** A release in which clocks go forward instead: 09:00 is an hour earlier. */
const earlier = release('2026b', (utc) => (utc >= new Date('2026-03-04T00:00Z') ? 2 : 1));

/** Plans at each of these instants, and ends all claimed occurrences. Returns the instants that ran. */
async function takenAt(workspaceId: string, steps: readonly [string, TimeZones][]): Promise<string[]> {
  for (const [at, zones] of steps) {
    world.clock.set(at);
    const { inFlight } = await world.planner({ zones }).plan(workspaceId);
    if (inFlight !== undefined) await world.transitions.cancel(inFlight.occurrenceId);
  }
  return (await world.occurrences(workspaceId)).map(({ scheduled_for }) => scheduled_for.toISOString());
}

const planted = {
  cadence: NINE,
  nextRunAt: '2026-03-03T08:00:00.000Z',
  tzdbVersion: '2026a',
  nextLocalDate: '2026-03-03',
};

describe('another release of the time-zone database', () => {
  it('moves an instant that is not due yet, and claims the date once', async () => {
    const house = await world.house();
    const scheduleId = await world.plant(house, planted);
    await takenAt(house.workspaceId, [
      ['2026-03-03T08:00:00.000Z', before],
      ['2026-03-04T08:30:00.000Z', later],
    ]);
    expect(await world.schedule(scheduleId)).toMatchObject({
      next_run_at: new Date('2026-03-04T09:00:00.000Z'),
      next_local_date: '2026-03-04',
      tzdb_version: '2026b',
      revision: 1n,
    });
    expect(
      await takenAt(house.workspaceId, [
        ['2026-03-04T09:00:00.000Z', later],
        ['2026-03-05T08:59:59.999Z', later],
        ['2026-03-05T09:00:00.000Z', later],
      ]),
    ).toEqual(['2026-03-03T08:00:00.000Z', '2026-03-04T09:00:00.000Z', '2026-03-05T09:00:00.000Z']);
  });

  it('claims a date with an earlier instant late, and once', async () => {
    const house = await world.house();
    const scheduleId = await world.plant(house, planted);
    expect(
      await takenAt(house.workspaceId, [
        ['2026-03-03T08:00:00.000Z', before],
        ['2026-03-04T08:00:00.000Z', earlier],
        ['2026-03-04T08:00:00.000Z', earlier],
        ['2026-03-05T07:00:00.000Z', earlier],
      ]),
    ).toEqual(['2026-03-03T08:00:00.000Z', '2026-03-04T07:00:00.000Z', '2026-03-05T07:00:00.000Z']);
    expect((await world.schedule(scheduleId)).skipped_total).toBe(0n);
  });

  it('counts dates, not instants, if a downtime includes it', async () => {
    const house = await world.house();
    await world.plant(house, planted);
    world.clock.set('2026-03-07T10:00:00.000Z');
    await world.planner({ zones: later }).plan(house.workspaceId);
    expect(await world.occurrences(house.workspaceId)).toMatchObject([
      {
        scheduled_for: new Date('2026-03-07T09:00:00.000Z'),
        skipped_count: 4,
        skipped_from: new Date('2026-03-03T08:00:00.000Z'),
        skipped_to: new Date('2026-03-06T09:00:00.000Z'),
      },
    ]);
  });

  it('loses and repeats no date while workers of two releases plan in turn', async () => {
    const house = await world.house();
    await world.plant(house, planted);
    const steps: [string, TimeZones][] = [];
    for (let hour = 8; hour < 24 * 5; hour += 1) {
      const at = new Date(Date.parse('2026-03-03T00:00:00.000Z') + hour * 3_600_000).toISOString();
      steps.push([at, hour % 2 === 0 ? before : later]);
    }
    expect((await takenAt(house.workspaceId, steps)).map((at) => at.slice(0, 10))).toEqual([
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
    ]);
  });

  it('moves no interval', async () => {
    const house = await world.house();
    const at = '2026-03-03T08:00:00.000Z';
    const cadence: Cadence = { mode: 'interval', frequency: 'daily', anchor: at, timezone: 'Europe/Somewhere' };
    const scheduleId = await world.plant(house, { cadence, nextRunAt: at, tzdbVersion: '2026a' });
    world.clock.set(at);
    await world.planner({ zones: later }).plan(house.workspaceId);
    expect(await world.schedule(scheduleId)).toMatchObject({
      next_run_at: new Date('2026-03-04T08:00:00.000Z'),
      next_local_date: null,
      tzdb_version: '2026b',
    });
  });
});

describe('a schedule whose zone this process does not support', () => {
  const unknown: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '09:00', timezone: 'Mars/Olympus' };
  const AT = '2026-03-02T08:00:00.000Z';

  it('delays no other, is logged, and is listed as overdue', async () => {
    const house = await world.house();
    const broken = await world.plant(house, { cadence: unknown, nextRunAt: AT, nextLocalDate: '2026-03-02' });
    const cadence: Cadence = { mode: 'interval', frequency: 'daily', anchor: '2026-03-02T08:10:00.000Z' };
    const sound = await world.plant(house, { cadence, nextRunAt: '2026-03-02T08:10:00.000Z' });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const warned: object[] = [];
    const plan = await world.planner({ warned: (members) => warned.push(members) }).plan(house.workspaceId);
    expect(plan.inFlight?.scheduleId).toBe(sound);
    expect(plan.schedules[0]).toEqual({
      scheduleId: broken,
      reportName: 'Weekly cost',
      nextRunAt: new Date(AT),
      fault: 'This process does not know the time zone Mars/Olympus.',
    });
    expect(warned).toMatchObject([{ schedule_id: broken }]);
    expect((await world.schedule(broken)).next_run_at).toEqual(new Date(AT));
  });

  it('hides no other, for any number of such schedules', async () => {
    const house = await world.house();
    for (let index = 0; index < 60; index += 1) {
      await world.plant(house, { cadence: unknown, nextRunAt: AT, nextLocalDate: '2026-03-02' });
    }
    const cadence: Cadence = { mode: 'interval', frequency: 'daily', anchor: '2026-03-02T08:10:00.000Z' };
    const sound = await world.plant(house, { cadence, nextRunAt: '2026-03-02T08:10:00.000Z' });
    world.clock.set('2026-03-02T08:30:00.000Z');
    expect((await world.planner().plan(house.workspaceId)).inFlight?.scheduleId).toBe(sound);
  });

  it('does not make its workspace poll', async () => {
    const house = await world.house();
    await world.plant(house, { cadence: unknown, nextRunAt: AT, nextLocalDate: '2026-03-02' });
    world.clock.set('2026-03-02T08:30:00.000Z');
    expect(await world.planner().plan(house.workspaceId)).toMatchObject({ inFlight: undefined, dueInMs: undefined });
  });

  it('continues at its position when a process supports the zone', async () => {
    const house = await world.house();
    const scheduleId = await world.plant(house, {
      cadence: unknown,
      nextRunAt: AT,
      nextLocalDate: '2026-03-02',
      tzdbVersion: '2026a',
    });
    world.clock.set('2026-03-02T08:30:00.000Z');
    await world.planner({ zones: timeZones }).plan(house.workspaceId);
    await world.planner({ zones: before }).plan(house.workspaceId);
    expect(await world.occurrences(house.workspaceId)).toMatchObject([
      { schedule_id: scheduleId, scheduled_for: new Date(AT), skipped_count: 0 },
    ]);
  });
});
