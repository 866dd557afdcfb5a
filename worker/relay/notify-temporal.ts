import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { hasEnded } from '../../domain/comparisons/comparison-run.ts';
import { isSettled, type RunTimeouts } from '../../domain/reports/report-run.ts';
import type { ComparisonStartStore } from '../../store/comparisons/comparison-start-store.ts';
import type { CalibrationStartStore } from '../../store/quality/calibrations/calibration-start-store.ts';
import type { ExperimentStartStore } from '../../store/quality/experiments/experiment-start-store.ts';
import type { DispatcherStartStore } from '../../store/schedules/dispatcher-start-store.ts';
import type { OccurrenceStartStore } from '../../store/schedules/occurrence-start-store.ts';
import type { OutboxKind } from '../../store/outbox/enqueue.ts';
import type { OutboxItem } from '../../store/outbox/outbox-store.ts';
import type { RunStartStore } from '../../store/reports/run-start-store.ts';
import {
  comparisonRunIdFromWorkflowId,
  experimentRunIdFromWorkflowId,
  fitIdFromWorkflowId,
  occurrenceIdFromWorkflowId,
  runIdFromWorkflowId,
  workspaceIdFromWorkflowId,
} from '../../workflows/public.ts';
import { nudgeDispatcher } from './nudge-dispatcher.ts';
import { showMissedOccurrence } from './show-missed-occurrence.ts';
import { startCalibrationWorkflow } from './start-calibration-workflow.ts';
import { startComparisonWorkflow } from './start-comparison-workflow.ts';
import { startExperimentWorkflow } from './start-experiment-workflow.ts';
import { startRun } from './start-run.ts';

/** The stores and clients with which the relay hands over an item. */
export interface TemporalParts {
  readonly client: Client;
  readonly runStarts: RunStartStore;
  readonly dispatcherStarts: DispatcherStartStore;
  readonly occurrenceStarts: OccurrenceStartStore;
  readonly comparisonStarts: ComparisonStartStore;
  readonly experimentStarts: ExperimentStartStore;
  readonly calibrationStarts: CalibrationStartStore;
  readonly timeouts: RunTimeouts;
  /** True if search attributes, which are never encrypted, may hold names that customers gave. */
  readonly namesArePlain: boolean;
}

/** The request to Temporal for each kind of item, about the workflow that the item names. */
const ERRANDS: Readonly<Record<OutboxKind, (parts: TemporalParts, workflowId: string) => Promise<void>>> = {
  async start_report_run({ runStarts, client, namesArePlain, timeouts }, workflowId) {
    const run = await runStarts.find(runIdFromWorkflowId(workflowId));
    if (run !== undefined && !isSettled(run.state)) await startRun(client, { ...run, namesArePlain }, timeouts);
  },
  async start_comparison_run({ comparisonStarts, client, namesArePlain, timeouts }, workflowId) {
    const run = await comparisonStarts.find(comparisonRunIdFromWorkflowId(workflowId));
    if (run !== undefined && !hasEnded(run.state))
      await startComparisonWorkflow(client, { ...run, namesArePlain }, timeouts);
  },
  async start_experiment_run({ experimentStarts, client, namesArePlain, timeouts }, workflowId) {
    const run = await experimentStarts.find(experimentRunIdFromWorkflowId(workflowId));
    if (run?.state === 'running') await startExperimentWorkflow(client, { ...run, namesArePlain }, timeouts);
  },
  async start_calibration_fit({ calibrationStarts, client, timeouts }, workflowId) {
    const fit = await calibrationStarts.find(fitIdFromWorkflowId(workflowId));
    if (fit?.endedAt === null) await startCalibrationWorkflow(client, fit, timeouts);
  },
  async nudge_dispatcher({ dispatcherStarts, client, timeouts }, workflowId) {
    const workspace = await dispatcherStarts.find(workspaceIdFromWorkflowId(workflowId));
    if (workspace !== undefined) await nudgeDispatcher(client, workspace, timeouts);
  },
  async show_missed_occurrence({ occurrenceStarts, client, namesArePlain, timeouts }, workflowId) {
    const occurrence = await occurrenceStarts.find(occurrenceIdFromWorkflowId(workflowId));
    if (occurrence?.state === 'missed') await showMissedOccurrence(client, { ...occurrence, namesArePlain }, timeouts);
  },
  cancel_report_run: cancel,
  cancel_comparison_run: cancel,
  cancel_experiment_run: cancel,
  cancel_occurrence: cancel,
};

/** Carries out an item of the outbox in Temporal. An item whose subject is deleted or has ended needs no request. */
export async function notifyTemporal(
  parts: TemporalParts,
  { kind, workflowId }: Pick<OutboxItem, 'kind' | 'workflowId'>,
): Promise<void> {
  await ERRANDS[kind](parts, workflowId);
}

async function cancel({ client }: TemporalParts, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    // The workflow never started or has ended, so nothing is left to cancel.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
