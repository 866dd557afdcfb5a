import { endOfRun } from '../../domain/comparisons/comparison-run.ts';
import { gapsOf } from '../../domain/comparisons/gaps.ts';
import type { ComparisonRunStatus } from '../../domain/comparisons/run-work.ts';
import type { ComparisonPorts } from './comparison-ports.ts';

/** Ends a run that was scored, as complete or partial; one that is to be cancelled stays as it is. */
export function createEndComparisonRun({
  runs,
  evidence,
  faultPoints,
}: ComparisonPorts): (input: { runId: string }) => Promise<ComparisonRunStatus> {
  return async ({ runId }) => {
    const state = endOfRun(gapsOf(await evidence.cases(runId)));
    faultPoints.reach('comparison.before_end');
    const status = await runs.end(runId, state);
    faultPoints.reach('comparison.after_end');
    return status;
  };
}

/** Ends a run that goes on as cancelled. What is still reserved then belongs to somebody who is gone. */
export function createAbandonComparisonRun({
  runs,
  calls,
}: ComparisonPorts): (input: { runId: string }) => Promise<ComparisonRunStatus> {
  return async ({ runId }) => {
    for (const callKey of await calls.reserved(runId)) await calls.settleLost(callKey);
    return runs.abandon(runId);
  };
}
