import type { ComparisonRunState } from '../domain/comparisons/comparison-run.ts';
import type { OccurrenceState } from '../domain/schedules/report-occurrence.ts';
import type { PauseReason } from '../domain/schedules/report-schedule.ts';
import type { FaultOrigin, RunState, RunTimeouts, TransientCode } from '../domain/reports/report-run.ts';

/** A workflow task that is handed out and lost waits for this long; the server's default is 10 s. */
export const WORKFLOW_TASK_TIMEOUT = '3s';

/**
 * Runs that a person asked for and waits for: a queue and workers of their own, so that no burst of other work delays
 * them.
 */
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
  readonly timeouts: RunTimeouts;
}

/** The last fault of work that failed after too many tries. */
export interface FailureCause extends Partial<FaultOrigin> {
  readonly code: TransientCode;
}

/** The end of a run: the result of a workflow that completed, or the details of one that failed, as the run did. */
export interface ReportRunResult {
  readonly state: RunState;
  /** Empty unless failed. */
  readonly failure_code: string;
  /** The sentence that the owner reads. */
  readonly failure_detail?: string;
  readonly cause?: FailureCause;
}

/** The queue for housekeeping: nobody waits for it, and it never takes a slot from work that somebody waits for. */
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

/** The type name of the workflow that has judges validated that are due. */
export const JUDGE_SWEEP_WORKFLOW = 'judgeSweep';

/** The schedule that starts it, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const JUDGE_SWEEP_SCHEDULE_ID = 'judge-sweep';

/** Members are only ever added, and optional: histories of older starts are replayed without them. */
export interface JudgeSweepInput {
  /** True if search attributes, which are never encrypted, may hold the names of judges. */
  readonly namesArePlain?: boolean;
}

/** A judge that was due and could not be validated, and why. It is still due at the next look. */
export interface UnvalidatedJudge {
  readonly subject: string;
  readonly text: string;
}

/**
 * The result of a sweep: of the due judges, the number of each end, the number that were validated elsewhere already,
 * and those that could not be validated.
 */
export interface JudgeSweepResult {
  readonly due: number;
  readonly promoted: number;
  readonly refused: number;
  readonly moved: number;
  readonly elsewhere: number;
  readonly failed: readonly UnvalidatedJudge[];
}

/** The type name of the workflow that has judges score what was answered. */
export const JUDGE_TRAFFIC_WORKFLOW = 'judgeTraffic';

/** The schedule that starts it, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const JUDGE_TRAFFIC_SCHEDULE_ID = 'judge-traffic';

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface JudgeTrafficInput {
  readonly timeouts: ComparisonTimeouts;
  /** True if search attributes, which are never encrypted, may hold the names of judges. */
  readonly namesArePlain?: boolean;
}

/** The counts of requests that evaluators looked at, and the results of those that were due, also from earlier runs. */
export interface JudgeTrafficResult {
  readonly eligible: number;
  readonly sampled: number;
  /** The number of sampled ones without both question and answer. */
  readonly uncaptured: number;
  readonly due: number;
  readonly judged: number;
  /** Judged requests on which a judge abstained. */
  readonly abstained: number;
  /** The number of judged ones on which a panel disagreed. */
  readonly split: number;
  /** The number of those that cost nothing yet; a later run tries them again. */
  readonly unpaid: number;
  readonly over_cap: number;
  readonly failed: number;
  /** The reasons why requests were not judged, with the frequency of each. */
  readonly codes: Readonly<Record<string, number>>;
}

/** One validation at once of a judge on a gold set: a second start of it meets the first one. */
export function judgeValidationWorkflowId(subjectId: string, goldRevision: string): string {
  return `judge-validation-${subjectId}-${goldRevision}`;
}

/** Planning of what is due: a queue of its own, so that a reader that is slow keeps no workspace from its plan. */
export const DISPATCH_TASK_QUEUE = 'truetally-dispatch';

/** Runs that fell due: apart from those that people asked for, so that a burst of them makes nobody wait. */
export const DUE_RUNS_TASK_QUEUE = 'truetally-due-runs';

