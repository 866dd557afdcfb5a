import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReportScheduleStore } from '../../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createRunTransitions } from '../../../../store/reports/run-transitions.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { newRun } from '../../../../testing/reports/new-report.ts';
import {
  makeReport,
  outboxMark,
  outboxSince,
  putOccurrence,
  readRow,
  saveSchedule,
} from '../schedules/schedule-rows.ts';
import type { ScheduledReport } from '../../../../testing/schedules/new-schedule.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';
const DELETED = 'The report was deleted while this occurrence was in flight.';

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.set(NOW);
});

function deleteReport({ reportId }: ScheduledReport): Promise<unknown> {
  return createReportStore(world.pool, world.clock).delete(reportId);
}

describe('deleting a scheduled report', () => {
  it('pauses its schedules, with any earlier reason, and stores the scope of its latest run on them', async () => {
    const scheduled = await makeReport(world);
    const { tenancy, firstRunId } = scheduled;
    const armed = await saveSchedule(world, scheduled);
    const paused = await saveSchedule(world, scheduled, { next: undefined });
    const deleted = await saveSchedule(world, scheduled);
    const schedules = createReportScheduleStore(world.pool, world.clock);
    await schedules.delete(deleted);
    const gone = await readRow(world, 'report_schedules', deleted);
    const other = await saveSchedule(world, await makeReport(world, tenancy));
    const unharmed = await readRow(world, 'report_schedules', other);
    const mark = await outboxMark(world);
    world.clock.set(LATER);
    await deleteReport(scheduled);
    for (const scheduleId of [armed, paused]) {
      const stored = await schedules.find(scheduleId);
      expect(stored?.record).toMatchObject({
        paused: true,
        pause_reason: 'report_deleted',
        next_run_at: null,
        revision: '2',
        updated_at: LATER,
      });
      expect(stored?.deletedReportScope).toEqual([tenancy.environmentId]);
      expect(await readRow(world, 'report_schedules', scheduleId)).toMatchObject({ next_local_date: null });
    }
    expect(await readRow(world, 'report_schedules', deleted)).toEqual(gone);
    expect(await readRow(world, 'report_schedules', other)).toEqual(unharmed);
    expect(await outboxSince(world, mark)).toEqual([
      `nudge_dispatcher ${tenancy.workspaceId}`,
      `cancel_report_run ${firstRunId}`,
    ]);
  });

  it('stores the latest fixed scope, although the row of that run was removed', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const run = newRun(scheduled.tenancy, scheduled.reportId, { scope_environment_ids: ['env_b', 'env_a'] });
    await createReportStore(world.pool, world.clock).createRun({ fingerprint: 'f', run });
    await world.pool.query('DELETE FROM report_runs WHERE run_id = $1', [run.run_id]);
    await deleteReport(scheduled);
    const stored = await createReportScheduleStore(world.pool, world.clock).find(scheduleId);
    expect(stored?.deletedReportScope).toEqual(['env_b', 'env_a']);
  });

  it.each([
    { state: 'claimed', becomes: 'failed', code: 'report_deleted', detail: DELETED },
    { state: 'running', becomes: 'failed', code: 'report_deleted', detail: DELETED },
    { state: 'cancelling', becomes: 'cancelled', code: 'schedule_paused', detail: 'Somebody paused it.' },
  ] as const)(
    'makes an occurrence $becomes if it is $state, and notifies its workflow',
    async ({ state, becomes, code, detail }) => {
      const scheduled = await makeReport(world);
      const scheduleId = await saveSchedule(world, scheduled);
      const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state });
      const before = await readRow(world, 'report_occurrences', occurrenceId);
      const mark = await outboxMark(world);
      world.clock.set(LATER);
      await deleteReport(scheduled);
      expect(await readRow(world, 'report_occurrences', occurrenceId)).toEqual({
        ...before,
        state: becomes,
        failure_code: code,
        failure_detail: detail,
        finished_at: new Date(LATER),
        touched_at: new Date(LATER),
      });
      expect(await outboxSince(world, mark)).toEqual([
        `cancel_occurrence ${occurrenceId}`,
        `nudge_dispatcher ${scheduled.tenancy.workspaceId}`,
        `cancel_report_run ${scheduled.firstRunId}`,
      ]);
    },
  );

  it.each(['delivered', 'failed', 'cancelled', 'missed'] as const)(
    'keeps a %s occurrence as history',
    async (state) => {
      const scheduled = await makeReport(world);
      const scheduleId = await saveSchedule(world, scheduled);
      const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state });
      const before = await readRow(world, 'report_occurrences', occurrenceId);
      world.clock.set(LATER);
      await deleteReport(scheduled);
      expect(await readRow(world, 'report_occurrences', occurrenceId)).toEqual(before);
    },
  );

  it('ends the work in flight of its deleted schedules', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    await createReportScheduleStore(world.pool, world.clock).delete(scheduleId);
    await deleteReport(scheduled);
    expect(await readRow(world, 'report_occurrences', occurrenceId)).toMatchObject({
      state: 'cancelled',
      failure_code: 'schedule_deleted',
    });
  });

  it('runs concurrently with updates, pauses and deletions of its schedules without a deadlock', async () => {
    const schedules = createReportScheduleStore(world.pool, world.clock);
    for (let round = 0; round < 5; round += 1) {
      const scheduled = await makeReport(world);
      const ids = [];
      for (let count = 0; count < 4; count += 1) ids.push(await saveSchedule(world, scheduled));
      await putOccurrence(world, scheduled, { scheduleId: ids[0]!, state: 'running' });
      const next = 'paused';
      const edit = { cadence: { mode: 'interval', frequency: 'daily', anchor: NOW }, tzdbVersion: '2025c' } as const;
      await Promise.all([
        ...ids
          .slice(0, 2)
          .map((id) => schedules.update(id, '1', { ...edit, recipients: [], reportRevision: '1', next })),
        deleteReport(scheduled),
        ...ids.slice(2).map((id) => schedules.delete(id)),
      ]);
      const { rows } = await world.pool.query<{ armed: bigint; inFlight: bigint }>(
        `SELECT (SELECT count(*) FROM report_schedules WHERE report_id = $1 AND next_run_at IS NOT NULL) AS armed,
           (SELECT count(*) FROM report_occurrences WHERE report_id = $1 AND finished_at IS NULL) AS "inFlight"`,
        [scheduled.reportId],
      );
      expect(rows).toEqual([{ armed: 0n, inFlight: 0n }]);
    }
  });
});

describe('cancelling the run of an occurrence', () => {
  it('cancels the run and notifies the workflow of the occurrence, once', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { occurrenceId, runId } = await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    const before = await readRow(world, 'report_occurrences', occurrenceId);
    expect(await readRow(world, 'report_runs', runId)).toMatchObject({ state: 'queued', occurrence_id: occurrenceId });
    const runs = createRunTransitions(world.pool, world.clock);
    const mark = await outboxMark(world);
    expect(await runs.cancel(runId)).toMatchObject({ cancelled: true, status: { state: 'cancelled' } });
    expect(await runs.cancel(runId)).toMatchObject({ cancelled: false, status: { state: 'cancelled' } });
    expect(await outboxSince(world, mark)).toEqual([`cancel_occurrence ${occurrenceId}`]);
    expect(await readRow(world, 'report_occurrences', occurrenceId)).toEqual(before);
  });
});
