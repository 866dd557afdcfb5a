import type { AttemptStatus, RunStatus } from '../../domain/reports/run-status.ts';
import { cancelOwnWorkflow } from '../cancel-own-workflow.ts';
import { createExecuteAttempt } from './execute-attempt.ts';
import { createRequeueRun, createSettleCancelledRun, type FailedAttempt } from './requeue-run.ts';
import type { RunPorts } from './run-ports.ts';

/** The side effects of workflows, by the names that workflows call them. Each returns the run's row as it then is. */
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
