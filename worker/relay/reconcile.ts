import type { LostComparisonRunStore } from '../../store/comparisons/lost-comparison-run-store.ts';
import type { LostRunStore } from '../../store/reports/lost-run-store.ts';
import type { OverdueWorkspaceStore } from '../../store/schedules/overdue-workspace-store.ts';
import type { RunTransitions } from '../../store/reports/run-transitions.ts';
import type { ScheduleReplanner } from '../../store/schedules/schedule-replanner.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';

export interface ReconcilerParts {
  readonly lostRuns: LostRunStore;
  readonly runs: Pick<RunTransitions, 'requeue'>;
  readonly lostComparisonRuns: LostComparisonRunStore;
  readonly overdue: OverdueWorkspaceStore;
  readonly replanner: ScheduleReplanner;
  /** Milliseconds for which unsettled work may stay untouched. */
  readonly staleMs: number;
  readonly log: WorkerLog;
}

/**
 * Takes up work that nothing else will. Each part runs after any result of the others: a failing one, such as a time
 * zone that this process does not know, must not keep lost runs from their end.
 * @throws AggregateError of the parts that failed
 */
export async function reconcile(parts: ReconcilerParts): Promise<void> {
  const outcomes = await Promise.allSettled([
    reconcileRuns(parts),
    reconcileSchedules(parts),
    reconcileComparisonRuns(parts),
  ]);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'The reconciler left something for its next pass.');
}

/**
 * An attempt whose worker is gone counts as failed, and unsettled runs that nobody moved are started again. The ids of
 * workflows and the guards of the rows make doing it twice harmless.
 */
async function reconcileRuns({ lostRuns, runs, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const { runId, attempt } of await lostRuns.lapsed()) {
    const detail = 'The worker of the attempt is gone.';
    const { state } = await runs.requeue({ runId, attempt, code: 'lease_lapsed', detail });
    if (state === 'queued') await lostRuns.startAgain(runId);
    log.warn({ run_id: runId, attempt, state }, 'took a run back from a worker that is gone');
  }
  for (const runId of await lostRuns.startStaleAgain(staleMs)) {
    log.warn({ run_id: runId }, 'started a run again that nobody had moved');
  }
}

/** Plans schedules of an older time-zone database again, and nudges the workspaces that stand still. */
async function reconcileSchedules({ overdue, replanner, staleMs, log }: ReconcilerParts): Promise<void> {
  const { planned, movedWorkspaceIds, failed } = await replanner.replan();
  if (planned > 0) {
    log.info(
      { planned, moved_workspaces: movedWorkspaceIds.length },
      'planned schedules by a newer time-zone database',
    );
  }
  for (const { scheduleId, error } of failed) {
    log.error({ schedule_id: scheduleId, err: error }, 'a schedule cannot be planned by the time-zone database here');
  }
  for (const { workspaceId, scheduleId, dueAt } of await overdue.nudgeOverdue(staleMs)) {
    const members = { workspace_id: workspaceId, schedule_id: scheduleId, due_at: dueAt.toISOString() };
    log.warn(members, 'nudged a workspace whose schedule is overdue');
  }
  for (const { workspaceId, occurrenceId } of await overdue.nudgeStale(staleMs)) {
    const members = { workspace_id: workspaceId, occurrence_id: occurrenceId };
    log.warn(members, 'nudged a workspace whose occurrence nobody had moved');
  }
}

/**
 * Orders the start of comparison runs that go on and that nobody moved: where the workflow is there, it changes
 * nothing.
 */
async function reconcileComparisonRuns({ lostComparisonRuns, staleMs, log }: ReconcilerParts): Promise<void> {
  for (const runId of await lostComparisonRuns.startStaleAgain(staleMs)) {
    log.info({ run_id: runId }, 'ordered the start of a comparison run that nobody had moved');
  }
}
