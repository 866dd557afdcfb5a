import type pg from 'pg';
import type { AuditEnd, AuditEntry, AuditOutcome } from '../../domain/installation/audit.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { PageKey } from '../postgres/page-key.ts';

/** An audit row as readers get it: the caller, the operation and its result. */
export interface AuditEvent extends AuditEntry {
  readonly at: Date;
  readonly outcome: AuditOutcome;
  readonly status?: number;
  readonly code?: string;
  /** The number of requests; more than one if refusals of one address within a minute share a row. */
  readonly requests: number;
}

export interface AuditFilter {
  readonly organizationId?: string | undefined;
  readonly workspaceId?: string | undefined;
  /** The subject, or the user who acted for a subject. */
  readonly subjectId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  /** An id among the targets. */
  readonly targetId?: string | undefined;
  /** The start of the window, inclusive, and its end, exclusive. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** The last event of the previous page. */
  readonly after?: string | undefined;
  /** The position of the last event of the previous page, in place of `after`. */
  readonly afterKey?: PageKey | undefined;
  readonly limit: number;
}

/**
 * The store of writes with their callers, and of refusals. Rows are only added and ended; nothing but the end of a
 * write updates a row.
 */
export interface AuditStore {
  /** Records a write before it begins, with the outcome unknown. */
  begin(entry: AuditEntry): Promise<void>;
  /** Records the end of a write. The ids that its answer names are added to the targets. */
  end(auditId: string, end: AuditEnd): Promise<void>;
  /** Records a write that was refused before it began. */
  record(entry: AuditEntry, end: AuditEnd): Promise<void>;
  /** Updates the number of requests that a row represents. */
  recount(auditId: string, requests: number): Promise<void>;
  /**
   * The organization to which one of these ids belongs; undefined for unknown ids. The ids are those of nodes, of
   * subjects and services, or of things that belong to one of these.
   */
  organizationOf(ids: readonly string[]): Promise<string | undefined>;
  /**
   * The events that match the filter, newest first.
   * @throws Refusal `not_found` if there is no event `after`
   */
  list(filter: AuditFilter): Promise<AuditEvent[]>;
}

/**
 * The setting for audit rows of the API: `synchronous_commit` is off for their statement alone, so they do not wait for
 * the disk. The log of Postgres is sequential, so if the commit of a write is on the disk, its intent is too. A crash
 * of the server may lose the last fraction of a second of refusals and of ends, which then read `unknown`.
 */
const UNHURRIED = `(SELECT set_config('synchronous_commit', 'off', true)) AS unhurried`;

const INSERT = `
  INSERT INTO audit_events (audit_id, at, subject_id, credential_id, operator, operation, organization_id, workspace_id,
    targets, request_id, trace_id, address, user_id, outcome, status, problem_code)
  SELECT $1, $2::timestamptz, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11, $12, $13, $14, $15::integer, $16
  FROM ${UNHURRIED}`;

const END = `
  UPDATE audit_events SET outcome = $2, status = $3, problem_code = $4,
    targets = targets || ARRAY(SELECT unnest($5::text[]) EXCEPT SELECT unnest(targets))
  FROM ${UNHURRIED} WHERE audit_id = $1`;

const LIST = `
  SELECT audit_id, at, subject_id, credential_id, operator, operation, organization_id, workspace_id, targets,
    coalesce(outcome, 'unknown') AS outcome, status, problem_code, request_id, trace_id, address, user_id, requests
  FROM audit_events
  WHERE ($1::text IS NULL OR organization_id = $1) AND ($2::text IS NULL OR workspace_id = $2)
    AND ($3::text IS NULL OR subject_id = $3 OR user_id = $3) AND ($4::text IS NULL OR credential_id = $4)
    AND ($5::text IS NULL OR operation = $5) AND ($6::text IS NULL OR coalesce(outcome, 'unknown') = $6)
    AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)
    AND ($9::timestamptz IS NULL OR (at, audit_id) < ($9, $10)) AND ($12::text IS NULL OR targets @> ARRAY[$12])
  ORDER BY at DESC, audit_id DESC LIMIT $11`;

