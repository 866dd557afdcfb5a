import type pg from 'pg';
import { isInFlight, type OccurrenceState } from '../../../../domain/schedules/report-occurrence.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { inTransaction } from '../../../../store/postgres/pool.ts';
import { insertRun } from '../../../../store/reports/report-run-store.ts';
import { createReportScheduleStore, type NewSchedule } from '../../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import type { PlaneTenancy } from '../../../../testing/contracts/plane-tenancy.ts';
import { makeTenancy, type StoreWorld } from '../../../../testing/store/store-world.ts';
import { newReport, newRun } from '../../../../testing/reports/new-report.ts';
import {
  storableSchedule,
  presentStoredSchedule,
  type ScheduledReport,
} from '../../../../testing/schedules/new-schedule.ts';
import { newView } from '../../../../testing/views/new-view.ts';

/** Creates a report with its first run queued, in a new organization by default. */
export async function makeReport(world: StoreWorld, given?: PlaneTenancy): Promise<ScheduledReport> {
  const tenancy = given ?? (await makeTenancy(world));
  const view = await createSavedViewStore(world.pool, world.clock).create(newView(tenancy));
  const report = newReport(tenancy, view.id, { recipient_subject_ids: [tenancy.otherId] });
  const run = newRun(tenancy, report.report_id);
  await createReportStore(world.pool, world.clock).create({ fingerprint: 'f', report, run });
  return { tenancy, viewId: view.id, reportId: report.report_id, firstRunId: run.run_id };
}

/** Saves a schedule under a new key. */
export async function saveSchedule(
  world: StoreWorld,
  scheduled: ScheduledReport,
  over: Partial<NewSchedule> = {},
): Promise<string> {
  const schedule = storableSchedule(scheduled, over);
  const { workspaceId, owner: subjectId, scheduleId } = schedule;
  const key = { workspaceId, subjectId, key: scheduleId, fingerprint: 'f' };
  await createReportScheduleStore(world.pool, world.clock).create({ key, schedule, present: presentStoredSchedule });
  return scheduleId;
}

/**
 * Stores an occurrence in the given state, as the planner and its workflow would leave it. After `claimed`, it has a
 * run.
 */
export async function putOccurrence(
  world: StoreWorld,
  scheduled: ScheduledReport,
  at: { readonly scheduleId: string; readonly state: OccurrenceState; readonly scheduledFor?: string },
): Promise<{ occurrenceId: string; runId: string }> {
  const { tenancy, reportId } = scheduled;
  const occurrenceId = newId('reportOccurrence');
  const hasRun = at.state !== 'claimed' && at.state !== 'missed';
  const now = world.clock.now();
  const run = newRun(tenancy, reportId, { occurrence_id: occurrenceId, idempotency_key: occurrenceId });
  const isMissed = at.state === 'missed';
  const scheduledFor = new Date(at.scheduledFor ?? '2026-03-02T14:30:00.000Z');
  await inTransaction(world.pool, async (client) => {
    if (hasRun) await insertRun(client, run, now);
    await client.query(
      `INSERT INTO report_occurrences (occurrence_id, schedule_id, report_id, organization_id, workspace_id,
         schedule_revision, view_revision, scheduled_for, window_from, window_to, recipient_subject_ids, state, run_id,
         failure_code, failure_detail, skipped_count, skipped_from, skipped_to, created_at, finished_at, touched_at)
       VALUES ($1, $2, $3, $4, $5, 1, 1, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $16)`,
      [
        occurrenceId,
        at.scheduleId,
        reportId,
        tenancy.organizationId,
        tenancy.workspaceId,
        scheduledFor,
        isMissed ? null : new Date(scheduledFor.getTime() - 86_400_000),
        isMissed ? null : scheduledFor,
        [tenancy.ownerId, tenancy.otherId],
        at.state,
        hasRun ? run.run_id : '',
        at.state === 'cancelling' ? 'schedule_paused' : '',
        at.state === 'cancelling' ? 'Somebody paused it.' : '',
        isMissed ? 1 : 0,
        isMissed ? scheduledFor : null,
        now,
        isInFlight(at.state) ? null : now,
      ],
    );
  });
  return { occurrenceId, runId: hasRun ? run.run_id : '' };
}

/** The outbox rows for Temporal since `since`, in the order of writing, as `kind workflow_id`. */
export async function outboxSince({ pool }: StoreWorld, since: bigint): Promise<string[]> {
  const { rows } = await pool.query<{ item: string }>(
    `SELECT kind || ' ' || workflow_id AS item FROM workflow_outbox WHERE outbox_id > $1 ORDER BY outbox_id`,
    [since],
  );
  return rows.map(({ item }) => item);
}

/** The current position of the outbox, for `outboxSince`. */
export async function outboxMark({ pool }: StoreWorld): Promise<bigint> {
  const { rows } = await pool.query<{ mark: bigint }>(
    'SELECT coalesce(max(outbox_id), 0) AS mark FROM workflow_outbox',
  );
  return rows[0]!.mark;
}

/** The row of a schedule or an occurrence, with every column. */
export async function readRow(
  { pool }: { readonly pool: pg.Pool },
  table: 'report_schedules' | 'report_occurrences' | 'report_runs',
  id: string,
): Promise<Record<string, unknown>> {
  const column = { report_schedules: 'schedule_id', report_occurrences: 'occurrence_id', report_runs: 'run_id' }[table];
  const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${column} = $1`, [id]);
  return rows[0]!;
}
