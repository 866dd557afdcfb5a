import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import type { InstallationKind, SweptCounts, WorkspaceKind } from '../../domain/installation/retention-sweep.ts';
import { requireRow } from '../postgres/require-row.ts';

const DAY_MS = 86_400_000;

/** A completed sweep. */
export interface FinishedSweep {
  readonly finishedAt: Date;
  readonly counts: SweptCounts;
}

/**
 * Removes expired rows in batches. Each batch is one statement, and so one transaction. It takes the longest overdue
 * rows first, and skips rows that another transaction has locked, so that a sweep never waits for anything. A batch
 * that removes fewer rows than `limit` was the last one.
 */
export interface RetentionSweepStore {
  /** True if a sweep would remove anything except files. */
  hasDue(): Promise<boolean>;
  /** The next workspace after this id, in the order of ids, that has expired rows. */
  nextWorkspace(afterId: string): Promise<{ workspaceId: string; name: string } | undefined>;
  /**
   * Removes expired rows of one kind, and returns their number, at most `limit`. For `answers`, ready and partial runs
   * become `expired` and lose their answer, but keep digest, counts and metadata. For `runs`, the rows of the runs are
   * deleted.
   */
  removeFromWorkspace(kind: WorkspaceKind, workspaceId: string, limit: number): Promise<number>;
  /**
   * Removes expired rows of one kind. Only sent outbox items are removed, not those that wait or were given up. The
   * positions of quarantined lines stay. For `experiment_answers`, cells lose their answer; those of a running run end
   * unscored.
   */
  removeFromInstallation(kind: InstallationKind, limit: number): Promise<number>;
  record(counts: SweptCounts): Promise<void>;
  /** The last completed sweep; undefined before the first. */
  last(): Promise<FinishedSweep | undefined>;
}

const EXPIRE_ANSWERS = `
  WITH due AS (
    SELECT run_id FROM report_runs WHERE workspace_id = $1 AND state IN ('ready', 'partial') AND expires_at <= $2
    ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM report_answers a USING due WHERE a.run_id = due.run_id
  )
  UPDATE report_runs n SET state = 'expired' FROM due WHERE n.run_id = due.run_id`;

// The answer has usually expired long before, unless no sweep ran for 60 days. Its row refers to the run, so it is
// deleted with it.
const REMOVE_RUNS = `
  WITH due AS (
    SELECT run_id FROM report_runs WHERE workspace_id = $1 AND finished_at <= $2
    ORDER BY finished_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM report_answers a USING due WHERE a.run_id = due.run_id
  )
  DELETE FROM report_runs n USING due WHERE n.run_id = due.run_id`;

const REMOVE_KEYS = `
  WITH due AS (
    SELECT subject_id, key FROM idempotency_keys WHERE workspace_id = $1 AND created_at <= $2
    ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING due
  WHERE k.workspace_id = $1 AND k.subject_id = due.subject_id AND k.key = due.key`;

const REMOVE_SENT_ITEMS = `
  WITH due AS (
    SELECT outbox_id FROM workflow_outbox WHERE sent_at <= $1 ORDER BY sent_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM workflow_outbox o USING due WHERE o.outbox_id = due.outbox_id`;

const REMOVE_HEARTBEATS = `
  WITH due AS (
    SELECT component, instance_id FROM component_heartbeats WHERE seen_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM component_heartbeats h USING due
  WHERE h.component = due.component AND h.instance_id = due.instance_id`;

const REMOVE_AUDIT_EVENTS = `
  WITH due AS (
    SELECT audit_id FROM audit_events WHERE at <= $1 ORDER BY at, audit_id LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM audit_events e USING due WHERE e.audit_id = due.audit_id`;

const REMOVE_CACHE_ENTRIES = `
  WITH due AS (
    SELECT entry_id FROM cache_entries WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM cache_entries e USING due WHERE e.entry_id = due.entry_id`;

// Batches that were planned first have the lowest numbers, so only the first lines are read. The positions of the lines
// are added to their batch. The batch is also skipped if another transaction has locked it, because a process that
// plans may wait for these lines.
const REMOVE_QUARANTINED_LINES = `
  WITH due AS (
    SELECT line.batch_id, line.line_index
    FROM (SELECT batch_id, line_index FROM ingest_quarantine ORDER BY batch_id, line_index LIMIT $2) AS oldest
    JOIN ingest_quarantine AS line USING (batch_id, line_index)
    JOIN ingest_batches AS batch ON batch.batch_id = line.batch_id
    WHERE planned_at <= $1
    FOR UPDATE OF line SKIP LOCKED FOR NO KEY UPDATE OF batch SKIP LOCKED
  ), noted AS (
    UPDATE ingest_batches AS batch SET unkept = batch.unkept + part.places
    FROM (SELECT batch_id, range_agg(int4range(line_index, line_index + 1)) AS places FROM due GROUP BY batch_id) AS part
    WHERE batch.batch_id = part.batch_id
  )
  DELETE FROM ingest_quarantine AS line USING due
  WHERE line.batch_id = due.batch_id AND line.line_index = due.line_index`;

