import { findLabelPattern } from '../../contracts/comparisons/label-pattern.ts';
import { checkLabel } from '../../domain/comparisons/labels/check-label.ts';
import type { CallWork, RunWork } from '../../domain/comparisons/run-work.ts';
import type { ComparisonCellVerdict } from '../../store/comparisons/cell-endings.ts';
import type { ComparisonPorts } from './comparison-ports.ts';
import { createEndComparisonRun } from './end-comparison-run.ts';

/**
 * Moves a run whose cells have ended to scoring, checks answers against their labels, and returns the answers that a
 * judge has to grade. A cell that did not fit under the ceiling gets an unknown verdict with that reason. A cell that
 * failed otherwise has no verdict, which is a gap. A run without answers to judge ends here.
 */
export function createScoreComparisonRun(ports: ComparisonPorts): (input: { runId: string }) => Promise<RunWork> {
  const { runs, faultPoints } = ports;
  const end = createEndComparisonRun(ports);
  return async ({ runId }) => {
    faultPoints.reach('comparison.before_scoring');
    const { kind, cases, judgeConnectionId, ...status } = await runs.beginScoring(runId);
    const work = { ...status, cases, failures: {} };
    if (status.state !== 'scoring' || status.isStopping) return { ...work, calls: [] };
    const source = kind === 'labeled' ? 'label_check' : 'judge';
    const calls: CallWork[] = [];
    const verdicts: ComparisonCellVerdict[] = [];
    for (const { position, arm, failureCode, answer, label } of await runs.unscored(runId)) {
      const cell = { runId, position, arm };
      if (failureCode !== '' || answer === null) {
        const reasonCode = 'spend_ceiling_exceeded';
        verdicts.push({ ...cell, outcome: 'unknown', reasonCode, rationale: '' });
      } else if (kind === 'judged') {
        calls.push({ position, arm, connectionId: judgeConnectionId ?? '' });
      } else if (label !== null) {
        const { outcome, rationale } = checkLabel(label, answer, findLabelPattern);
        verdicts.push({
          ...cell,
          outcome,
          reasonCode: outcome === 'unknown' ? 'label_check_undecided' : '',
          rationale,
        });
      }
    }
    await runs.giveVerdicts(source, verdicts);
    faultPoints.reach('comparison.after_scoring');
    // Without answers to judge, a separate activity for the end would only add a delay.
    return calls.length > 0 ? { ...work, calls } : { ...work, ...(await end({ runId })), calls };
  };
}
