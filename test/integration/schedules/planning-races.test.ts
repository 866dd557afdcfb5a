import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import { openSchedulesWorld, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const hourly: Cadence = { mode: 'interval', frequency: 'hourly', anchor: AT };
const weekly: Cadence = { mode: 'interval', frequency: 'weekly', anchor: AT };

/** Fault points that throw at the point at which a crash would end the process. */
const failingAt = (name: string): FaultPoints => ({
  reach(reached) {
    if (reached === name) throw new Error(`ended at ${name}`);
  },
});

describe('concurrent plans', () => {
  it('leave one occurrence in flight of twenty, and each returns it', async () => {
    const house = await world.house();
    for (let index = 0; index < 5; index += 1) await world.plant(house, { cadence: hourly, nextRunAt: AT });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const planner = world.planner();
    const plans = await Promise.all(Array.from({ length: 20 }, () => planner.plan(house.workspaceId)));
    const occurrences = await world.occurrences(house.workspaceId);
    expect(occurrences.map(({ state }) => state)).toEqual(['claimed']);
    expect(new Set(plans.map(({ inFlight }) => inFlight?.occurrenceId))).toEqual(
      new Set([occurrences[0]?.occurrence_id]),
    );
  });

  it('claim each instant of each schedule once, with either dispatcher faster', async () => {
    const house = await world.house();
    for (let index = 0; index < 4; index += 1) await world.plant(house, { cadence: hourly, nextRunAt: AT });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const dispatchers = [world.planner(), world.planner()];
    const taken: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = await Promise.all(dispatchers.map((dispatcher) => dispatcher.plan(house.workspaceId)));
      expect(one?.inFlight?.occurrenceId).toBe(other?.inFlight?.occurrenceId);
      taken.push(one!.inFlight!.scheduleId);
      await world.transitions.cancel(one!.inFlight!.occurrenceId);
    }
    expect(new Set(taken).size).toBe(4);
    expect((await world.occurrences(house.workspaceId)).map(({ skipped_count }) => skipped_count)).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('record missed instants once', async () => {
    const house = await world.house();
    const scheduleIds = [];
    for (let index = 0; index < 3; index += 1) {
      scheduleIds.push(await world.plant(house, { cadence: weekly, nextRunAt: AT }));
    }
    world.clock.set('2026-03-05T08:00:00.000Z');
    const planner = world.planner();
    await Promise.all(Array.from({ length: 10 }, () => planner.plan(house.workspaceId)));
    const occurrences = await world.occurrences(house.workspaceId);
    expect(occurrences.map(({ schedule_id }) => schedule_id).sort()).toEqual(scheduleIds.sort());
    for (const { occurrence_id: id } of occurrences)
      expect(await world.ordered(id)).toEqual(['show_missed_occurrence']);
    for (const id of scheduleIds) expect((await world.schedule(id)).skipped_total).toBe(1n);
  });

  it('read a schedule again that was paused, edited or claimed during the computation', async () => {
    const house = await world.house();
    const scheduleId = await world.plant(house, { cadence: hourly, nextRunAt: AT });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const client = await world.pool.connect();
    await client.query('BEGIN');
    await client.query(
      `UPDATE report_schedules SET recipient_subject_ids = '{}', revision = revision + 1 WHERE schedule_id = $1`,
      [scheduleId],
    );
    const planned = world.planner().plan(house.workspaceId);
    // The plan has read the old row, and waits for the lock of the edit.
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBe(1);
    await client.query('COMMIT');
    client.release();
    const { inFlight } = await planned;
    expect(await world.occurrence(inFlight!.occurrenceId)).toMatchObject({
      schedule_revision: 2n,
      recipient_subject_ids: [],
    });
  });

  it('that did not commit change nothing, and the next plan claims', async () => {
    const house = await world.house();
    await world.plant(house, { cadence: hourly, nextRunAt: AT });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const dying = world.planner({ faultPoints: failingAt('plan.before_commit') });
    await expect(dying.plan(house.workspaceId)).rejects.toThrow('ended at plan.before_commit');
    expect(await world.occurrences(house.workspaceId)).toEqual([]);
    expect((await world.planner().plan(house.workspaceId)).inFlight?.skippedCount).toBe(0);
  });

  it('that did not commit missed instants leave neither record nor outbox item', async () => {
    const house = await world.house();
    const scheduleId = await world.plant(house, { cadence: weekly, nextRunAt: AT });
    world.clock.set('2026-03-05T08:00:00.000Z');
    const dying = world.planner({ faultPoints: failingAt('plan.before_commit') });
    await expect(dying.plan(house.workspaceId)).rejects.toThrow('ended at plan.before_commit');
    expect(await world.occurrences(house.workspaceId)).toEqual([]);
    expect((await world.schedule(scheduleId)).next_run_at).toEqual(new Date(AT));
  });

  it('with a lost completion are repeated with the same occurrence', async () => {
    const house = await world.house();
    await world.plant(house, { cadence: hourly, nextRunAt: AT });
    world.clock.set('2026-03-02T08:30:00.000Z');
    const dying = world.planner({ faultPoints: failingAt('plan.after_commit') });
    await expect(dying.plan(house.workspaceId)).rejects.toThrow('ended at plan.after_commit');
    const [claimed] = await world.occurrences(house.workspaceId);
    expect((await world.planner().plan(house.workspaceId)).inFlight).toMatchObject({
      occurrenceId: claimed!.occurrence_id,
      state: 'claimed',
      windowFrom: new Date('2026-03-01T08:00:00.000Z'),
    });
    expect(await world.occurrences(house.workspaceId)).toHaveLength(1);
  });
});
