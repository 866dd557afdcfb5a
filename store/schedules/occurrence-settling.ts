import type pg from 'pg';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { type OccurrenceState, REPORT_DELIVERED } from '../../domain/schedules/report-occurrence.ts';
import { isSettled, type RunState, runStateAt } from '../../domain/reports/report-run.ts';
import type { IdKind } from '../../domain/kernel/id-prefixes.ts';
import { RUN_CANCELLED } from './occurrence-ending.ts';
import { readOccurrence, STATUS_COLUMNS, type StatusRow } from './occurrence-row.ts';
import { NO_PAUSES, NOTICE_SCHEDULE, NOTIFY_OWNER } from './notify-owner.ts';

/** An occurrence whose run has settled, ready for delivery to its recipients. */
export interface DeliverableOccurrence {
  readonly occurrenceId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly runId: string;
  /** The recipients that the claim pinned. */
  readonly recipients: readonly string[];
  /** The owner and the recipients of the report. Nobody else may open its runs. */
  readonly reportAudience: readonly string[];
  /** The environments that the run covered. */
  readonly scopeEnvironmentIds: readonly string[];
}

interface Settling {
  readonly occurrenceId: string;
  readonly eligible: readonly string[] | undefined;
}

/** The SQL condition that the run has an answer that can be delivered at `now`. */
const HOLDS_ANSWER = "n.state IN ('ready', 'partial') AND (n.expires_at IS NULL OR n.expires_at > $2)";

export async function findDeliverable(
  pool: pg.Pool,
  now: Date,
  occurrenceId: string,
): Promise<DeliverableOccurrence | undefined> {
  const { rows } = await pool.query<DeliverableOccurrence>(
    `SELECT o.occurrence_id AS "occurrenceId", o.workspace_id AS "workspaceId", o.report_id AS "reportId",
       o.run_id AS "runId", o.recipient_subject_ids AS recipients,
       array_prepend(r.owner, r.recipient_subject_ids) AS "reportAudience",
       n.scope_environment_ids AS "scopeEnvironmentIds"
     FROM report_occurrences o JOIN reports r USING (report_id) JOIN report_runs n ON n.run_id = o.run_id
     WHERE o.occurrence_id = $1 AND o.state = 'running' AND ${HOLDS_ANSWER}`,
    [occurrenceId, now],
  );
  return rows[0];
}

/** Settles an occurrence. A delivery takes one statement; the other endings read the state first. */
export async function settleOccurrence(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  settling: Settling,
): Promise<OccurrenceStatus> {
  const { occurrenceId, eligible } = settling;
  const delivered = eligible && (await deliver(pool, now, newId, { occurrenceId, eligible }));
  return delivered ?? endWithRun(pool, now, newId, occurrenceId);
}

/** Delivers an occurrence. Undefined, with nothing changed, unless it is `running` and its run has an answer. */
async function deliver(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  { occurrenceId, eligible }: { occurrenceId: string; eligible: readonly string[] },
): Promise<OccurrenceStatus | undefined> {
  const { rows } = await pool.query<StatusRow>(
    `WITH served AS (
       SELECT i.delivery_id, i.recipient FROM report_occurrences p, unnest($3::text[], $4::text[]) AS i(delivery_id, recipient)
       WHERE p.occurrence_id = $1 AND i.recipient = ANY (p.recipient_subject_ids)
     ), delivered AS (
       UPDATE report_occurrences o SET state = 'delivered', finished_at = $2, touched_at = $2,
         delivered_count = (SELECT count(*) FROM served),
         suppressed_count = cardinality(o.recipient_subject_ids) - (SELECT count(*) FROM served)
       FROM report_runs n WHERE o.occurrence_id = $1 AND o.state = 'running' AND n.run_id = o.run_id AND ${HOLDS_ANSWER}
       RETURNING ${STATUS_COLUMNS}, n.attempt AS "runAttempt", o.organization_id, o.workspace_id, o.report_id, o.schedule_id
     ), items AS (
       INSERT INTO report_inbox_items (delivery_id, organization_id, workspace_id, recipient, event_type, source_kind,
         source_id, report_id, run_id, schedule_id, delivered_at)
       SELECT served.delivery_id, organization_id, workspace_id, served.recipient, $5, $6, $1, report_id, "runId",
         schedule_id, $2
       FROM delivered, served
     )
     SELECT state, attempt, "failureCode", "runId", "deliveredCount", "suppressedCount", "runAttempt" FROM delivered`,
    [
      occurrenceId,
      now,
      eligible.map(() => newId('delivery')),
      eligible,
      REPORT_DELIVERED.eventType,
      REPORT_DELIVERED.sourceKind,
    ],
  );
  return rows[0];
}

