import type { Pool } from 'pg';
import type { ReportV1 } from '../../contracts/reports/report.ts';
import { conflict } from '../../domain/kernel/errors.ts';
import type { PauseReason } from '../../domain/schedules/report-schedule.ts';
import { isTaken } from '../postgres/database-fault.ts';
import { enqueue } from '../outbox/outbox.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** The view as a report pins it from now on. */
export interface ViewPin {
  /** Decimal string. */
  readonly viewRevision: string;
  /** Length of the view's relative window; undefined of a fixed one, which no schedule can ask. */
  readonly windowSeconds: number | undefined;
}

/** All of a report that its owner may choose. */
export interface ReportEdit extends Pick<ReportV1, 'name' | 'recipient_subject_ids'> {
  /** Undefined keeps the revision that is pinned. */
  readonly pin: ViewPin | undefined;
}

const VIEW_CHANGED = 'view_changed' satisfies PauseReason;

/**
 * Replaces what can be edited of a report, one revision on, and lets its schedules follow, in one transaction; false when
 * the report is not at `expectedRevision` any more, or is gone.
 *
 * The lock on the report goes before those on its schedules, and keeps new ones away that were judged by the report as it
 * was.
 * @throws Refusal `conflict` when the owner has another report of this name in the workspace
 */
export function editReport(
  pool: Pool,
  now: Date,
  { reportId, expectedRevision, edit }: { reportId: string; expectedRevision: string; edit: ReportEdit },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ revision: bigint; workspace_id: string }>(
      'select revision, workspace_id from reports where report_id = $1 for update',
      [reportId],
    );
    const held = rows[0];
    if (held?.revision !== BigInt(expectedRevision)) return false;
    await writeReport(client, reportId, edit, now);
    if ((await moveSchedules(client, reportId, edit, now)) > 0) {
      await enqueue(client, { kind: 'nudge_dispatcher', workflowId: held.workspace_id }, now);
    }
    return true;
  });
}

/** A name that is taken is looked for first: as an error of Postgres, its log would quote it. The index decides races. */
async function writeReport(client: Queryable, reportId: string, edit: ReportEdit, now: Date): Promise<void> {
  const { name, recipient_subject_ids: recipients, pin } = edit;
  try {
    const { rowCount } = await client.query(
      `update reports r set name = $2, recipient_subject_ids = $3, view_revision = coalesce($4, view_revision),
         revision = revision + 1, updated_at = $5
       where report_id = $1 and not exists (
         select from reports o
         where o.workspace_id = r.workspace_id and o.owner = r.owner and o.name = $2 and o.report_id <> $1)`,
      [reportId, name, recipients, pin?.viewRevision ?? null, now],
    );
    if (rowCount === 0) throw nameTaken();
  } catch (error) {
    if (isTaken(error, 'report_name_taken')) throw nameTaken();
    throw error;
  }
}

/** Of a creation and an edit alike. */
export function nameTaken(): Error {
  return conflict('name_taken', 'You have a report of this name in the workspace; choose another name.', '/name');
}

/**
 * Schedules are called what their report is called, deliver to nobody whom it does not name, and ask its view as it pins it.
 * One that is paused stays so: its owner resumes it. One that runs goes on, and is paused where the view can no longer be
 * scheduled. A schedule of which a reader sees a difference is one revision on. How many schedules there are.
 */
async function moveSchedules(
  client: Queryable,
  reportId: string,
  { name, recipient_subject_ids: people, pin }: ReportEdit,
  now: Date,
): Promise<number> {
  await client.query(
    'select from report_schedules where report_id = $1 and deleted_at is null order by schedule_id for update',
    [reportId],
  );
  const { rowCount } = await client.query(
    `with moved as (
       select schedule_id, kept.recipients,
         $4::bigint is not null or kept.recipients <> recipient_subject_ids as is_changed,
         not paused and $4::bigint is not null and $5::bigint is null as is_stopped
       from report_schedules s, lateral (
         select coalesce(array_agg(id order by place), '{}') as recipients
         from unnest(s.recipient_subject_ids) with ordinality as u(id, place) where id = s.owner or id = any($3)
       ) kept
       where report_id = $1 and deleted_at is null
     )
     update report_schedules s set report_name = $2, recipient_subject_ids = moved.recipients,
       view_revision = coalesce($4, s.view_revision), window_seconds = coalesce($5, s.window_seconds),
       revision = s.revision + is_changed::int, updated_at = case when is_changed then $6 else s.updated_at end,
       paused = s.paused or is_stopped, pause_reason = case when is_stopped then '${VIEW_CHANGED}' else s.pause_reason end,
       next_run_at = case when is_stopped then null else s.next_run_at end,
       next_local_date = case when is_stopped then null else s.next_local_date end
     from moved where s.schedule_id = moved.schedule_id`,
    [reportId, name, people, pin?.viewRevision ?? null, pin?.windowSeconds ?? null, now],
  );
  return rowCount ?? 0;
}
