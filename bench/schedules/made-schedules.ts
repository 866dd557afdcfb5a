import type pg from 'pg';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import { FILTER_VERSION } from '../../contracts/insight/terms/read-context.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import type { Cadence } from '../../domain/schedules/cadence.ts';
import { createAccessBindingStore } from '../../store/tenancy/access-binding-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { insertNode } from '../../store/tenancy/tenancy-node-store.ts';
import { REPORT_QUESTION, REPORT_WINDOW } from '../reports/bench-view.ts';

const WINDOW_SECONDS = 86_400;

/** An organization with two people, who are the recipients of all reports of the bench. The first owns the reports. */
export interface BenchPeople {
  readonly organizationId: string;
  readonly subjectIds: readonly [owner: string, recipient: string];
}

/** A range of numbered workspaces of the bench, with an equal number of schedules in each. */
export interface ScheduleBatch {
  /** The number of the first workspace. The numbers of batches do not overlap. */
  readonly first: number;
  readonly workspaces: number;
  readonly schedules: number;
}

/** The cadence of a batch's schedules, and their first instant. */
export interface BatchCadence {
  readonly cadence: Cadence;
  readonly dueAt: Date;
  readonly localDate: string | undefined;
}

export async function makePeople(pool: pg.Pool): Promise<BenchPeople> {
  const clock = { now: () => new Date() };
  const organizationId = newId('organization');
  await insertNode(pool, 'organization', {
    id: organizationId,
    name: 'Bench',
    parentId: undefined,
    createdAt: clock.now(),
  });
  const bindings = createAccessBindingStore(pool, clock);
  const make = async (name: string): Promise<string> => {
    const id = newId('subject');
    await insertNode(pool, 'subject', { id, name, parentId: organizationId, createdAt: clock.now() });
    await bindings.create({ subjectId: id, actions: ACTIONS, nodeId: organizationId });
    return id;
  };
  return { organizationId, subjectIds: [await make('Owner'), await make('Recipient')] };
}

/** A weekly cadence from the instant. */
export function weeklyFrom(dueAt: Date): BatchCadence {
  const cadence = { mode: 'interval', frequency: 'weekly', anchor: dueAt.toISOString() } as const;
  return { cadence, dueAt, localDate: undefined };
}

/** A daily cadence at the local time of the instant, to the minute. Reykjavik has used UTC since 1968. */
export function dailyAt(dueAt: Date): BatchCadence {
  const [localDate = '', time = ''] = dueAt.toISOString().split('T');
  const cadence = {
    mode: 'wall_clock',
    frequency: 'daily',
    local_time: time.slice(0, 5),
    timezone: 'Atlantic/Reykjavik',
  } as const;
  return { cadence, dueAt, localDate };
}

export function listWorkspaceIds({ first, workspaces }: ScheduleBatch): string[] {
  return Array.from({ length: workspaces }, (_, index) => `t_${String(first + index).padStart(26, '0')}`);
}

/**
 * Writes the same rows as the API: workspaces, each with an environment and a relative view, reports with a ready run,
 * and a schedule of each report. Ids are the prefix of their kind and a number.
 */
export async function makeSchedules(
  pool: pg.Pool,
  { organizationId, subjectIds }: BenchPeople,
  { first, workspaces, schedules }: ScheduleBatch,
  { cadence, dueAt, localDate }: BatchCadence,
): Promise<void> {
  const each = schedules / workspaces;
  const now = new Date();
  const last = first + workspaces - 1;
  const question = { ...REPORT_QUESTION, from: undefined, to: undefined };
  const [owner] = subjectIds;
  const id = (prefix: string, number: string): string => `'${prefix}_' || lpad((${number})::text, 26, '0')`;
  const write = (text: string, ...values: unknown[]): Promise<unknown> => pool.query(text, values);
  const perWorkspace = 'FROM generate_series($1::bigint, $2::bigint) w';
  const perSchedule = `FROM generate_series($1::bigint * ${each}, ($2::bigint + 1) * ${each} - 1) s`;
  const workspace = id('t', `s / ${each}`);

  await write(
    `INSERT INTO workspaces (workspace_id, organization_id, name, created_at)
     SELECT ${id('t', 'w')}, $3, 'Workspace ' || w, $4 ${perWorkspace}`,
    ...[first, last, organizationId, now],
  );
  for (const [table, column, prefix, parentColumn, parent] of [
    ['applications', 'application_id', 'app', 'workspace_id', 't'],
    ['gateways', 'gateway_id', 'gw', 'application_id', 'app'],
    ['environments', 'environment_id', 'env', 'gateway_id', 'gw'],
  ] as const) {
    await write(
      `INSERT INTO ${table} (${column}, ${parentColumn}, name, created_at)
       SELECT ${id(prefix, 'w')}, ${id(parent, 'w')}, 'Node ' || w, $3 ${perWorkspace}`,
      ...[first, last, now],
    );
  }
  await write(
    `INSERT INTO saved_views (saved_view_id, organization_id, workspace_id, owner, name, audience, filter_version, query,
       time_intent, relative_window_seconds, display_tz, created_at, updated_at)
     SELECT ${id('sv', 'w')}, $3, ${id('t', 'w')}, $4, 'View ' || w, 'team', $5, $6, 'relative', $7, 'UTC', $8, $8
     ${perWorkspace}`,
    ...[first, last, organizationId, owner, FILTER_VERSION, JSON.stringify(question), WINDOW_SECONDS, now],
  );
  await write(
    `INSERT INTO reports (report_id, organization_id, workspace_id, owner, name, saved_view_id, view_revision,
       recipient_subject_ids, latest_run_id, latest_scope_environment_ids, created_at, updated_at)
     SELECT ${id('rpt', 's')}, $3, ${workspace}, $4, 'Report ' || s, ${id('sv', `s / ${each}`)}, 1, $5, ${id('rrun', 's')},
       ARRAY[${id('env', `s / ${each}`)}], $6, $6 ${perSchedule}`,
    ...[first, last, organizationId, owner, subjectIds.slice(1), now],
  );
  await write(
    `INSERT INTO report_runs (run_id, report_id, organization_id, workspace_id, initiator, idempotency_key, state,
       question, view_revision, window_from, window_to, display_tz, scope_environment_ids, authority_epoch, attempt,
       created_at, started_at, finished_at, expires_at, touched_at)
     SELECT ${id('rrun', 's')}, ${id('rpt', 's')}, $3, ${workspace}, $4, 'bench ' || s, 'ready', $5, 1, $6, $7, 'UTC',
       ARRAY[${id('env', `s / ${each}`)}], 1, 1, $8, $8, $8, $8::timestamptz + interval '30 days', $8 ${perSchedule}`,
    ...[first, last, organizationId, owner, JSON.stringify(REPORT_QUESTION), REPORT_WINDOW.from, REPORT_WINDOW.to, now],
  );
  await write(
    `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, owner, report_name,
       saved_view_id, view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason,
       next_run_at, next_local_date, created_at, updated_at)
     SELECT ${id('rsch', 's')}, $3, ${workspace}, ${id('rpt', 's')}, $4, 'Report ' || s, ${id('sv', `s / ${each}`)}, 1, $5,
       $6, $7, $8, false, '', $9, $10, $11, $11 ${perSchedule}`,
    ...[first, last, organizationId, owner, WINDOW_SECONDS, canonicalJson(cadence), timeZones.version, subjectIds],
    ...[dueAt, localDate ?? null, now],
  );
  await pool.query('ANALYZE');
}