/** The end of an occurrence without a delivery. */
interface Ending {
  readonly state: Extract<OccurrenceState, 'failed' | 'cancelled'>;
  readonly code: string;
  readonly detail: string;
}

interface EndingRow {
  readonly state: OccurrenceState;
  readonly code: string;
  readonly detail: string;
  /** The state of the run; null if its row was deleted. */
  readonly runState: RunState | null;
  readonly runCode: string;
  readonly runDetail: string;
  readonly expiresAt: Date | null;
}

async function endWithRun(
  pool: pg.Pool,
  now: Date,
  newId: (kind: IdKind) => string,
  occurrenceId: string,
): Promise<OccurrenceStatus> {
  const { rows } = await pool.query<EndingRow>(
    `SELECT o.state, o.failure_code AS code, o.failure_detail AS detail, n.state AS "runState",
       n.failure_code AS "runCode", n.failure_detail AS "runDetail", n.expires_at AS "expiresAt"
     FROM report_occurrences o LEFT JOIN report_runs n ON n.run_id = o.run_id WHERE o.occurrence_id = $1`,
    [occurrenceId],
  );
  const row = rows[0];
  const ending = row && endingOf(row, now);
  if (ending === undefined) return readOccurrence(pool, occurrenceId);
  const { rowCount } = await pool.query(
    `WITH failed AS (
       UPDATE report_occurrences SET state = $5, failure_code = $6, failure_detail = $7, finished_at = $2, touched_at = $2
       WHERE occurrence_id = $1 AND state = $8 RETURNING *
     ), paused AS (${NO_PAUSES}), notified AS (${NOTIFY_OWNER}), noticed AS (${NOTICE_SCHEDULE})
     SELECT occurrence_id FROM failed`,
    [occurrenceId, now, newId('delivery'), newId('notice'), ending.state, ending.code, ending.detail, row?.state],
  );
  // States only move forward, so this repeats at most once or twice after concurrent moves.
  return rowCount === 1 ? readOccurrence(pool, occurrenceId) : endWithRun(pool, now, newId, occurrenceId);
}

/** The ending of an occurrence; undefined while its run is unsettled, or has an answer to deliver. */
function endingOf(row: EndingRow, now: Date): Ending | undefined {
  const { state, code, detail, runState } = row;
  if (state !== 'running' && state !== 'cancelling') return undefined;
  if (runState !== null && !isSettled(runState)) return undefined;
  if (state === 'cancelling') return { state: 'cancelled', code, detail };
  if (runState === null) return { state: 'failed', code: 'report_deleted', detail: 'The report was deleted.' };
  return endingAfter(runStateAt({ state: runState, expiresAt: row.expiresAt ?? undefined }, now), row);
}

function endingAfter(runState: RunState, { runCode, runDetail }: EndingRow): Ending | undefined {
  switch (runState) {
    case 'failed':
      return { state: 'failed', code: runCode, detail: runDetail };
    case 'expired':
      return { state: 'failed', code: 'run_expired', detail: 'The answer was removed before it could be delivered.' };
    case 'cancelled':
      return { state: 'cancelled', code: 'run_cancelled', detail: RUN_CANCELLED };
    case 'queued':
    case 'running':
    case 'ready':
    case 'partial':
      return undefined;
  }
}
