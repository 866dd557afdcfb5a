import type { LostComparisonRunStore } from '../../store/comparisons/lost-comparison-run-store.ts';
import type { CalibrationFitStore } from '../../store/quality/calibrations/calibration-fit-store.ts';
import type { LostExperimentRunStore } from '../../store/quality/experiments/lost-experiment-run-store.ts';
import type { LostRunStore } from '../../store/reports/lost-run-store.ts';
import type { OverdueWorkspaceStore } from '../../store/schedules/overdue-workspace-store.ts';
import type { RunTransitions } from '../../store/reports/run-transitions.ts';
import type { ScheduleReplanner } from '../../store/schedules/schedule-replanner.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';

export interface ReconcilerParts {
  readonly lostRuns: LostRunStore;
  readonly runs: Pick<RunTransitions, 'requeue'>;
  readonly lostComparisonRuns: LostComparisonRunStore;
  readonly lostExperimentRuns: LostExperimentRunStore;
  readonly lostFits: Pick<CalibrationFitStore, 'startStaleAgain'>;
  readonly overdue: OverdueWorkspaceStore;
  readonly replanner: ScheduleReplanner;
  /** Milliseconds after which unsettled work without progress counts as stale. */
  readonly staleMs: number;
  readonly log: WorkerLog;
}

/**
 * Takes up work that no other process takes up. A failure of one part, such as a time zone that this process does not
 * know, does not stop the others, so that lost runs still end.
 * @throws AggregateError of the parts that failed
 */
export async function reconcile(parts: ReconcilerParts): Promise<void> {
  const outcomes = await Promise.allSettled([
    reconcileRuns(parts),
    reconcileSchedules(parts),
    reconcileComparisonRuns(parts),
    reconcileExperimentRuns(parts),
    reconcileFits(parts),
  ]);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'The reconciler left something for its next pass.');
}

/**
 * Counts attempts whose worker was lost as failed, and starts stale runs again. Repetition is harmless because of the
 * ids of workflows and the guards of the rows.
 */
async function reconcileRuns({ lostRuns, runs, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const { runId, attempt } of await lostRuns.lapsed()) {
    const detail = 'The worker of the attempt was lost.';
    const { state } = await runs.requeue({ runId, attempt, code: 'lease_lapsed', detail });
    if (state === 'queued') await lostRuns.startAgain(runId);
    log.warn({ run_id: runId, attempt, state }, 'returned a run to the queue, because its worker was lost');
  }
  for (const runId of await lostRuns.startStaleAgain(staleMs)) {
    log.warn({ run_id: runId }, 'restarted a run without progress');
  }
}

/** Plans schedules again that were planned with an older time-zone database, and nudges workspaces without progress. */
async function reconcileSchedules({ overdue, replanner, staleMs, log }: ReconcilerParts): Promise<void> {
  const { planned, movedWorkspaceIds, failed } = await replanner.replan();
  if (planned > 0) {
    log.info(
      { planned, moved_workspaces: movedWorkspaceIds.length },
      'planned schedules by a newer time-zone database',
    );
  }
  for (const { scheduleId, error } of failed) {
    log.error({ schedule_id: scheduleId, err: error }, 'a schedule cannot be planned by this time-zone database');
  }
  for (const { workspaceId, scheduleId, dueAt } of await overdue.nudgeOverdue(staleMs)) {
    const members = { workspace_id: workspaceId, schedule_id: scheduleId, due_at: dueAt.toISOString() };
    log.warn(members, 'nudged a workspace that has an overdue schedule');
  }
  for (const { workspaceId, occurrenceId } of await overdue.nudgeStale(staleMs)) {
    const members = { workspace_id: workspaceId, occurrence_id: occurrenceId };
    log.warn(members, 'nudged a workspace that has an occurrence without progress');
  }
}

/** Starts the workflows of stale comparison runs again. The start has no effect if the workflow runs. */
async function reconcileComparisonRuns({ lostComparisonRuns, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const runId of await lostComparisonRuns.startStaleAgain(staleMs)) {
    log.info({ run_id: runId }, 'restarted a comparison run without progress');
  }
}

/** Starts the workflows of stale runs of experiments again. The start has no effect if the workflow runs. */
async function reconcileExperimentRuns({ lostExperimentRuns, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const runId of await lostExperimentRuns.startStaleAgain(staleMs)) {
    log.info({ run_id: runId }, 'restarted a run of an experiment without progress');
  }
}

/** Starts the workflows of stale fits again. The start has no effect if the workflow runs. */
async function reconcileFits({ lostFits, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const fitId of await lostFits.startStaleAgain(staleMs)) {
    log.info({ calibration_id: fitId }, 'restarted a fit without a result');
  }
}