const REMOVE_NOTICES = `
  WITH due AS (
    SELECT notice_id FROM notices WHERE last_at <= $1 ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM notices n USING due WHERE n.notice_id = due.notice_id`;

// A run that has ended keeps its cells as they are, because its figures follow from them. Without its answer, a cell of
// a running run cannot be judged.
const REMOVE_EXPERIMENT_ANSWERS = `
  WITH due AS (
    SELECT l.run_id, l.position, l.arm, n.state = 'running' AS is_running
    FROM quality_experiment_cells l JOIN quality_experiment_runs n ON n.run_id = l.run_id
    WHERE l.answer IS NOT NULL AND (n.state <> 'running' OR n.started_at <= $1)
    ORDER BY n.started_at LIMIT $2 FOR UPDATE OF l SKIP LOCKED
  )
  UPDATE quality_experiment_cells l SET answer = NULL,
    state = CASE WHEN is_running THEN 'ended' ELSE l.state END,
    verdict = CASE WHEN is_running THEN 'unscored' ELSE l.verdict END,
    reason = CASE WHEN is_running THEN 'uncaptured' ELSE l.reason END,
    ended_at = CASE WHEN is_running THEN $3 ELSE l.ended_at END
  FROM due WHERE l.run_id = due.run_id AND l.position = due.position AND l.arm = due.arm`;

// Postgres answers a scalar subquery with one index lookup per workspace; for EXISTS, it might scan whole tables.
const NEXT_WORKSPACE = `
  SELECT workspace_id AS "workspaceId", name FROM workspaces w
  WHERE workspace_id > $1 AND coalesce(
    (SELECT true FROM report_runs n
     WHERE n.workspace_id = w.workspace_id AND state IN ('ready', 'partial') AND expires_at <= $2 LIMIT 1),
    (SELECT true FROM report_runs n WHERE n.workspace_id = w.workspace_id AND finished_at <= $3 LIMIT 1),
    (SELECT true FROM idempotency_keys k WHERE k.workspace_id = w.workspace_id AND k.created_at <= $4 LIMIT 1))
  ORDER BY workspace_id LIMIT 1`;

// Each subquery is true or null. False would end coalesce before the subqueries that follow.
const HAS_DUE = `
  SELECT coalesce(
    (SELECT true FROM workflow_outbox WHERE sent_at <= $1 LIMIT 1),
    (SELECT true FROM component_heartbeats WHERE seen_at <= $2 LIMIT 1),
    (SELECT true FROM audit_events WHERE at <= $3 LIMIT 1),
    (SELECT true FROM cache_entries WHERE expires_at <= $4 LIMIT 1),
    (SELECT nullif(batch.planned_at <= $5, false) FROM ingest_quarantine AS line
     JOIN ingest_batches AS batch ON batch.batch_id = line.batch_id ORDER BY line.batch_id, line.line_index LIMIT 1),
    (SELECT true FROM notices WHERE last_at <= $6 LIMIT 1),
    (SELECT true FROM quality_experiment_cells l JOIN quality_experiment_runs n ON n.run_id = l.run_id
     WHERE l.answer IS NOT NULL AND (n.state <> 'running' OR n.started_at <= $7) LIMIT 1),
    false) AS "hasDue"`;

/** The settings of lifetimes that an installation configures. */
interface SweepSettings {
  readonly auditDays: number;
  /** The instant before which captured content has expired. Default: content never expires. */
  readonly capturedSince?: () => Date;
}

/**
 * Creates the store. Its statements are not prepared: the pool prepares only statements that it gets as text and
 * values. For an unknown time, Postgres estimates that a third of all rows are before it. Its cached plan would then
 * scan whole tables, although usually nothing has expired.
 */
