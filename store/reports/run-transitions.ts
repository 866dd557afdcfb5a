import type pg from 'pg';
import type { AnswerSizes } from '../../contracts/reports/answer-without-dimensions.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { answerExpiry, MAX_ATTEMPTS, type RunState, type TransientCode } from '../../domain/reports/report-run.ts';
import type { AttemptStatus } from '../../domain/reports/run-status.ts';
import { deleteDeadStarts } from '../outbox/delete-dead-starts.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';
import { cancelUnsettledRun } from './cancel-unsettled-run.ts';

/** A status as statements return it. */
type StatusRow = Omit<AttemptStatus, 'failureDetail'>;

/** The status of a run, with the end of its lease and the reason of its failure, if any. */
interface RunRow extends StatusRow {
  readonly failureDetail: string;
  readonly leaseUntil: Date | null;
}

/**
 * The status of a run without a row: it was deleted with its report. Processes that still work on it have nothing left
 * to do.
 */
const GONE = {
  state: 'cancelled',
  attempt: 0,
  failureCode: '',
  failureDetail: '',
  artifactDigest: '',
  groupCount: 0,
  byteCount: 0,
  leaseUntil: null,
} as const satisfies RunRow;

// Temporal gets the status, so the sizes are those without values of dimensions.
const STATUS_COLUMNS = `state, attempt, failure_code AS "failureCode", artifact_digest AS "artifactDigest",
  coalesce(group_count_without_dimensions, group_count) AS "groupCount",
  coalesce(byte_count_without_dimensions, byte_count) AS "byteCount"`;

/** The facts about its run that an attempt needs. */
export interface ClaimedRun {
  readonly runId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly initiator: string;
  /** The insight-query/v1 document to execute. */
  readonly question: unknown;
  /** The revision as a decimal string. */
  readonly viewRevision: string;
  readonly windowFrom: Date;
  readonly windowTo: Date;
  /** The environments of the frozen scope. */
  readonly environmentIds: readonly string[];
  readonly attempt: number;
}

/**
 * A claimed run, or the status that prevented the claim. `leaseLapsed` is true if the lease of the run's last worker
 * has expired.
 */
type Claim =
  | { readonly claimed: true; readonly run: ClaimedRun }
  | { readonly claimed: false; readonly status: AttemptStatus; readonly leaseLapsed: boolean };

/** An answer to store, with the facts about it. */
export interface SettledAnswer {
  readonly runId: string;
  readonly attempt: number;
  readonly state: Extract<RunState, 'ready' | 'partial'>;
  readonly coverage: readonly string[];
  readonly truncated: boolean;
  /** The answer as RFC 8785 text. */
  readonly answer: string;
  readonly artifactDigest: string;
  /**
   * The salt that was digested with the answer. It is hidden from readers from whom any part of the answer is withheld.
   */
  readonly artifactSalt: string;
  readonly groupCount: number;
  readonly byteCount: number;
  /** The byte count of the answer for readers without `cost.read`. */
  readonly redactedByteCount: number;
  /**
   * The answer as RFC 8785 text and its sizes, for readers from whom values of dimensions are withheld; absent if it
   * has none.
   */
  readonly withoutDimensions?: AnswerSizes & { readonly answer: string };
  /** The access generation under which the answer was read, as a decimal string. */
  readonly authorityEpoch: string;
}

/**
 * The transitions of a report run. Each is one guarded update, so that a duplicate, late or lost worker changes
 * nothing. Each returns the resulting row, even if another process moved it; a run without a row is returned as
 * cancelled. Expiry by retention is not among them.
 */
export interface RunTransitions {
  /** Moves `queued` → `running`, counts an attempt, and takes a lease of `leaseMs` milliseconds. */
  claim(input: { runId: string; leaseMs: number }): Promise<Claim>;
  /** Extends the lease. Returns false if this attempt no longer holds the run. */
  extendLease(input: { runId: string; attempt: number; leaseMs: number }): Promise<boolean>;
  /** Moves `running` → `ready` or `partial` and stores the answer, in one transaction. */
  settleWithAnswer(answer: SettledAnswer): Promise<AttemptStatus>;
  /** Moves `running` → `failed` after a refusal. */
  settleFailed(input: { runId: string; attempt: number; code: string; detail: string }): Promise<AttemptStatus>;
  /**
   * Counts `attempt` as failed, only once, and moves the run to `queued`, or to `failed` with `attempts_exhausted`
   * after the last attempt. An attempt that failed before it claimed the run counts too.
   */
  requeue(input: { runId: string; attempt: number; code: TransientCode; detail: string }): Promise<AttemptStatus>;
  /**
   * Moves `queued` or `running` → `cancelled`, and enqueues a cancellation for the workflow that executes the run: its
   * own or that of its occurrence. `cancelled` is false if the run was already settled.
   */
  cancel(runId: string): Promise<{ cancelled: boolean; status: AttemptStatus }>;
  read(runId: string): Promise<AttemptStatus>;
}

