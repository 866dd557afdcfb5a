import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../../domain/schedules/cadence.ts';
import { isInFlight } from '../../../domain/schedules/report-occurrence.ts';
import { createOverdueWorkspaceStore } from '../../../store/schedules/overdue-workspace-store.ts';
import { createReportScheduleStore, type ScheduleEdit } from '../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { newRun } from '../../../testing/reports/new-report.ts';
import { type ScheduleTenancy, openSchedulesWorld, type SchedulesWorld } from './schedules-world.ts';

let world: SchedulesWorld;
beforeAll(async () => {
  world = await openSchedulesWorld();
});
afterAll(() => world.close());

const AT = '2026-03-02T08:00:00.000Z';
const HOURLY: Cadence = { mode: 'interval', frequency: 'hourly', anchor: AT };
const SCHEDULES = 4;
const ROUNDS = 12;

/** Completes an occurrence in place of its workflow, independently of concurrent changes. */
async function carry(occurrenceId: string): Promise<void> {
  const activities = world.activities();
  const { state, runId } = await activities.beginOccurrence({ occurrenceId });
  if (state === 'running') await world.answer(runId);
  const delivered = await activities.deliverOccurrence({ occurrenceId });
  if (isInFlight(delivered.state)) await activities.settleCancelledOccurrence({ occurrenceId });
}

/** All actions of people and components on the schedules of a workspace, once, at the same moment. */
function everything(house: ScheduleTenancy, scheduleIds: readonly string[], round: number): Promise<unknown>[] {
  const schedules = createReportScheduleStore(world.pool, world.clock);
  const reports = createReportStore(world.pool, world.clock);
  const overdue = createOverdueWorkspaceStore(world.pool, world.clock);
  const scheduleId = scheduleIds[round % SCHEDULES]!;
  const edit = async (next: ScheduleEdit['next']): Promise<unknown> => {
    const revision = (await schedules.find(scheduleId))?.record.revision;
    const kept = { cadence: HOURLY, tzdbVersion: timeZones.version, recipients: [house.ownerId], reportRevision: '1' };
    return revision === undefined ? undefined : await schedules.update(scheduleId, revision, { ...kept, next });
  };
  const inFlight = async (): Promise<string | undefined> =>
    (await world.planner().plan(house.workspaceId)).inFlight?.occurrenceId;
  const withInFlight = async (act: (occurrenceId: string) => Promise<unknown>): Promise<unknown> => {
    const occurrenceId = await inFlight();
    return occurrenceId === undefined ? undefined : await act(occurrenceId);
  };
  const run = newRun(house, house.reportId);
  return [
    withInFlight(carry),
    withInFlight(carry),
    withInFlight((occurrenceId) => world.transitions.countFailure({ occurrenceId, attempt: 1, detail: 'Away.' })),
    edit('kept'),
    edit(round % 3 === 0 ? 'paused' : { at: world.clock.now(), localDate: undefined }),
    reports.createRun({ fingerprint: run.run_id, run }).catch(() => undefined),
    overdue.nudgeOverdue(0),
    overdue.nudgeStale(0),
    ...(round % 5 === 4 ? [withInFlight((id) => world.transitions.cancel(id))] : []),
    ...(round === ROUNDS - 3 ? [schedules.delete(scheduleIds[0]!)] : []),
    ...(round === ROUNDS - 1 ? [reports.delete(house.reportId)] : []),
  ];
}

/** The number of runs that continue although their occurrence has ended. */
async function orphans(workspaceId: string): Promise<number | null> {
  const { rowCount } = await world.pool.query(
    `SELECT FROM report_runs n JOIN report_occurrences o USING (occurrence_id)
     WHERE n.workspace_id = $1 AND n.state IN ('queued', 'running')
       AND o.state NOT IN ('claimed', 'running', 'cancelling')`,
    [workspaceId],
  );
  return rowCount;
}

describe('all operations concurrently', () => {
  it('end without a deadlock, without repeated deliveries and without abandoned work', async () => {
    const house = await world.house();
    const scheduleIds: string[] = [];
    for (let index = 0; index < SCHEDULES; index += 1) {
      scheduleIds.push(await world.plant(house, { cadence: HOURLY, nextRunAt: AT }));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      world.clock.set(new Date(Date.parse(AT) + round * 3_600_000).toISOString());
      await Promise.all(everything(house, scheduleIds, round));
      expect(await orphans(house.workspaceId)).toBe(0);
    }
    const occurrences = await world.occurrences(house.workspaceId);
    expect(occurrences.filter(({ state }) => state === 'delivered').length).toBeGreaterThan(0);
    for (const { occurrence_id: id, state, delivered_count: delivered } of occurrences) {
      expect([state, isInFlight(state as never)]).toEqual([state, false]);
      expect(await world.served(id)).toHaveLength(delivered);
    }
  });
});
