import type { Pool } from 'pg';
import type { Clock } from '../domain/clock.ts';
import { DefectError } from '../domain/errors.ts';
import type { IdKind } from '../domain/ids.ts';
import type { OccurrenceStatus } from '../domain/occurrence-status.ts';
import type { OccurrenceFailureCode } from '../domain/report-occurrence.ts';
import type { PauseReason } from '../domain/report-schedule.ts';
import type { NewReportRun } from './report-runs.ts';

/** What an occurrence needs to know of itself before it makes its run: all of it pinned by the claim. */
export interface ClaimedOccurrence {
  readonly occurrenceId: string;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The owner of schedule and report, as whom it runs. */
  readonly owner: string;
  readonly savedViewId: string;
  /** Decimal string. */
  readonly viewRevision: string;
  readonly windowFrom: Date;
  readonly windowTo: Date;
}

/** An occurrence whose run has settled, on its way to its recipients. */
export interface DeliverableOccurrence {
  readonly occurrenceId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly runId: string;
  /** As the claim pinned them. */
  readonly recipients: readonly string[];
  /** The owner and the recipients of the report: nobody else may open its runs. */
  readonly reportAudience: readonly string[];
  /** The leaves that the run was answered over. */
  readonly scopeEnvironmentIds: readonly string[];
}

/**
 * Every move of an occurrence once it is claimed, but for a pause, a delete and the deletion of its report, which move it
 * with what they change. Each is one transaction under a guard, so that a doubled, late or lost worker changes nothing;
 * each returns the row as it then is, whoever moved it.
 */
export interface OccurrenceTransitions {
  /** Undefined unless it is `claimed`. */
  findClaimed(occurrenceId: string): Promise<ClaimedOccurrence | undefined>;
  /**
   * `claimed` → `running` with its run, which becomes the report's latest; `failed` with `report_deleted` where the report
   * is gone.
   */
  begin(input: { occurrenceId: string; run: NewReportRun }): Promise<OccurrenceStatus>;
  /** `claimed` → `failed`; with a reason, the schedule is paused too. */
  fail(input: {
    occurrenceId: string;
    code: OccurrenceFailureCode;
    detail: string;
    pause?: Exclude<PauseReason, '' | 'manual'>;
  }): Promise<OccurrenceStatus>;
  /**
   * Counts a transient failure once: the `attempt`-th. The fifth ends the occurrence with `attempts_exhausted`, and
   * cancels what its run still does.
   */
  countFailure(input: { occurrenceId: string; attempt: number; detail: string }): Promise<OccurrenceStatus>;
  /** Undefined unless it is `running` and its run has an answer to deliver. */
  findDeliverable(occurrenceId: string): Promise<DeliverableOccurrence | undefined>;
  /**
   * Settles an occurrence whose run has settled, in one transaction. `running` → `delivered` with one inbox item for each
   * of `eligible`, every other pinned recipient counted as suppressed; → `failed` with the run's own code, or with
   * `run_expired` where its answer is gone; → `cancelled` with `run_cancelled`. `cancelling` → `cancelled`. While the run
   * is unsettled it changes nothing.
   */
  settle(input: { occurrenceId: string; eligible: readonly string[] }): Promise<OccurrenceStatus>;
  /** Whatever is in flight → `cancelled`, its unsettled run too; a `cancelling` one keeps its code. */
  cancel(occurrenceId: string): Promise<OccurrenceStatus>;
  /** The row as it is. */
  read(occurrenceId: string): Promise<OccurrenceStatus>;
}

/** Binds the moves to the database. */
export function createOccurrenceTransitions(
  pool: Pool,
  clock: Clock,
  newId: (kind: IdKind) => string,
): OccurrenceTransitions {
  throw new DefectError(`not built ${pool.totalCount} ${clock.now().toISOString()} ${newId('delivery')}`);
}
