import type { AttemptStatus, RunStatus } from '../../domain/reports/run-status.ts';
import { cancelOwnWorkflow } from '../cancel-own-workflow.ts';
import { createExecuteAttempt } from './execute-attempt.ts';
import { createRequeueRun, createSettleCancelledRun, type FailedAttempt } from './requeue-run.ts';
import type { RunPorts } from './run-ports.ts';

/**
 * The side effects of report runs, by the names under which workflows call them. Each returns the resulting state of
 * the run's row.
 */
export interface Activities {
  executeAttempt(input: { runId: string }): Promise<AttemptStatus>;
  requeueRun(failed: FailedAttempt): Promise<RunStatus>;
  settleCancelledRun(input: { runId: string }): Promise<RunStatus>;
  cancelOwnWorkflow(): Promise<void>;
}

/** Binds the activities to the stores and the reader. */
export function createActivities(ports: RunPorts): Activities {
  return {
    executeAttempt: createExecuteAttempt(ports),
    requeueRun: createRequeueRun(ports),
    settleCancelledRun: createSettleCancelledRun(ports),
    cancelOwnWorkflow,
  };
}
