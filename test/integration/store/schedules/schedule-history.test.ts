import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createReportOccurrenceStore,
  type ReportOccurrenceStore,
} from '../../../../store/schedules/report-occurrence-store.ts';
import { createReportRunStore } from '../../../../store/reports/report-run-store.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { makeReport, putOccurrence, saveSchedule } from './schedule-rows.ts';

const NOW = '2026-03-02T08:00:00.123Z';

let world: StoreWorld;
let occurrences: ReportOccurrenceStore;
beforeAll(async () => {
  world = await openStoreWorld();
  occurrences = createReportOccurrenceStore(world.pool);
});
beforeEach(() => world.clock.set(NOW));
afterAll(() => world.close());

describe('the occurrences of a schedule', () => {
  it('name the person who stopped them after they have stopped', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state: 'cancelling' });
    const stopping = await occurrences.findOccurrence(occurrenceId);
    expect(stopping).toMatchObject({ state: 'cancelling', failure_code: '', failure_detail: '' });
    await world.pool.query(
      `UPDATE report_occurrences SET state = 'cancelled', finished_at = $2 WHERE occurrence_id = $1`,
      [occurrenceId, world.clock.now()],
    );
    const stopped = await occurrences.findOccurrence(occurrenceId);
    expect(stopped).toMatchObject({ failure_code: 'schedule_paused', failure_detail: 'Somebody paused it.' });
  });
});

it('remain in the history of schedules after the rows of its runs are removed', async () => {
  const scheduled = await makeReport(world);
  const scheduleId = await saveSchedule(world, scheduled);
  const { occurrenceId, runId } = await putOccurrence(world, scheduled, { scheduleId, state: 'delivered' });
  await world.pool.query(`UPDATE report_runs SET state = 'cancelled', finished_at = $2 WHERE run_id = $1`, [
    runId,
    world.clock.now(),
  ]);
  const before = await occurrences.findOccurrence(occurrenceId);
  world.clock.set('2026-05-31T08:00:00.123Z');
  const sweeps = createRetentionSweepStore(world.pool, world.clock, { auditDays: 400 });
  expect(await sweeps.removeFromWorkspace('runs', scheduled.tenancy.workspaceId, 10)).toBe(1);
  expect(await createReportRunStore(world.pool).findRun(runId)).toBeUndefined();
  expect(await occurrences.findOccurrence(occurrenceId)).toEqual(before);
});
