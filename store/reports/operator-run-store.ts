import type pg from 'pg';
import { isSettled, RUN_STATES, type RunState, type TransientCode } from '../../domain/reports/report-run.ts';
import { nextAttemptAt } from '../../domain/reports/run-waiting.ts';

/** The maximum number of rows; for more, operators can query the database. */
const MAX_ROWS = 1_000;

/** The states of unsettled runs, which operators ask about first. */
const UNSETTLED = RUN_STATES.filter((state) => !isSettled(state));

/** A run as operators see it: with names, and the reason why it waits or failed, but without question and answer. */
export interface OperatorRun {
  readonly runId: string;
  readonly reportId: string;
  readonly report: string;
  readonly workspace: string;
  readonly initiator: string;
  /** The occurrence of the run; undefined for a run that a person requested. */
  readonly occurrenceId: string | undefined;
  readonly state: RunState;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  readonly lastFailure: { readonly code: TransientCode; readonly failedAt: Date } | undefined;
  readonly nextTryAt: Date | undefined;
  /** The failure code; empty unless the run failed. */
  readonly failureCode: string;
}

export interface OperatorRunStore {
  /** The runs in one state, or all unsettled runs; newest first, at most 1,000. */
  runs(filter: {
    state?: RunState | undefined;
    workspaceId?: string | undefined;
    reportId?: string | undefined;
  }): Promise<OperatorRun[]>;
}

interface OverseenRow extends Omit<OperatorRun, 'occurrenceId' | 'finishedAt' | 'lastFailure' | 'nextTryAt'> {
  readonly occurrenceId: string | null;
  readonly finishedAt: Date | null;
  readonly code: TransientCode | null;
  readonly failedAt: Date | null;
}

export function createOperatorRunStore(pool: pg.Pool): OperatorRunStore {
  return {
    async runs({ state, workspaceId, reportId }) {
      const { rows } = await pool.query<OverseenRow>(
        `SELECT n.run_id AS "runId", n.report_id AS "reportId", r.name AS report, w.name AS workspace, p.name AS initiator,
           n.occurrence_id AS "occurrenceId", n.state, n.attempt, n.created_at AS "createdAt",
           n.finished_at AS "finishedAt", n.last_failure_code AS code, n.last_failed_at AS "failedAt",
           n.failure_code AS "failureCode"
         FROM report_runs n
         JOIN reports r USING (report_id)
         JOIN workspaces w ON w.workspace_id = n.workspace_id
         JOIN subjects p ON p.subject_id = n.initiator
         WHERE n.state = ANY ($1) AND ($2::text IS NULL OR n.workspace_id = $2) AND ($3::text IS NULL OR n.report_id = $3)
         ORDER BY n.created_at DESC, n.run_id DESC LIMIT ${MAX_ROWS}`,
        [state === undefined ? UNSETTLED : [state], workspaceId ?? null, reportId ?? null],
      );
      return rows.map(({ code, failedAt, occurrenceId, finishedAt, ...row }) => ({
        ...row,
        occurrenceId: occurrenceId ?? undefined,
        finishedAt: finishedAt ?? undefined,
        lastFailure: code === null || failedAt === null ? undefined : { code, failedAt },
        nextTryAt: nextAttemptAt({ ...row, failedAt: failedAt ?? undefined }),
      }));
    },
  };
}