export function createRunTransitions(pool: pg.Pool, clock: Clock): RunTransitions {
  return {
    claim: (input) => claim(pool, clock.now(), input),

    async extendLease({ runId, attempt, leaseMs }) {
      const now = clock.now();
      const { rowCount } = await pool.query(
        `UPDATE report_runs SET lease_until = $3, touched_at = $4
         WHERE run_id = $1 AND state = 'running' AND attempt = $2`,
        [runId, attempt, later(now, leaseMs), now],
      );
      return rowCount === 1;
    },

    settleWithAnswer: (answer) => settleWithAnswer(pool, clock.now(), answer),

    async settleFailed({ runId, attempt, code, detail }) {
      const now = clock.now();
      await pool.query(
        `UPDATE report_runs SET state = 'failed', failure_code = $3, failure_detail = $4, lease_until = NULL,
           finished_at = $5, expires_at = $6, touched_at = $5
         WHERE run_id = $1 AND state = 'running' AND attempt = $2`,
        [runId, attempt, code, detail, now, answerExpiry(now)],
      );
      return readStatus(pool, runId);
    },

    async requeue(input) {
      await requeue(pool, clock.now(), input);
      return readStatus(pool, input.runId);
    },

    cancel: (runId) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const run = await cancelUnsettledRun(client, runId, now);
        if (run?.occurrenceId === null) {
          await enqueue(client, { kind: 'cancel_report_run', workflowId: runId }, now);
          await deleteDeadStarts(client, [runId]);
        } else if (run !== undefined) {
          await enqueue(client, { kind: 'cancel_occurrence', workflowId: run.occurrenceId }, now);
        }
        return { cancelled: run !== undefined, status: await readStatus(client, runId) };
      }),

    read: (runId) => readStatus(pool, runId),
  };
}

async function claim(pool: pg.Pool, now: Date, { runId, leaseMs }: { runId: string; leaseMs: number }): Promise<Claim> {
  const { rows } = await pool.query<ClaimedRun>(
    `UPDATE report_runs SET state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, $2),
       lease_until = $3, touched_at = $2
     WHERE run_id = $1 AND state = 'queued' AND attempt < $4
     RETURNING run_id AS "runId", organization_id AS "organizationId", workspace_id AS "workspaceId", initiator,
       question, view_revision::text AS "viewRevision", window_from AS "windowFrom", window_to AS "windowTo",
       scope_environment_ids AS "environmentIds", attempt`,
    [runId, now, later(now, leaseMs), MAX_ATTEMPTS],
  );
  const run = rows[0];
  if (run !== undefined) return { claimed: true, run };
  const row = await readRow(pool, runId);
  const { leaseUntil } = row;
  return { claimed: false, status: statusOf(row), leaseLapsed: leaseUntil !== null && leaseUntil <= now };
}

/** Settles a run in one statement, so that it takes only one round trip. */
async function settleWithAnswer(pool: pg.Pool, now: Date, answer: SettledAnswer): Promise<AttemptStatus> {
  const { withoutDimensions } = answer;
  const { rows } = await pool.query<StatusRow>(
    `WITH settled AS (
       UPDATE report_runs SET state = $3, coverage = $4, truncated = $5, artifact_digest = $6, group_count = $7,
         byte_count = $8, authority_epoch = $9, lease_until = NULL, finished_at = $10, expires_at = $11, touched_at = $10,
         artifact_salt = $13, redacted_byte_count = $14, group_count_without_dimensions = $15,
         byte_count_without_dimensions = $16, redacted_byte_count_without_dimensions = $17
       WHERE run_id = $1 AND state = 'running' AND attempt = $2
       RETURNING run_id, ${STATUS_COLUMNS}
     ), stored AS (
       INSERT INTO report_answers (run_id, answer, answer_without_dimensions) SELECT run_id, $12, $18 FROM settled
     )
     SELECT state, attempt, "failureCode", "artifactDigest", "groupCount", "byteCount" FROM settled`,
    [
      answer.runId,
      answer.attempt,
      answer.state,
      answer.coverage,
      answer.truncated,
      answer.artifactDigest,
      answer.groupCount,
      answer.byteCount,
      answer.authorityEpoch,
      now,
      answerExpiry(now),
      answer.answer,
      answer.artifactSalt,
      answer.redactedByteCount,
      withoutDimensions?.groupCount ?? null,
      withoutDimensions?.byteCount ?? null,
      withoutDimensions?.redactedByteCount ?? null,
      withoutDimensions?.answer ?? null,
    ],
  );
  return rows[0] ?? readStatus(pool, answer.runId);
}

async function requeue(
  pool: pg.Pool,
  now: Date,
  { runId, attempt, code, detail }: { runId: string; attempt: number; code: TransientCode; detail: string },
): Promise<void> {
  const isLast = attempt >= MAX_ATTEMPTS;
  // The second half of the guard counts an attempt that could not claim the run, because the store was unreachable.
  await pool.query(
    `UPDATE report_runs SET state = $4, attempt = $2, lease_until = NULL, touched_at = $3,
       last_failed_attempt = $2, last_failure_code = $5, last_failed_at = $3,
       failure_code = $6, failure_detail = $7, finished_at = $8, expires_at = $9
     WHERE run_id = $1 AND ((state = 'running' AND attempt = $2) OR (state = 'queued' AND attempt = $2 - 1))`,
    [
      runId,
      attempt,
      now,
      isLast ? 'failed' : 'queued',
      code,
      isLast ? 'attempts_exhausted' : '',
      isLast ? `${MAX_ATTEMPTS} attempts failed; the last one with ${code}: ${detail}` : '',
      isLast ? now : null,
      isLast ? answerExpiry(now) : null,
    ],
  );
}

async function readStatus(db: Queryable, runId: string): Promise<AttemptStatus> {
  return statusOf(await readRow(db, runId));
}

function statusOf(row: RunRow): AttemptStatus {
  const { state, attempt, failureCode, failureDetail, artifactDigest, groupCount, byteCount } = row;
  const status = { state, attempt, failureCode, artifactDigest, groupCount, byteCount };
  return failureDetail === '' ? status : { ...status, failureDetail };
}

async function readRow(db: Queryable, runId: string): Promise<RunRow> {
  const { rows } = await db.query<RunRow>(
    `SELECT ${STATUS_COLUMNS}, failure_detail AS "failureDetail", lease_until AS "leaseUntil" FROM report_runs WHERE run_id = $1`,
    [runId],
  );
  return rows[0] ?? GONE;
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds);
}
