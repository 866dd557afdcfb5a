import { finalRunState } from '../../domain/comparisons/comparison-run.ts';
import { findEvidenceGaps } from '../../domain/comparisons/gaps.ts';
import type { ComparisonRunStatus } from '../../domain/comparisons/run-work.ts';
import type { ComparisonPorts } from './comparison-ports.ts';

/** Ends a scored run as complete or partial; a run that is being cancelled is left unchanged. */
export function createEndComparisonRun({
  runs,
  evidence,
  faultPoints,
}: ComparisonPorts): (input: { runId: string }) => Promise<ComparisonRunStatus> {
  return async ({ runId }) => {
    const state = finalRunState(findEvidenceGaps(await evidence.cases(runId)));
    faultPoints.reach('comparison.before_end');
    const status = await runs.end(runId, state);
    faultPoints.reach('comparison.after_end');
    return status;
  };
}

/** Ends a run in progress as cancelled. Calls that are still reserved then belong to a dead worker. */
export function createAbandonComparisonRun({
  runs,
  calls,
}: ComparisonPorts): (input: { runId: string }) => Promise<ComparisonRunStatus> {
  return async ({ runId }) => {
    for (const callKey of await calls.reserved(runId)) await calls.settleLost(callKey);
    return runs.abandon(runId);
  };
}