/** The type name of the workflow that plans the schedules of one workspace. */
export const DISPATCH_WORKSPACE_WORKFLOW = 'dispatchWorkspace';

/** Names of the messages that `dispatchWorkspace` takes. A nudge carries nothing: it says to look again. */
export const DISPATCH_WORKSPACE_MESSAGES = { nudge: 'nudge' } as const;

/** One dispatcher a workspace, under the workspace's own id, so that a second start meets the first one. */
export function dispatcherWorkflowId(workspaceId: string): string {
  return workspaceId;
}

/** The inverse of `dispatcherWorkflowId`. */
export function workspaceIdOfWorkflow(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface DispatchWorkspaceInput {
  readonly workspaceId: string;
  /** The time-outs at its start; those of a plan come from the worker that planned. */
  readonly timeouts: RunTimeouts;
  /** Events of a history after which the dispatcher continues as new, if the server does not say so before. */
  readonly maxEvents: number;
}

/** The type name of the workflow that carries one occurrence, its run included. */
export const REPORT_OCCURRENCE_WORKFLOW = 'reportOccurrence';

/** Names of the messages that `reportOccurrence` answers. */
export const REPORT_OCCURRENCE_MESSAGES = { progress: 'progress' } as const;

/** An occurrence is carried by the workflow of its own id. */
export function occurrenceWorkflowId(occurrenceId: string): string {
  return occurrenceId;
}

/** The inverse of `occurrenceWorkflowId`. */
export function occurrenceIdOfWorkflow(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ReportOccurrenceInput {
  readonly occurrenceId: string;
  /** The row's state when the workflow was started; a `missed` one is only shown. */
  readonly state: OccurrenceState;
  /** The row's count of transient failures then. */
  readonly attempt: number;
  readonly timeouts: RunTimeouts;
  /** The run, if there was one to carry, and the tries of it so far. */
  readonly runId?: string;
  readonly runAttempt?: number;
}

/** The end of an occurrence: the result of a workflow that completed, or the details of one that failed, as it did. */
export interface ReportOccurrenceResult {
  readonly state: OccurrenceState;
  /** Empty unless failed or cancelled. */
  readonly failure_code: string;
  /** Empty where no run was made. */
  readonly run_id: string;
  readonly delivered_count: number;
  readonly suppressed_count: number;
  /** The sentence that the owner reads. */
  readonly failure_detail?: string;
  /** The reason why the server paused the schedule, if it did. */
  readonly schedule_paused?: PauseReason;
  readonly cause?: FailureCause;
}

/**
 * Comparison runs and the calls that they pay for: a queue of their own, because what they wait for is mostly a
 * provider.
 */
export const COMPARISON_RUNS_TASK_QUEUE = 'truetally-comparison-runs';

/** The type name of the workflow that carries one comparison run. */
export const COMPARISON_RUN_WORKFLOW = 'comparisonRun';

/** Names of the messages that `comparisonRun` answers. */
export const COMPARISON_RUN_MESSAGES = { progress: 'progress' } as const;

/** A comparison run is carried by the workflow of its own id. */
export function comparisonRunWorkflowId(runId: string): string {
  return runId;
}

/** The inverse of `comparisonRunWorkflowId`. */
export function comparisonRunIdOfWorkflow(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ComparisonRunInput {
  readonly runId: string;
  readonly timeouts: ComparisonTimeouts;
}

export interface ComparisonTimeouts {
  /** Milliseconds of silence after which a call has lost its worker. */
  readonly heartbeatMs: number;
  /** Milliseconds that a provider has for an answer. */
  readonly callMs: number;
}

/** The end of a comparison run: the result of a workflow that completed. */
export interface ComparisonRunResult {
  readonly state: ComparisonRunState;
  /** Empty unless abandoned. */
  readonly failure_code: string;
}

/** All task queues, each with workers of its own. */
export const TASK_QUEUES = [
  REQUESTED_RUNS_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  DUE_RUNS_TASK_QUEUE,
  COMPARISON_RUNS_TASK_QUEUE,
  HOUSEKEEPING_TASK_QUEUE,
] as const;
