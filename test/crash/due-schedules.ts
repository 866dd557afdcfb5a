import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createTruetallyClient, type TruetallyClient } from '../../client/truetally-client.ts';
import type { ReportV1 } from '../../contracts/report.ts';
import { DEMO_TENANCY } from '../../store/demo-tenancy.ts';
import { createTenancyNodeStore } from '../../store/tenancy-nodes.ts';
import { until } from '../support/until.ts';
import type { Stage } from './scenario.ts';

/** How soon after they are made the schedules of a scenario are due: long enough to make them all. */
const LEAD_MS = 4_000;
const SCHEDULES_OF_EACH = 3;
const SETTLE_SECONDS = 180;

/** A workspace of its own with one report, and somebody who may schedule it. */
export interface DueWorkspace {
  readonly workspaceId: string;
  readonly client: TruetallyClient;
  readonly report: ReportV1;
}

/** Schedules that are all due at one instant. */
export interface DueSchedules {
  readonly scheduleIds: readonly string[];
  readonly dueAt: Date;
}

/** The demo's owner, who owns the reports too. */
const RECIPIENTS = [DEMO_TENANCY.subjects.owner];

/** So many workspaces of the demo's organization, each with a report whose view has a relative window. */
export async function createDueWorkspaces(stage: Stage, count: number): Promise<DueWorkspace[]> {
  const { organizationId } = DEMO_TENANCY;
  const nodes = createTenancyNodeStore(stage.pool, { now: () => new Date() });
  const make = async (): Promise<DueWorkspace> => {
    const { id: workspaceId } = await nodes.create('workspace', { name: 'Crash', parentId: organizationId });
    const { id: application } = await nodes.create('application', { name: 'App', parentId: workspaceId });
    const { id: gateway } = await nodes.create('gateway', { name: 'Gateway', parentId: application });
    await nodes.create('environment', { name: 'Environment', parentId: gateway });
    const client = createTruetallyClient({ ...stage.place, workspaceId, timeoutMs: 10_000 });
    const scope = { organization_id: organizationId, workspace_id: workspaceId };
    const { data: view } = await client.savedViews.create({
      name: 'Last day',
      audience: 'team',
      query: { schema: 1, shape: 'overview', scope, display_tz: 'UTC', metrics: ['requests.v1'] },
      time_intent: 'relative',
      relative_window_seconds: 86_400,
      display_tz: 'UTC',
    });
    const { data } = await client.reports.create({
      name: 'Crash report',
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [],
    });
    return { workspaceId, client, report: data.report };
  };
  return Promise.all(Array.from({ length: count }, make));
}

/** Three schedules in each workspace, hourly from a moment on that is about to come. */
export async function scheduleSoon(workspaces: readonly DueWorkspace[]): Promise<DueSchedules> {
  const dueAt = new Date(Date.now() + LEAD_MS);
  const making = workspaces.flatMap(({ client, report }) =>
    Array.from({ length: SCHEDULES_OF_EACH }, async () => {
      // The API may be one of what is killed: under a key, asking again is harmless.
      const idempotencyKey = randomUUID();
      let scheduleId = '';
      await until(async () => {
        const body = {
          report_id: report.report_id,
          expected_report_revision: report.revision,
          cadence: { mode: 'interval', frequency: 'hourly', anchor: dueAt.toISOString() } as const,
          recipient_subject_ids: [...RECIPIENTS],
        };
        scheduleId = (await client.reportSchedules.create(body, { idempotencyKey })).data.schedule_id;
        return true;
      }, 60);
      return scheduleId;
    }),
  );
  return { scheduleIds: await Promise.all(making), dueAt };
}

interface SettledSchedule {
  readonly schedule_id: string;
  readonly occurrences: number;
  readonly delivered: number;
  readonly on_time: number;
  readonly runs: number;
  readonly settlements: number;
  readonly items: number;
  readonly next_run_at: Date | null;
}

/** What the rows say of each schedule: how often everything happened that must happen once. */
const EVIDENCE = `
  SELECT s.schedule_id, s.next_run_at, count(*)::int AS occurrences,
    (count(*) FILTER (WHERE c.state = 'delivered' AND c.delivered_count = $3 AND c.suppressed_count = 0))::int AS delivered,
    (count(*) FILTER (WHERE c.scheduled_for = $2 AND c.skipped_count = 0
       AND c.window_to = $2 AND c.window_to - c.window_from = interval '24 hours'))::int AS on_time,
    (SELECT count(*)::int FROM report_runs n JOIN report_occurrences o USING (occurrence_id)
     WHERE o.schedule_id = s.schedule_id) AS runs,
    (SELECT count(*)::int FROM settlements t JOIN report_occurrences o USING (run_id)
     WHERE o.schedule_id = s.schedule_id) AS settlements,
    (SELECT count(*)::int FROM report_inbox_items i WHERE i.schedule_id = s.schedule_id) AS items
  FROM report_schedules s JOIN report_occurrences c USING (schedule_id)
  WHERE s.schedule_id = ANY ($1) GROUP BY s.schedule_id, s.next_run_at`;

/**
 * Waits until nothing of these schedules is in flight or owed, and says what is wrong: each must have exactly one
 * occurrence, for its instant and over its window, with one run that settled once and one item for each recipient.
 */
export async function faultsOfSchedules(pool: pg.Pool, due: DueSchedules): Promise<string[]> {
  const done = until(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM report_schedules WHERE schedule_id = ANY ($1) AND next_run_at <= $2)
         + (SELECT count(*) FROM report_occurrences
            WHERE schedule_id = ANY ($1) AND state IN ('claimed', 'running', 'cancelling')) AS left`,
      [due.scheduleIds, due.dueAt],
    );
    return Number(rows[0]?.left) === 0;
  }, SETTLE_SECONDS);
  const faults = await done.then(
    () => [],
    () => [`schedules are still owed or in flight after ${SETTLE_SECONDS} s`],
  );
  const { rows } = await pool.query<SettledSchedule>(EVIDENCE, [due.scheduleIds, due.dueAt, RECIPIENTS.length]);
  const next = due.dueAt.getTime() + 3_600_000;
  const expected = { occurrences: 1, delivered: 1, on_time: 1, runs: 1, settlements: 1, items: RECIPIENTS.length };
  return [
    ...faults,
    ...due.scheduleIds.flatMap((id) => {
      const row = rows.find((one) => one.schedule_id === id);
      if (row === undefined) return [`${id} has no occurrence`];
      const wrong = (Object.keys(expected) as (keyof typeof expected)[]).filter((name) => row[name] !== expected[name]);
      const late = row.next_run_at?.getTime() === next ? [] : [`${id} is due next at ${String(row.next_run_at)}`];
      return [...wrong.map((name) => `${id} has ${row[name]} ${name}, not ${expected[name]}`), ...late];
    }),
  ];
}

/** Takes the schedules away, so that the next scenario begins with none. */
export async function unschedule(workspaces: readonly DueWorkspace[], due: DueSchedules): Promise<void> {
  const client = workspaces[0]?.client;
  for (const id of due.scheduleIds) await client?.reportSchedules.delete(id);
}
