import type { CallStatus, ComparisonRunStatus, RunWork } from '../../domain/comparisons/run-work.ts';
import { cancelOwnWorkflow } from '../cancel-own-workflow.ts';
import { createBeginComparisonRun } from './begin-comparison-run.ts';
import { createCallArm } from './call-arm.ts';
import { createCallJudge } from './call-judge.ts';
import type { CallOrder, ComparisonPorts } from './comparison-ports.ts';
import { createAbandonComparisonRun, createEndComparisonRun } from './end-comparison-run.ts';
import { createScoreComparisonRun } from './score-comparison-run.ts';

/** The side effects of comparison runs, by the names under which their workflow calls them. */
export interface ComparisonActivities {
  beginComparisonRun(input: { runId: string }): Promise<RunWork>;
  callArm(order: CallOrder): Promise<CallStatus>;
  scoreComparisonRun(input: { runId: string }): Promise<RunWork>;
  callJudge(order: CallOrder): Promise<CallStatus>;
  endComparisonRun(input: { runId: string }): Promise<ComparisonRunStatus>;
  stopComparisonRun(input: { runId: string }): Promise<void>;
  abandonComparisonRun(input: { runId: string }): Promise<ComparisonRunStatus>;
  cancelOwnWorkflow(): Promise<void>;
}

/** Binds the activities to the stores, the prices and the models. */
export function createComparisonActivities(ports: ComparisonPorts): ComparisonActivities {
  return {
    beginComparisonRun: createBeginComparisonRun(ports),
    callArm: createCallArm(ports),
    scoreComparisonRun: createScoreComparisonRun(ports),
    callJudge: createCallJudge(ports),
    endComparisonRun: createEndComparisonRun(ports),
    stopComparisonRun: ({ runId }) => ports.runs.stop(runId),
    abandonComparisonRun: createAbandonComparisonRun(ports),
    cancelOwnWorkflow,
  };
}
