import type { RunState } from '../domain/report-run.ts';

/** Runs that a person asked for and waits for: a queue and workers of their own, so that no burst of other work delays them. */
export const REQUESTED_RUNS_TASK_QUEUE = 'truetally-requested-runs';

/** The type name of the workflow that carries one report run. */
export const REPORT_RUN_WORKFLOW = 'reportRun';

/** Names of the messages that `reportRun` answers. */
export const REPORT_RUN_MESSAGES = { progress: 'progress' } as const;

/** A run is carried by the workflow of its own id, so that a second start of it meets the first one. */
export function reportRunWorkflowId(runId: string): string {
  return runId;
}

/** The inverse of `reportRunWorkflowId`. */
export function runIdOfWorkflow(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ReportRunInput {
  readonly runId: string;
  /** The row's attempt when the workflow was started; above 0 where a run is taken up again. */
  readonly attempt: number;
  /** The state that the search attributes were started with; `queued` in histories from before it was said. */
  readonly shownAs?: RunState;
  readonly timeouts: {
    /** Milliseconds of silence after which an attempt has lost its worker. */
    readonly heartbeatMs: number;
    /** Milliseconds that one attempt may take. */
    readonly attemptMs: number;
  };
}

/** How a run ended. A failed or cancelled run is a business outcome, so its workflow completes all the same. */
export interface ReportRunResult {
  readonly state: RunState;
  /** Empty unless failed. */
  readonly failure_code: string;
}

/** What the system does for itself: nobody waits for it, and it never takes a slot from work that somebody waits for. */
export const HOUSEKEEPING_TASK_QUEUE = 'truetally-housekeeping';

/** The type name of the workflow that removes what has outlived itself. */
export const RETENTION_SWEEP_WORKFLOW = 'retentionSweep';

/** The schedule that starts it, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const RETENTION_SWEEP_SCHEDULE_ID = 'retention-sweep';

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface RetentionSweepInput {
  readonly timeouts: {
    /** Milliseconds of silence after which a slice has lost its worker. */
    readonly heartbeatMs: number;
    /** Milliseconds after which a slice ends and the next one begins. */
    readonly sliceMs: number;
  };
}
