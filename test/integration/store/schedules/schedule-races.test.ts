import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import {
  createReportScheduleStore,
  type ReportScheduleStore,
  type ScheduleEdit,
} from '../../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createSchedulePlanner, type SchedulePlanner } from '../../../../store/schedules/schedule-planner.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { DAILY_IN_NEW_YORK, type ScheduledReport } from '../../../../testing/schedules/new-schedule.ts';
import { makeReport, saveSchedule } from './schedule-rows.ts';

const DUE = { at: new Date('2026-03-02T14:30:00.000Z'), localDate: '2026-03-02' };
const NEXT = new Date('2026-03-03T14:30:00.000Z');
const ROUNDS = 6;

let world: StoreWorld;
let schedules: ReportScheduleStore;
let planner: SchedulePlanner;
beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T14:31:00.000Z');
  const { pool, clock } = world;
  schedules = createReportScheduleStore(pool, clock);
  const log = { warn: () => undefined };
  planner = createSchedulePlanner({ pool, clock, zones: timeZones, faultPoints: noFaultPoints, log });
});
afterAll(() => world.close());

interface Outcome {
  readonly state: string;
  readonly code: string;
  readonly revision: bigint;
}

/** Two dispatchers plan a due schedule while its owner acts. Returns the resulting schedule and occurrences. */
async function race(
  act: (scheduleId: string, scheduled: ScheduledReport) => Promise<unknown>,
): Promise<{ nextRunAt: Date | null; occurrences: Outcome[] }> {
  const scheduled = await makeReport(world);
  const { workspaceId } = scheduled.tenancy;
  const scheduleId = await saveSchedule(world, scheduled, { next: DUE, tzdbVersion: timeZones.version });
  await Promise.all([planner.plan(workspaceId), act(scheduleId, scheduled), planner.plan(workspaceId)]);
  const { rows } = await world.pool.query<{ next_run_at: Date | null }>(
    'SELECT next_run_at FROM report_schedules WHERE schedule_id = $1',
    [scheduleId],
  );
  const { rows: occurrences } = await world.pool.query<Outcome>(
    `SELECT state, failure_code AS code, schedule_revision AS revision FROM report_occurrences WHERE schedule_id = $1`,
    [scheduleId],
  );
  return { nextRunAt: rows[0]!.next_run_at, occurrences };
}

function edit(next: ScheduleEdit['next']): ScheduleEdit {
  return { cadence: DAILY_IN_NEW_YORK, tzdbVersion: timeZones.version, recipients: [], reportRevision: '1', next };
}

describe('a concurrent plan', () => {
  it.each([
    ['a pause', 'cancelled', 'schedule_paused', (id: string) => schedules.update(id, '1', edit('paused'))],
    ['a delete', 'cancelled', 'schedule_deleted', (id: string) => schedules.delete(id)],
    [
      'a deletion of the report',
      'failed',
      'report_deleted',
      (_: string, { reportId }: ScheduledReport) => createReportStore(world.pool, world.clock).delete(reportId),
    ],
  ])('claims nothing after %s: its earlier claim is %s', async (_, state, code, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { nextRunAt, occurrences } = await race(act);
      expect(nextRunAt).toBeNull();
      for (const outcome of occurrences) expect(outcome).toEqual({ state, code, revision: 1n });
      expect(occurrences.length).toBeLessThanOrEqual(1);
    }
  });

  it('claims the instant once and pins one revision, before or after an edit that keeps it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { nextRunAt, occurrences } = await race((id) => schedules.update(id, '1', edit('kept')));
      expect(nextRunAt).toEqual(NEXT);
      expect(occurrences).toHaveLength(1);
      expect(occurrences[0]).toMatchObject({ state: 'claimed', code: '' });
      expect([1n, 2n]).toContain(occurrences[0]!.revision);
    }
  });
});