export function createRetentionSweepStore(
  pool: pg.Pool,
  clock: Clock,
  { auditDays, capturedSince = () => new Date(0) }: SweepSettings,
): RetentionSweepStore {
  const remove = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query({ text, values })).rowCount ?? 0;
  const cutoffsAt = (now: Date): LitterCutoffs => ({
    audits: new Date(now.getTime() - auditDays * DAY_MS),
    experimentAnswers: latest(expiryCutoff('experimentAnswer', now), capturedSince()),
  });
  return {
    nextWorkspace: (afterId) => findNextWorkspace(pool, clock.now(), afterId),

    async hasDue() {
      const now = clock.now();
      return (await findNextWorkspace(pool, now, '')) !== undefined || leavesLitter(pool, now, cutoffsAt(now));
    },

    removeFromWorkspace(kind, workspaceId, limit) {
      const now = clock.now();
      switch (kind) {
        case 'answers':
          return remove(EXPIRE_ANSWERS, [workspaceId, now, limit]);
        case 'runs':
          return remove(REMOVE_RUNS, [workspaceId, expiryCutoff('run', now), limit]);
        case 'idempotency_keys':
          return remove(REMOVE_KEYS, [workspaceId, expiryCutoff('idempotencyKey', now), limit]);
      }
    },

    removeFromInstallation(kind, limit) {
      const now = clock.now();
      switch (kind) {
        case 'outbox_items':
          return remove(REMOVE_SENT_ITEMS, [expiryCutoff('sentOutboxItem', now), limit]);
        case 'heartbeats':
          return remove(REMOVE_HEARTBEATS, [expiryCutoff('silentInstance', now), limit]);
        case 'audit_events':
          return remove(REMOVE_AUDIT_EVENTS, [cutoffsAt(now).audits, limit]);
        case 'cache_entries':
          return remove(REMOVE_CACHE_ENTRIES, [now, limit]);
        case 'quarantined_lines':
          return remove(REMOVE_QUARANTINED_LINES, [expiryCutoff('quarantinedLine', now), limit]);
        case 'notices':
          return remove(REMOVE_NOTICES, [expiryCutoff('notice', now), limit]);
        case 'experiment_answers':
          return remove(REMOVE_EXPERIMENT_ANSWERS, [cutoffsAt(now).experimentAnswers, limit, now]);
      }
    },

    async record(counts) {
      const { workspaces, answers, runs, idempotency_keys, outbox_items, heartbeats, audit_events } = counts;
      const { contents, cache_entries, quarantined_lines, notices, experiment_answers } = counts;
      await pool.query(
        `INSERT INTO retention_sweep
           (finished_at, workspaces, answers, runs, idempotency_keys, outbox_items, heartbeats, audit_events,
            contents, cache_entries, quarantined_lines, notices, experiment_answers)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (singleton) DO UPDATE SET finished_at = excluded.finished_at, workspaces = excluded.workspaces,
           answers = excluded.answers, runs = excluded.runs, idempotency_keys = excluded.idempotency_keys,
           outbox_items = excluded.outbox_items, heartbeats = excluded.heartbeats,
           audit_events = excluded.audit_events, contents = excluded.contents,
           cache_entries = excluded.cache_entries, quarantined_lines = excluded.quarantined_lines,
           notices = excluded.notices, experiment_answers = excluded.experiment_answers`,
        [
          ...[clock.now(), workspaces, answers, runs, idempotency_keys, outbox_items],
          ...[heartbeats, audit_events, contents, cache_entries, quarantined_lines, notices, experiment_answers],
        ],
      );
    },

    async last() {
      const { rows } = await pool.query<SweptCounts & { finished_at: Date }>(
        `SELECT finished_at, workspaces, answers, runs, idempotency_keys, outbox_items, heartbeats,
           audit_events, contents, cache_entries, quarantined_lines, notices, experiment_answers FROM retention_sweep`,
      );
      return rows.map(({ finished_at: finishedAt, ...counts }) => ({ finishedAt, counts }))[0];
    },
  };
}

async function findNextWorkspace(
  pool: pg.Pool,
  now: Date,
  afterId: string,
): Promise<{ workspaceId: string; name: string } | undefined> {
  const values = [afterId, now, expiryCutoff('run', now), expiryCutoff('idempotencyKey', now)];
  const { rows } = await pool.query<{ workspaceId: string; name: string }>({ text: NEXT_WORKSPACE, values });
  return rows[0];
}

/** The instants up to which rows have expired whose lifetime an installation configures. */
interface LitterCutoffs {
  readonly audits: Date;
  readonly experimentAnswers: Date;
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** True if any rows outside the workspaces have expired. */
async function leavesLitter(pool: pg.Pool, now: Date, cutoffs: LitterCutoffs): Promise<boolean> {
  const values = [
    expiryCutoff('sentOutboxItem', now),
    expiryCutoff('silentInstance', now),
    cutoffs.audits,
    now,
    expiryCutoff('quarantinedLine', now),
    expiryCutoff('notice', now),
    cutoffs.experimentAnswers,
  ];
  const { rows } = await pool.query<{ hasDue: boolean }>({ text: HAS_DUE, values });
  return requireRow(rows).hasDue;
}
