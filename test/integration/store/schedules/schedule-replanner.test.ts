import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TimeZones } from '../../../../domain/schedules/time-zones.ts';
import { DefectError } from '../../../../domain/kernel/errors.ts';
import type { NewSchedule } from '../../../../store/schedules/report-schedule-store.ts';
import { createScheduleReplanner } from '../../../../store/schedules/schedule-replanner.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { DAILY_IN_NEW_YORK, type ScheduledReport } from '../../../../testing/schedules/new-schedule.ts';
import { makeReport, outboxMark, outboxSince, readRow, saveSchedule } from './schedule-rows.ts';

const HOUR = 3_600;

/** A release in which New York has abolished winter time, Berlin is unchanged, and Kyiv is unknown. */
const RELEASE_2026B: TimeZones = {
  version: '2026b',
  has: () => true,
  nearest: () => undefined,
  offsetSeconds(zone) {
    if (zone === 'America/New_York') return -4 * HOUR;
    if (zone === 'Europe/Berlin') return HOUR;
    throw new DefectError(`The time-zone database has no zone ${zone}.`);
  },
};

// Each pass reads all schedules, so each test has a separate database.
let world: StoreWorld;
let scheduled: ScheduledReport;
beforeEach(async () => {
  world = await openStoreWorld();
  scheduled = await makeReport(world);
});
afterEach(() => world.close());

function replan(zones: TimeZones = RELEASE_2026B) {
  return createScheduleReplanner(world.pool, world.clock, zones).replan();
}

function save(over: Partial<NewSchedule> = {}): Promise<string> {
  return saveSchedule(world, scheduled, over);
}

const BERLIN = {
  cadence: { ...DAILY_IN_NEW_YORK, timezone: 'Europe/Berlin' },
  next: { at: new Date('2026-03-03T08:30:00.000Z'), localDate: '2026-03-03' },
} as const;

describe('planning again after an update of the time-zone database', () => {
  it('moves the instant and keeps the local date, the revision and the time of the last edit', async () => {
    const scheduleId = await save();
    const before = await readRow(world, 'report_schedules', scheduleId);
    const mark = await outboxMark(world);
    world.clock.set('2026-03-02T09:00:00.000Z');
    const { workspaceId } = scheduled.tenancy;
    expect(await replan()).toEqual({ planned: 1, movedWorkspaceIds: [workspaceId], failed: [] });
    expect(await readRow(world, 'report_schedules', scheduleId)).toEqual({
      ...before,
      next_run_at: new Date('2026-03-03T13:30:00.000Z'),
      tzdb_version: '2026b',
    });
    expect(await outboxSince(world, mark)).toEqual([`nudge_dispatcher ${workspaceId}`]);
    expect(await replan()).toEqual({ planned: 0, movedWorkspaceIds: [], failed: [] });
  });

  it('nudges no one if the clocks did not change', async () => {
    const scheduleId = await save(BERLIN);
    const mark = await outboxMark(world);
    expect(await replan()).toEqual({ planned: 1, movedWorkspaceIds: [], failed: [] });
    expect(await readRow(world, 'report_schedules', scheduleId)).toMatchObject({
      next_run_at: BERLIN.next.at,
      next_local_date: '2026-03-03',
      tzdb_version: '2026b',
    });
    expect(await outboxSince(world, mark)).toEqual([]);
  });

  it('does not change intervals, paused schedules and plans of a newer release', async () => {
    const ids = [
      await save({
        cadence: { mode: 'interval', frequency: 'daily', anchor: '2026-03-01T00:00:00.000Z' },
        next: { at: new Date('2026-03-03T00:00:00.000Z'), localDate: undefined },
      }),
      await save({ next: undefined }),
      await save({ tzdbVersion: '2026b' }),
      await save({ tzdbVersion: '2027a' }),
    ];
    const before = await Promise.all(ids.map((id) => readRow(world, 'report_schedules', id)));
    expect(await replan()).toEqual({ planned: 0, movedWorkspaceIds: [], failed: [] });
    expect(await Promise.all(ids.map((id) => readRow(world, 'report_schedules', id)))).toEqual(before);
  });

  it('skips a schedule whose zone the release does not support, and logs it', async () => {
    const failing = await save({ cadence: { ...DAILY_IN_NEW_YORK, timezone: 'Europe/Kyiv' } });
    const before = await readRow(world, 'report_schedules', failing);
    await save(BERLIN);
    const error = new DefectError('The time-zone database has no zone Europe/Kyiv.');
    expect(await replan()).toEqual({ planned: 1, movedWorkspaceIds: [], failed: [{ scheduleId: failing, error }] });
    expect(await readRow(world, 'report_schedules', failing)).toEqual(before);
  });

  it('plans many in one pass, and each once for two concurrent passes', async () => {
    const scheduleId = await save();
    await world.pool.query(
      `INSERT INTO report_schedules
       SELECT (jsonb_populate_record(s, jsonb_build_object('schedule_id', 'rsch_' || number))).*
       FROM report_schedules s, generate_series(1, 249) AS number WHERE schedule_id = $1`,
      [scheduleId],
    );
    const passes = await Promise.all([replan(), replan()]);
    expect(passes.reduce((sum, { planned }) => sum + planned, 0)).toBe(250);
    const { rows } = await world.pool.query<{ count: bigint }>(
      `SELECT count(*) AS count FROM report_schedules
       WHERE tzdb_version = '2026b' AND next_run_at = '2026-03-03T13:30:00Z' AND next_local_date = '2026-03-03'`,
    );
    expect(rows).toEqual([{ count: 250n }]);
  });
});
