import type pg from 'pg';
import type { ReportCreation, ReportV1 } from '../../contracts/reports/report.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { notFound } from '../../domain/kernel/errors.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import {
  findStoredAnswer,
  withIdempotency,
  type IdempotencyKey,
  type IdempotentAnswer,
  type StoredAnswer,
} from '../postgres/idempotency.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { PageKey } from '../postgres/page-key.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import { removeReport, type ReportDeletion } from './report-deletion.ts';
import { editReport, nameTakenRefusal, type ReportEdit } from './edit-report.ts';
import { insertRun } from './report-run-store.ts';

/** A report without the revision, latest run and times that the store assigns. */
export type ReportToStore = Pick<
  ReportV1,
  | 'report_id'
  | 'organization_id'
  | 'workspace_id'
  | 'owner'
  | 'name'
  | 'saved_view_id'
  | 'view_revision'
  | 'recipient_subject_ids'
>;

export interface ReportStore {
  /** The first answer that was committed for a key, if any. */
  recall(key: IdempotencyKey): Promise<IdempotentAnswer | undefined>;
  /**
   * Creates the report with its first run, and enqueues the start of the run, in one transaction with the idempotency
   * key. A repeated request writes nothing and gets the first answer.
   * @throws Refusal `conflict` if the owner has a report of this name in the workspace, or if the key was used for
   *   another request
   */
  create(input: { fingerprint: string; report: ReportToStore; run: FrozenRun }): Promise<StoredAnswer<ReportCreation>>;
  /**
   * Creates another run of a report and enqueues its start, in one transaction with the idempotency key. A repeated
   * request writes nothing and gets the first answer.
   * @throws Refusal `not_found` if the report was deleted, `conflict` if the key was used for another request
   */
  createRun(input: { fingerprint: string; run: FrozenRun }): Promise<StoredAnswer<ReportRunV1>>;
  /** The report, regardless of the caller; undefined if it does not exist. */
  find(reportId: string): Promise<ReportV1 | undefined>;
  /** The reports that the subject owns or receives in the workspace, newest first, at most `limit`. */
  list(input: {
    workspaceId: string;
    subjectId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ReportV1[]>;
  /** The reports of a view that the subject owns or receives, newest first, at most `limit`. */
  listByView(input: { savedViewId: string; subjectId: string; limit: number }): Promise<ReportV1[]>;
  /**
   * The environments that were frozen for the latest run of each report, by report id. They outlive the rows of the
   * runs.
   */
  latestScopes(reportIds: readonly string[]): Promise<Map<string, readonly string[]>>;
  /**
   * Replaces the editable parts, increments the revision, and updates the schedules. Returns false if the report was
   * deleted or is no longer at `expectedRevision`.
   * @throws Refusal `conflict` if the owner has another report of this name in the workspace
   */
  update(reportId: string, expectedRevision: string, edit: ReportEdit): Promise<boolean>;
  /**
   * Removes the report with all runs and answers, and enqueues the cancellation of unsettled runs, in one transaction;
   * undefined if it is already gone.
   */
  delete(reportId: string): Promise<ReportDeletion | undefined>;
}

interface ReportRow {
  report_id: string;
  organization_id: string;
  workspace_id: string;
  owner: string;
  name: string;
  saved_view_id: string;
  view_revision: bigint;
  recipient_subject_ids: string[];
  revision: bigint;
  latest_run_id: string | null;
  created_at: Date;
  updated_at: Date;
}

const KEPT = `report_id, organization_id, workspace_id, owner, name, saved_view_id, view_revision,
  recipient_subject_ids, revision, created_at, updated_at`;

/**
 * The columns of a report, with its latest run whose retention has not ended at $1, so that the id always leads to a
 * run.
 */
const COLUMNS = `${KEPT}, coalesce(
    (SELECT run_id FROM report_runs n
     WHERE n.run_id = r.latest_run_id AND (finished_at IS NULL OR finished_at > $1)),
    (SELECT run_id FROM report_runs n
     WHERE n.report_id = r.report_id AND (finished_at IS NULL OR finished_at > $1)
     ORDER BY created_at DESC, run_id DESC LIMIT 1)) AS latest_run_id`;

const ACCEPTED = 202;

export function createReportStore(pool: pg.Pool, clock: Clock): ReportStore {
  return {
    recall: (key) => findStoredAnswer(pool, key, clock.now()),

    create({ fingerprint, report, run }) {
      const now = clock.now();
      return withIdempotency(pool, now, { ...keyOf(run), fingerprint }, async (client) => {
        const document = {
          report: await insertReport(client, report, run, now),
          run: await insertRun(client, run, now),
        };
        await enqueue(client, { kind: 'start_report_run', workflowId: run.run_id }, now);
        return { status: ACCEPTED, document };
      });
    },

    createRun({ fingerprint, run }) {
      const now = clock.now();
      return withIdempotency(pool, now, { ...keyOf(run), fingerprint }, async (client) => {
        // The row lock serializes the creation of runs, so that the latest run is the last committed one.
        const { rowCount } = await client.query(
          'UPDATE reports SET latest_run_id = $2, latest_scope_environment_ids = $3 WHERE report_id = $1',
          [run.report_id, run.run_id, run.scope_environment_ids],
        );
        if (rowCount === 0) throw notFound();
        const document = await insertRun(client, run, now);
        await enqueue(client, { kind: 'start_report_run', workflowId: run.run_id }, now);
        return { status: ACCEPTED, document };
      });
    },

    async find(reportId) {
      const { rows } = await pool.query<ReportRow>(`SELECT ${COLUMNS} FROM reports r WHERE report_id = $2`, [
        expiryCutoff('run', clock.now()),
        reportId,
      ]);
      return rows.map(reportFromRow)[0];
    },

    async list({ workspaceId, subjectId, limit, after }) {
      const { rows } = await pool.query<ReportRow>(
        `SELECT ${COLUMNS} FROM reports r
         WHERE workspace_id = $2 AND (owner = $3 OR $3 = ANY(recipient_subject_ids))
           AND ($4::timestamptz IS NULL OR (created_at, report_id) < ($4, $5))
         ORDER BY created_at DESC, report_id DESC LIMIT $6`,
        [expiryCutoff('run', clock.now()), workspaceId, subjectId, after?.createdAt ?? null, after?.id ?? null, limit],
      );
      return rows.map(reportFromRow);
    },

    async listByView({ savedViewId, subjectId, limit }) {
      const { rows } = await pool.query<ReportRow>(
        `SELECT ${COLUMNS} FROM reports r
         WHERE saved_view_id = $2 AND (owner = $3 OR $3 = ANY(recipient_subject_ids))
         ORDER BY created_at DESC, report_id DESC LIMIT $4`,
        [expiryCutoff('run', clock.now()), savedViewId, subjectId, limit],
      );
      return rows.map(reportFromRow);
    },

    async latestScopes(reportIds) {
      // A report from the previous version has its scope only on its run.
      const { rows } = await pool.query<{ report_id: string; scope_environment_ids: string[] }>(
        `SELECT r.report_id, coalesce(n.scope_environment_ids, r.latest_scope_environment_ids) AS scope_environment_ids
         FROM reports r LEFT JOIN report_runs n ON n.run_id = r.latest_run_id WHERE r.report_id = ANY($1)`,
        [reportIds],
      );
      return new Map(rows.map((row) => [row.report_id, row.scope_environment_ids]));
    },

    update: (reportId, expectedRevision, edit) => editReport(pool, clock.now(), { reportId, expectedRevision, edit }),

    delete: (reportId) => removeReport(pool, clock.now(), reportId),
  };
}

function keyOf(run: FrozenRun): IdempotencyKey {
  return { workspaceId: run.workspace_id, subjectId: run.initiator, key: run.idempotency_key };
}

async function insertReport(
  client: Queryable,
  report: ReportToStore,
  firstRun: FrozenRun,
  now: Date,
): Promise<ReportV1> {
  // A used name is not an error of Postgres here, because its log would quote the name.
  const { rows } = await client.query<ReportRow>(
    `INSERT INTO reports (report_id, organization_id, workspace_id, owner, name, saved_view_id, view_revision,
       recipient_subject_ids, latest_run_id, latest_scope_environment_ids, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     ON CONFLICT ON CONSTRAINT report_name_taken DO NOTHING
     RETURNING ${KEPT}, latest_run_id`,
    [
      report.report_id,
      report.organization_id,
      report.workspace_id,
      report.owner,
      report.name,
      report.saved_view_id,
      report.view_revision,
      report.recipient_subject_ids,
      firstRun.run_id,
      firstRun.scope_environment_ids,
      now,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw nameTakenRefusal();
  return reportFromRow(row);
}

function reportFromRow(row: ReportRow): ReportV1 {
  return {
    report_id: row.report_id,
    organization_id: row.organization_id,
    workspace_id: row.workspace_id,
    owner: row.owner,
    name: row.name,
    saved_view_id: row.saved_view_id,
    view_revision: row.view_revision.toString(),
    recipient_subject_ids: row.recipient_subject_ids,
    evidence_refs: [],
    revision: row.revision.toString(),
    ...(row.latest_run_id !== null && { latest_run_id: row.latest_run_id }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
