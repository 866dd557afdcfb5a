import type { ComparisonRunState } from '../domain/comparisons/comparison-run.ts';
import type { OccurrenceState } from '../domain/schedules/report-occurrence.ts';
import type { PauseReason } from '../domain/schedules/report-schedule.ts';
import type { ExperimentRunStatus } from '../domain/quality/experiments/experiment-run-statuses.ts';
import type { FaultOrigin, RunState, RunTimeouts, TransientCode } from '../domain/reports/report-run.ts';

/** The time after which the server hands out a lost workflow task again; its default is 10 s. */
export const WORKFLOW_TASK_TIMEOUT = '3s';

/**
 * The queue for runs that a person requested and waits for. It has its own workers, so that no burst of other work
 * delays them.
 */
export const REQUESTED_RUNS_TASK_QUEUE = 'truetally-requested-runs';

/** The type name of the workflow that carries one report run. */
export const REPORT_RUN_WORKFLOW = 'reportRun';

/** Names of the messages that `reportRun` answers. */
export const REPORT_RUN_MESSAGES = { progress: 'progress' } as const;

/**
 * The id of the workflow that carries a run. It follows from the run's id, so that a second start finds the first
 * workflow.
 */
export function reportRunWorkflowId(runId: string): string {
  return runId;
}

/** The inverse of `reportRunWorkflowId`. */
export function runIdFromWorkflowId(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ReportRunInput {
  readonly runId: string;
  /** The attempt in the row when the workflow was started; above 0 if an interrupted run is resumed. */
  readonly attempt: number;
  /** The state in the search attributes at the start; absent in older histories, which started as `queued`. */
  readonly shownAs?: RunState;
  readonly timeouts: RunTimeouts;
}

/** The last fault of work that failed after too many tries. */
export interface FailureCause extends Partial<FaultOrigin> {
  readonly code: TransientCode;
}

/**
 * The end of a run: the result of a workflow that completed, or the failure details of a workflow that failed with its
 * run.
 */
export interface ReportRunResult {
  readonly state: RunState;
  /** Empty unless failed. */
  readonly failure_code: string;
  /** The sentence that the owner reads. */
  readonly failure_detail?: string;
  readonly cause?: FailureCause;
}

/**
 * The queue for housekeeping. Its work is never urgent, so it takes no slot from work that a person waits for.
 */
export const HOUSEKEEPING_TASK_QUEUE = 'truetally-housekeeping';

/** The type name of the workflow that removes what has outlived its retention. */
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

/** The type name of the workflow that validates the judges that are due. */
export const JUDGE_SWEEP_WORKFLOW = 'judgeSweep';

/** The schedule that starts it, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const JUDGE_SWEEP_SCHEDULE_ID = 'judge-sweep';

/** Members are only ever added, and optional: histories of older starts are replayed without them. */
export interface JudgeSweepInput {
  /** True if search attributes, which are never encrypted, may hold the names of judges. */
  readonly namesArePlain?: boolean;
}

/** A judge that was due and could not be validated, with the reason. It stays due for the next sweep. */
export interface UnvalidatedJudge {
  readonly subject: string;
  readonly text: string;
}

/**
 * The result of a sweep: the number of due judges, of each result, and of those that another workflow already
 * validates, and the judges that could not be validated.
 */
export interface JudgeSweepResult {
  readonly due: number;
  readonly promoted: number;
  readonly refused: number;
  readonly moved: number;
  readonly elsewhere: number;
  readonly failed: readonly UnvalidatedJudge[];
}

/** The type name of the workflow in which judges score answered requests. */
export const JUDGE_TRAFFIC_WORKFLOW = 'judgeTraffic';

/** The schedule that starts it, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const JUDGE_TRAFFIC_SCHEDULE_ID = 'judge-traffic';

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface JudgeTrafficInput {
  readonly timeouts: ComparisonTimeouts;
  /** True if search attributes, which are never encrypted, may hold the names of judges. */
  readonly namesArePlain?: boolean;
}

/**
 * The counts of requests that evaluators sampled from, and the results of the due ones, including those from earlier
 * runs.
 */
export interface JudgeTrafficResult {
  readonly eligible: number;
  readonly sampled: number;
  /** The number of sampled requests without both question and answer. */
  readonly uncaptured: number;
  readonly due: number;
  readonly judged: number;
  /** The number of judged requests on which a judge abstained. */
  readonly abstained: number;
  /** The number of judged requests on which a panel disagreed. */
  readonly split: number;
  /** The number of requests that have cost nothing yet; a later run retries them. */
  readonly unpaid: number;
  readonly over_cap: number;
  readonly failed: number;
  /** The reasons why requests were not judged, with the frequency of each. */
  readonly codes: Readonly<Record<string, number>>;
}

/**
 * The id of the workflow that validates a judge on a gold set. There is one at a time: a second start finds the first
 * workflow.
 */
export function judgeValidationWorkflowId(subjectId: string, goldRevision: string): string {
  return `judge-validation-${subjectId}-${goldRevision}`;
}

/** The queue for planning schedules. It is separate, so that a slow reader does not delay the plan of any workspace. */
export const DISPATCH_TASK_QUEUE = 'truetally-dispatch';

/** The queue for runs that are due. It is separate, so that a burst of due runs does not delay requested runs. */
export const DUE_RUNS_TASK_QUEUE = 'truetally-due-runs';

/** The type name of the workflow that plans the schedules of one workspace. */
export const DISPATCH_WORKSPACE_WORKFLOW = 'dispatchWorkspace';

