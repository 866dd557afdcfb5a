import type { CallStatus } from '../../../domain/comparisons/run-work.ts';
import type { ExperimentEnd, ExperimentWork } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import { createAskExperimentArm } from './ask-experiment-arm.ts';
import { createBeginExperimentRun } from './begin-experiment-run.ts';
import { createAbandonExperimentRun, createEndExperimentRun } from './end-experiment-run.ts';
import type { ExperimentOrder, ExperimentRunPorts } from './experiment-run-ports.ts';
import { createJudgeExperimentCell } from './judge-experiment-cell.ts';
import { createListExperimentVerdicts } from './list-experiment-verdicts.ts';

/** The side effects of experiment runs, by the names under which their workflow calls them. */
export interface ExperimentActivities {
  beginExperimentRun(input: { runId: string }): Promise<ExperimentWork>;
  askExperimentArm(order: ExperimentOrder): Promise<CallStatus>;
  listExperimentVerdicts(input: { runId: string }): Promise<ExperimentWork>;
  judgeExperimentCell(order: ExperimentOrder): Promise<CallStatus>;
  endExperimentRun(input: { runId: string }): Promise<ExperimentEnd>;
  stopExperimentRun(input: { runId: string }): Promise<void>;
  abandonExperimentRun(input: { runId: string }): Promise<ExperimentEnd>;
}

/** Binds the activities to the stores, the prices and the models. */
export function createExperimentActivities(ports: ExperimentRunPorts): ExperimentActivities {
  return {
    beginExperimentRun: createBeginExperimentRun(ports),
    askExperimentArm: createAskExperimentArm(ports),
    listExperimentVerdicts: createListExperimentVerdicts(ports),
    judgeExperimentCell: createJudgeExperimentCell(ports),
    endExperimentRun: createEndExperimentRun(ports),
    stopExperimentRun: ({ runId }) => ports.runs.stop(runId),
    abandonExperimentRun: createAbandonExperimentRun(ports),
  };
}
