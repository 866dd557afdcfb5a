import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import { waitUntil } from '../wait-until.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import { newWorkspace } from './new-workspace.ts';
import type { Stage } from './scenario.ts';

/** Milliseconds until the schedules of a scenario are due, enough to create all of them. */
const LEAD_MS = 4_000;
const SCHEDULES_OF_EACH = 3;
const SETTLE_SECONDS = 180;
const HOUR_MS = 3_600_000;

/** A separate workspace with one report, and a client that may schedule it. */
export interface DueWorkspace {
  readonly workspaceId: string;
  /** The only environment of the workspace. */
  readonly leaf: EnvironmentLeaf;
  readonly client: TruetallyClient;
  readonly report: ReportV1;
  readonly recipients: readonly string[];
}

/** A schedule and its first instant. */
export interface DueSchedule {
  readonly scheduleId: string;
  readonly dueAt: Date;
}

/** Creates workspaces in the demo's organization, each with a report whose view has a relative window. */
export async function createDueWorkspaces(
  { pool, place, recipients }: Pick<Stage, 'pool' | 'place' | 'recipients'>,
  count: number,
): Promise<DueWorkspace[]> {
  const { organizationId } = place;
  const make = async (): Promise<DueWorkspace> => {
    const { workspaceId, leaf } = await newWorkspace(pool, organizationId);
    const client = createTruetallyClient({ ...place, workspaceId, timeoutMs: 10_000 });
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
      recipient_subject_ids: recipients.slice(1),
    });
    return { workspaceId, leaf, client, report: data.report, recipients };
  };
  return Promise.all(Array.from({ length: count }, make));
}

/** Creates three schedules in each workspace, which are due hourly from a moment in a few seconds. */
export async function scheduleSoon(workspaces: readonly DueWorkspace[]): Promise<DueSchedule[]> {
  const dueAt = new Date(Date.now() + LEAD_MS);
  return Promise.all(
    workspaces.flatMap((workspace) =>
      Array.from({ length: SCHEDULES_OF_EACH }, () => scheduleHourly(workspace, dueAt)),
    ),
  );
}

/**
 * Creates a schedule of the workspace's report that is due every hour from an instant. It retries until the API
 * answers.
 */
export async function scheduleHourly(workspace: DueWorkspace, dueAt: Date): Promise<DueSchedule> {
  const { client, report, recipients } = workspace;
  const body = {
    report_id: report.report_id,
    expected_report_revision: report.revision,
    cadence: { mode: 'interval', frequency: 'hourly', anchor: dueAt.toISOString() } as const,
    recipient_subject_ids: [...recipients],
  };
  const idempotencyKey = randomUUID();
  const { data } = await retryUntilAnswered(() => client.reportSchedules.create(body, { idempotencyKey }));
  if (data.next_run_at !== dueAt.toISOString())
    throw new Error(`${data.schedule_id} was made too late for its first instant.`);
  return { scheduleId: data.schedule_id, dueAt };
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

/** The schedules and their instants, as rows. */
const DUE = 'unnest($1::text[], $2::timestamptz[]) AS d (schedule_id, due_at)';

/** The query that counts, for each schedule, the rows of events that must happen exactly once. */
const EVIDENCE = `
  SELECT s.schedule_id, s.next_run_at, count(*)::int AS occurrences,
    (count(*) FILTER (WHERE c.state = 'delivered' AND c.delivered_count = $3 AND c.suppressed_count = 0))::int AS delivered,
    (count(*) FILTER (WHERE c.scheduled_for = d.due_at AND c.skipped_count = 0
       AND c.window_to = d.due_at AND c.window_to - c.window_from = interval '24 hours'))::int AS on_time,
    (SELECT count(*)::int FROM report_runs n JOIN report_occurrences o USING (occurrence_id)
     WHERE o.schedule_id = s.schedule_id) AS runs,
    (SELECT count(*)::int FROM settlements t JOIN report_occurrences o USING (run_id)
     WHERE o.schedule_id = s.schedule_id) AS settlements,
    (SELECT count(*)::int FROM report_inbox_items i
     WHERE i.schedule_id = s.schedule_id AND i.event_type = 'report_delivered' AND i.recipient = ANY ($4)) AS items
  FROM ${DUE} JOIN report_schedules s USING (schedule_id) JOIN report_occurrences c USING (schedule_id)
  GROUP BY s.schedule_id, s.next_run_at`;

/**
 * Waits until these schedules have no work in flight and no owed instant, and returns the faults. Each schedule must
 * have exactly one occurrence, for its instant and over its window. The occurrence must have one run that settled once,
 * and one item for each recipient.
 */
export async function findScheduleFaults(
  { pool, recipients }: Pick<Stage, 'pool' | 'recipients'>,
  due: readonly DueSchedule[],
): Promise<string[]> {
  const rowsOfDue = [due.map(({ scheduleId }) => scheduleId), due.map(({ dueAt }) => dueAt)];
  const done = waitUntil(async () => (await countOwed(pool, rowsOfDue)) === 0, SETTLE_SECONDS);
  const faults = await done.then(
    () => [],
    () => [`schedules are still owed or in flight after ${SETTLE_SECONDS} s`],
  );
  const { rows } = await pool.query<SettledSchedule>(EVIDENCE, [...rowsOfDue, recipients.length, recipients]);
  const found = new Map(rows.map((row) => [row.schedule_id, row]));
  const expected = { occurrences: 1, delivered: 1, on_time: 1, runs: 1, settlements: 1, items: recipients.length };
  return [
    ...faults,
    ...due.flatMap(({ scheduleId: id, dueAt }) => {
      const row = found.get(id);
      if (row === undefined) return [`${id} has no occurrence`];
      const wrong = (Object.keys(expected) as (keyof typeof expected)[]).filter((name) => row[name] !== expected[name]);
      const isNext = row.next_run_at?.getTime() === dueAt.getTime() + HOUR_MS;
      const next = isNext ? [] : [`${id} is due next at ${String(row.next_run_at)}`];
      return [...wrong.map((name) => `${id} has ${row[name]} ${name}, not ${expected[name]}`), ...next];
    }),
  ];
}

async function countOwed(pool: pg.Pool, rowsOfDue: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `SELECT (SELECT count(*) FROM ${DUE} JOIN report_schedules s USING (schedule_id) WHERE s.next_run_at <= d.due_at)
       + (SELECT count(*) FROM ${DUE} JOIN report_occurrences o USING (schedule_id)
          WHERE o.state IN ('claimed', 'running', 'cancelling')) AS left`,
    [...rowsOfDue],
  );
  return Number(rows[0]?.left);
}

/** Deletes the schedules, so that the next scenario begins without schedules. */
export async function unschedule(workspaces: readonly DueWorkspace[], due: readonly DueSchedule[]): Promise<void> {
  const client = workspaces[0]?.client;
  for (const { scheduleId } of due) await client?.reportSchedules.delete(scheduleId);
}
