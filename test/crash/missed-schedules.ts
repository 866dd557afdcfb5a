import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../testing/wait-until.ts';
import {
  createDueWorkspaces,
  unschedule,
  type DueSchedule,
  type DueWorkspace,
} from '../../testing/scenarios/due-schedules.ts';
import { retryUntilAnswered } from '../../testing/scenarios/retry-until-answered.ts';
import type { Scenario, Stage } from '../../testing/scenarios/scenario.ts';

const WORKSPACES = 3;
const SCHEDULES_OF_EACH = 3;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** An age that is older than the catch-up window. */
const MISSED_MS = 3 * DAY_MS;
const SETTLE_SECONDS = 180;

/**
 * A worker that dies while it records the instants that an outage of days has missed. Each instant is reported once,
 * and no instant runs.
 */
export const MISSED_SCENARIOS: readonly Scenario[] = [
  'plan.before_commit',
  'plan.after_commit',
  'relay.after_start',
].map((point) => ({
  name: `schedules: missed instants, worker killed at ${point}`,
  async play(stage) {
    const { world, pool } = stage;
    const workspaces = await createDueWorkspaces(stage, WORKSPACES);
    await world.kill('worker');
    const missed = await Promise.all(
      workspaces.flatMap((workspace) => Array.from({ length: SCHEDULES_OF_EACH }, () => scheduleWeekly(workspace))),
    );
    // As if no worker had planned since then.
    await pool.query(
      `UPDATE report_schedules s SET next_run_at = d.due_at
         FROM unnest($1::text[], $2::timestamptz[]) AS d (schedule_id, due_at) WHERE s.schedule_id = d.schedule_id`,
      [missed.map(({ scheduleId }) => scheduleId), missed.map(({ dueAt }) => dueAt)],
    );
    await world.start('worker', { TRUETALLY_FAULT_POINT: point });
    await world.ended('worker');
    await world.start('worker');
    const faults = await faultsOfMissed(stage, missed);
    await unschedule(workspaces, missed);
    return { runs: [], faults };
  },
}));

/** Creates a schedule whose only instant of this week is days ago. */
async function scheduleWeekly({ client, report, recipients }: DueWorkspace): Promise<DueSchedule> {
  const dueAt = new Date(Date.now() - MISSED_MS);
  const body = {
    report_id: report.report_id,
    expected_report_revision: report.revision,
    cadence: { mode: 'interval', frequency: 'weekly', anchor: dueAt.toISOString() } as const,
    recipient_subject_ids: [...recipients],
  };
  const idempotencyKey = randomUUID();
  const { data } = await retryUntilAnswered(() => client.reportSchedules.create(body, { idempotencyKey }));
  return { scheduleId: data.schedule_id, dueAt };
}

interface MissedRow {
  readonly schedule_id: string;
  readonly occurrences: string;
  readonly next_run_at: Date;
}

async function faultsOfMissed({ pool }: Stage, missed: readonly DueSchedule[]): Promise<string[]> {
  const read = async (): Promise<MissedRow[]> => {
    const { rows } = await pool.query<MissedRow>(
      `SELECT s.schedule_id, s.next_run_at,
         string_agg(concat_ws(' ', o.state, o.skipped_count, 'run', nullif(o.run_id, ''),
           to_char(o.scheduled_for AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ', ') AS occurrences
       FROM report_schedules s LEFT JOIN report_occurrences o USING (schedule_id)
       WHERE s.schedule_id = ANY ($1) GROUP BY s.schedule_id, s.next_run_at`,
      [missed.map(({ scheduleId }) => scheduleId)],
    );
    return rows;
  };
  await waitUntil(
    async () => (await read()).every(({ next_run_at }) => next_run_at > new Date()),
    SETTLE_SECONDS,
  ).catch(
    // The check below reports instants that are not planned by then.
    () => undefined,
  );
  const rows = new Map((await read()).map((row) => [row.schedule_id, row]));
  return missed.flatMap(({ scheduleId, dueAt }) => {
    const row = rows.get(scheduleId);
    const expected = `missed 1 run ${dueAt.toISOString()}`;
    return [
      ...(row?.occurrences === expected ? [] : [`${scheduleId} has “${row?.occurrences}”, not “${expected}”`]),
      ...(row?.next_run_at.getTime() === dueAt.getTime() + WEEK_MS
        ? []
        : [`${scheduleId} is due next at ${String(row?.next_run_at)}`]),
    ];
  });
}
