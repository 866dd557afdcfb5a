import type { ExperimentWork } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';
import { findRunBrief } from './find-run-brief.ts';
import { judgeSeatId } from './judge-seat-id.ts';

/** Returns the votes that the judges still have to give: one for each seat and each answer without a verdict. */
export function createListExperimentVerdicts(
  ports: ExperimentRunPorts,
): (input: { runId: string }) => Promise<ExperimentWork> {
  const { runs, faultPoints } = ports;
  return async ({ runId }) => {
    faultPoints.reach('experiment.before_verdicts');
    const { judges } = await findRunBrief(ports, runId);
    const open = await runs.open(runId);
    const calls = open
      .filter(({ state }) => state === 'answered')
      .flatMap(({ position, arm }) => {
        const { seats, evaluator } = judges?.find((judge) => judge.arm === arm) ?? { seats: 0, evaluator: '' };
        return Array.from({ length: seats }, (_, seat) => ({
          ...{ position, arm, seat },
          connectionId: judgeSeatId(evaluator, seat),
        }));
      });
    return { ...(await runs.standing(runId)), calls, hasMore: (await runs.planned(runId, 1)).length > 0 };
  };
}