/** Names of the messages that `dispatchWorkspace` takes. A nudge has no arguments: it only asks for another plan. */
export const DISPATCH_WORKSPACE_MESSAGES = { nudge: 'nudge' } as const;

/**
 * The id of a workspace's only dispatcher. It follows from the workspace's id, so that a second start finds the first
 * workflow.
 */
export function dispatcherWorkflowId(workspaceId: string): string {
  return workspaceId;
}

/** The inverse of `dispatcherWorkflowId`. */
export function workspaceIdFromWorkflowId(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface DispatchWorkspaceInput {
  readonly workspaceId: string;
  /** The time-outs at the start of the dispatcher; the time-outs in a plan come from the worker that made the plan. */
  readonly timeouts: RunTimeouts;
  /** The number of events after which the dispatcher continues as new, unless the server suggests it earlier. */
  readonly maxEvents: number;
}

/** The type name of the workflow that carries one occurrence, its run included. */
export const REPORT_OCCURRENCE_WORKFLOW = 'reportOccurrence';

/** Names of the messages that `reportOccurrence` answers. */
export const REPORT_OCCURRENCE_MESSAGES = { progress: 'progress' } as const;

/** The id of the workflow that carries an occurrence. */
export function occurrenceWorkflowId(occurrenceId: string): string {
  return occurrenceId;
}

/** The inverse of `occurrenceWorkflowId`. */
export function occurrenceIdFromWorkflowId(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ReportOccurrenceInput {
  readonly occurrenceId: string;
  /** The state of the row when the workflow was started; a `missed` occurrence is only shown. */
  readonly state: OccurrenceState;
  /** The number of transient failures in the row at that time. */
  readonly attempt: number;
  readonly timeouts: RunTimeouts;
  /** The run and its tries so far, if the occurrence already had a run. */
  readonly runId?: string;
  readonly runAttempt?: number;
}

/**
 * The end of an occurrence: the result of a workflow that completed, or the failure details of a workflow that failed
 * with its occurrence.
 */
export interface ReportOccurrenceResult {
  readonly state: OccurrenceState;
  /** Empty unless failed or cancelled. */
  readonly failure_code: string;
  /** Empty if the occurrence had no run. */
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
 * The queue for comparison runs and for the calls that they pay for. It is separate, because this work mostly waits for
 * providers.
 */
export const COMPARISON_RUNS_TASK_QUEUE = 'truetally-comparison-runs';

/** The type name of the workflow that carries one comparison run. */
export const COMPARISON_RUN_WORKFLOW = 'comparisonRun';

/** Names of the messages that `comparisonRun` answers. */
export const COMPARISON_RUN_MESSAGES = { progress: 'progress' } as const;

/** The id of the workflow that carries a comparison run. */
export function comparisonRunWorkflowId(runId: string): string {
  return runId;
}

/** The inverse of `comparisonRunWorkflowId`. */
export function comparisonRunIdFromWorkflowId(workflowId: string): string {
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

/** The type name of the workflow that carries one run of an experiment. It has the queue of comparison runs. */
export const EXPERIMENT_RUN_WORKFLOW = 'experimentRun';

/** Names of the messages that `experimentRun` answers. */
export const EXPERIMENT_RUN_MESSAGES = { progress: 'progress' } as const;

/** The id of the workflow that carries a run of an experiment. */
export function experimentRunWorkflowId(runId: string): string {
  return runId;
}

/** The inverse of `experimentRunWorkflowId`. */
export function experimentRunIdFromWorkflowId(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface ExperimentRunInput {
  readonly runId: string;
  readonly timeouts: ComparisonTimeouts;
}

/** The end of a run of an experiment: the result of a workflow that completed. */
export interface ExperimentRunResult {
  readonly state: ExperimentRunStatus;
  /** The code of the refusal; empty unless refused. */
  readonly code: string;
  /** The word of the verdict; empty unless complete. */
  readonly verdict: string;
}

/** The type name of the workflow that carries one fit of a calibration. It has the queue of housekeeping. */
export const CALIBRATION_FIT_WORKFLOW = 'calibrationFit';

/** The id of the workflow that carries a fit. */
export function calibrationFitWorkflowId(fitId: string): string {
  return fitId;
}

/** The inverse of `calibrationFitWorkflowId`. */
export function fitIdFromWorkflowId(workflowId: string): string {
  return workflowId;
}

/** Members are only ever added, and optional: histories of older starts are replayed with them. */
export interface CalibrationFitInput {
  /** The requested fit; absent for the refit of all workspaces with labels. */
  readonly fitId?: string;
  readonly timeouts: Pick<RunTimeouts, 'heartbeatMs'>;
}

/** The schedule of refits, and the beginning of the ids of the workflows that it starts; the instant follows. */
export const CALIBRATION_REFIT_SCHEDULE_ID = 'calibration-refit';

/** The end of a fit. */
export interface CalibrationFitResult {
  readonly state: 'candidate' | 'refused';
}

/** The end of a refit, whose fits have their own workflows. */
export interface CalibrationRefitResult {
  /** The number of requested fits, including those that were requested before in the same interval. */
  readonly requested: number;
}

/** All task queues, each with its own workers. */
export const TASK_QUEUES = [
  REQUESTED_RUNS_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  DUE_RUNS_TASK_QUEUE,
  COMPARISON_RUNS_TASK_QUEUE,
  HOUSEKEEPING_TASK_QUEUE,
] as const;
