import type { RunWork } from '../../domain/comparisons/run-work.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { ComparisonPorts } from './comparison-ports.ts';

/**
 * Moves a queued run to the state in which its arms run. Returns the calls that it still has to make, those to baseline
 * and candidate of one case next to each other.
 */
export function createBeginComparisonRun({
  runs,
  faultPoints,
}: ComparisonPorts): (input: { runId: string }) => Promise<RunWork> {
  return async ({ runId }) => {
    const begun = await runs.begin(runId);
    if (begun === undefined) throw new DefectError('There is no such comparison run.');
    faultPoints.reach('comparison.after_begin');
    const { state, failureCode, isStopping, spentPercent, plan, cells } = begun;
    const failures: Record<string, number> = {};
    for (const { failureCode: code } of cells) if (code !== '') failures[code] = (failures[code] ?? 0) + 1;
    return {
      ...{ state, failureCode, isStopping, spentPercent, failures },
      cases: cells.length / 2,
      calls: cells
        .filter((cell) => cell.state === 'intended' || cell.state === 'dispatched')
        .map(({ position, arm }) => ({ position, arm, connectionId: plan[arm].target.connection_id })),
    };
  };
}
