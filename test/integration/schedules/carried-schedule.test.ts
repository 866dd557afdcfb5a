import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createHeartbeatStore } from '../../../store/installation/heartbeat-store.ts';
import { enqueue } from '../../../store/outbox/enqueue.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../store/views/saved-view-store.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';
import { makeNamespace } from '../../../testing/engines/temporal-world.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { startWorkerProcess } from '../../../testing/processes/worker-process.ts';
import { openRunWorld, type RunWorld } from '../runs/run-world.ts';
import { makeTenancy } from '../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../testing/reports/new-report.ts';
import { newView } from '../../../testing/views/new-view.ts';
import { armSchedule } from './arm-schedule.ts';

let world: RunWorld;
let namespace: string;
beforeAll(async () => {
  namespace = await makeNamespace();
  world = await openRunWorld();
  await migrateClickHouse(inject('clickhouseUrl'));
});
afterAll(() => world.close());

/** Creates a separate tenancy with one schedule that is due at `dueAt`. */
async function makeScheduled(dueAt: Date): Promise<{ workspaceId: string; scheduleId: string; reportName: string }> {
  const tenancy = await makeTenancy(world);
  await createAccessBindingStore(world.pool, world.clock).create({
    subjectId: tenancy.ownerId,
    actions: ['metadata.read', 'cost.read'],
    nodeId: tenancy.workspaceId,
  });
  const view = await createSavedViewStore(world.pool, world.clock).create(
    newView(tenancy, { query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] } }),
  );
  const report = newReport(tenancy, view.id);
  const run = newRun(tenancy, report.report_id);
  await createReportStore(world.pool, world.clock).create({ fingerprint: run.run_id, report, run });
  const scheduleId = await armSchedule(world.pool, report.report_id, dueAt);
  return { workspaceId: tenancy.workspaceId, scheduleId, reportName: report.name };
}

describe('a schedule', () => {
  it('that is armed is claimed at its instant, run and delivered, and its dispatcher sleeps until the next day', async () => {
    const dueAt = new Date(Date.now() + 2_000);
    const { workspaceId, scheduleId, reportName } = await makeScheduled(dueAt);
    await enqueue(world.pool, { kind: 'nudge_dispatcher', workflowId: workspaceId }, world.clock.now());
    startWorkerProcess({ databaseUrl: world.url, namespace });
    const occurrenceOf = async () => {
      const { rows } = await world.pool.query<{ id: string; runId: string; state: string; failure: string; at: Date }>(
        `SELECT occurrence_id AS id, run_id AS "runId", state, failure_code || failure_detail AS failure, scheduled_for AS at
         FROM report_occurrences WHERE schedule_id = $1`,
        [scheduleId],
      );
      return rows[0];
    };
    await waitUntil(async () => !['claimed', 'running', undefined].includes((await occurrenceOf())?.state), 60);
    const occurrence = (await occurrenceOf())!;
    expect(occurrence).toMatchObject({ state: 'delivered', failure: '', at: dueAt });
    const { rows: items } = await world.pool.query('SELECT FROM report_inbox_items WHERE source_id = $1', [
      occurrence.id,
    ]);
    expect(items).toHaveLength(1);

    const connection = await Connection.connect({ address: inject('temporalAddress') });
    onTestFinished(() => connection.close());
    const { workflow } = new Client({ connection, namespace });
    await workflow.getHandle(occurrence.id).result();
    const { typedSearchAttributes } = await workflow.getHandle(occurrence.id).describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.occurrenceState)).toBe('delivered');
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.scheduleId)).toBe(scheduleId);
    const found = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of workflow.list({ query })) ids.push(workflowId);
      return ids;
    };
    await expect.poll(() => found(`ReportRunId = "${occurrence.runId}"`)).toEqual([occurrence.id]);
    await expect
      .poll(() => found(`ReportName = "${reportName}" AND ScheduleId = "${scheduleId}"`))
      .toEqual([occurrence.id]);
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.scheduledFor)).toEqual(dueAt);
    expect((await workflow.getHandle(workspaceId).describe()).status.name).toBe('RUNNING');
    await waitUntil(async () => {
      const alive = await createHeartbeatStore(world.pool, world.clock).lastSeen();
      return (['worker.dispatcher', 'worker.due_runs', 'reader', 'inbox'] as const).every((part) => alive.has(part));
    }, 30);
  });
});
