import { findLabelPattern } from '../../contracts/comparisons/label-pattern.ts';
import { passesLabel } from '../../domain/comparisons/labels/passes-label.ts';
import type { CallWork, RunWork } from '../../domain/comparisons/run-work.ts';
import type { ComparisonPorts } from './comparison-ports.ts';

/**
 * Moves a run whose cells have ended to scoring, checks answers against their labels, and says which of them a judge has to grade. A cell
 * that no room was found for is unknown for that reason; one that failed otherwise has no verdict, which is a gap.
 */
export function createScoreComparisonRun({
  runs,
  faultPoints,
}: ComparisonPorts): (input: { runId: string }) => Promise<RunWork> {
  return async ({ runId }) => {
    faultPoints.reach('comparison.before_scoring');
    const { kind, cases, judgeConnectionId, ...status } = await runs.beginScoring(runId);
    const work = { ...status, cases, failures: {} };
    if (status.state !== 'scoring' || status.isStopping) return { ...work, calls: [] };
    const source = kind === 'labeled' ? 'label_check' : 'judge';
    const calls: CallWork[] = [];
    for (const { position, arm, failureCode, answer, label } of await runs.unscored(runId)) {
      const cell = { runId, position, arm };
      if (failureCode !== '' || answer === null) {
        const reasonCode = 'spend_ceiling_exceeded';
        await runs.giveVerdict(cell, source, { kind: 'verdict', outcome: 'unknown', reasonCode, rationale: '' });
      } else if (kind === 'judged') {
        calls.push({ position, arm, connectionId: judgeConnectionId ?? '' });
      } else if (label !== null) {
        const outcome = passesLabel(label, answer, findLabelPattern) ? 'pass' : 'fail';
        await runs.giveVerdict(cell, source, { kind: 'verdict', outcome, reasonCode: '', rationale: '' });
      }
    }
    faultPoints.reach('comparison.after_scoring');
    return { ...work, calls };
  };
}