const ORGANIZATION_OF = `
  SELECT organization_id FROM organizations WHERE organization_id = ANY($1)
  UNION ALL SELECT organization_id FROM subjects WHERE subject_id = ANY($1)
  UNION ALL SELECT organization_id FROM workspaces WHERE workspace_id = ANY($1)
  UNION ALL SELECT organization_id FROM access_bindings WHERE binding_id = ANY($1)
  UNION ALL SELECT organization_id FROM credentials JOIN subjects USING (subject_id) WHERE credential_id = ANY($1)
  UNION ALL SELECT organization_id FROM service_identities JOIN workspaces USING (workspace_id)
    WHERE service_id = ANY($1)
  UNION ALL SELECT organization_id FROM service_credentials JOIN service_identities USING (service_id)
    JOIN workspaces USING (workspace_id) WHERE credential_id = ANY($1)
  UNION ALL SELECT organization_id FROM applications JOIN workspaces USING (workspace_id) WHERE application_id = ANY($1)
  UNION ALL SELECT organization_id FROM gateways JOIN applications USING (application_id)
    JOIN workspaces USING (workspace_id) WHERE gateway_id = ANY($1)
  UNION ALL SELECT organization_id FROM environments JOIN gateways USING (gateway_id)
    JOIN applications USING (application_id) JOIN workspaces USING (workspace_id) WHERE environment_id = ANY($1)
  UNION ALL SELECT organization_id FROM quality_datasets JOIN workspaces USING (workspace_id) WHERE dataset_id = ANY($1)
  UNION ALL SELECT organization_id FROM quality_experiments JOIN workspaces USING (workspace_id)
    WHERE experiment_id = ANY($1)
  UNION ALL SELECT organization_id FROM quality_experiment_runs JOIN workspaces USING (workspace_id) WHERE run_id = ANY($1)
  UNION ALL SELECT organization_id FROM calibration_fits JOIN workspaces USING (workspace_id) WHERE fit_id = ANY($1)
  LIMIT 1`;

export function createAuditStore(pool: pg.Pool, clock: Clock): AuditStore {
  const insert = async (entry: AuditEntry, end?: AuditEnd): Promise<void> => {
    await pool.query(INSERT, [...valuesOf(entry, clock.now()), end?.outcome, end?.status, end?.code]);
  };
  return {
    begin: (entry) => insert(entry),
    record: insert,

    async end(auditId, { outcome, status, code, targets = [] }) {
      await pool.query(END, [auditId, outcome, status, code, targets]);
    },

    async recount(auditId, requests) {
      await pool.query('UPDATE audit_events SET requests = $2 WHERE audit_id = $1', [auditId, requests]);
    },

    async organizationOf(ids) {
      if (ids.length === 0) return undefined;
      const { rows } = await pool.query<{ organization_id: string }>(ORGANIZATION_OF, [ids]);
      return rows[0]?.organization_id;
    },

    async list({ organizationId, workspaceId, subjectId, credentialId, operation, outcome, targetId, ...page }) {
      const { afterKey } = page;
      const after = page.after === undefined ? afterKey?.createdAt : await timeOf(pool, page.after);
      // Not prepared, because the best index depends on the given filters.
      const { rows } = await pool.query<AuditRow>({
        text: LIST,
        values: [
          ...[organizationId, workspaceId, subjectId, credentialId, operation, outcome],
          ...[page.since, page.until, after, page.after ?? afterKey?.id, page.limit, targetId],
        ],
      });
      return rows.map(eventFromRow);
    },
  };
}

async function timeOf(pool: pg.Pool, auditId: string): Promise<Date> {
  const { rows } = await pool.query<{ at: Date }>('SELECT at FROM audit_events WHERE audit_id = $1', [auditId]);
  const row = rows[0];
  if (row === undefined) throw new Refusal('not_found', `There is no audit event ${auditId}. Check the id.`);
  return row.at;
}

function valuesOf(entry: AuditEntry, now: Date): unknown[] {
  return [
    ...[entry.auditId, now, entry.subjectId, entry.credentialId, entry.operator, entry.operation],
    ...[entry.organizationId, entry.workspaceId, entry.targets, entry.requestId, entry.traceId, entry.address],
    entry.userId,
  ];
}

interface AuditRow {
  audit_id: string;
  at: Date;
  subject_id: string | null;
  credential_id: string | null;
  operator: string | null;
  operation: string;
  organization_id: string | null;
  workspace_id: string | null;
  targets: string[];
  outcome: AuditOutcome;
  status: number | null;
  problem_code: string | null;
  request_id: string | null;
  trace_id: string | null;
  address: string | null;
  user_id: string | null;
  requests: number;
}

function eventFromRow(row: AuditRow): AuditEvent {
  return {
    auditId: row.audit_id,
    at: row.at,
    operation: row.operation,
    outcome: row.outcome,
    targets: row.targets,
    requests: row.requests,
    ...(row.subject_id !== null && { subjectId: row.subject_id }),
    ...(row.user_id !== null && { userId: row.user_id }),
    ...(row.credential_id !== null && { credentialId: row.credential_id }),
    ...(row.operator !== null && { operator: row.operator }),
    ...(row.organization_id !== null && { organizationId: row.organization_id }),
    ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
    ...(row.status !== null && { status: row.status }),
    ...(row.problem_code !== null && { code: row.problem_code }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.trace_id !== null && { traceId: row.trace_id }),
    ...(row.address !== null && { address: row.address }),
  };
}
