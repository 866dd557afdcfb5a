import type { ExperimentWork } from '../../../domain/quality/experiment-runs/experiment-work.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';
import { judgeLane } from './judge-lane.ts';

/** Returns the votes that the judges still have to give: one for each seat and each answer without a verdict. */
export function createListExperimentVerdicts({
  runs,
  faultPoints,
}: ExperimentRunPorts): (input: { runId: string }) => Promise<ExperimentWork> {
  return async ({ runId }) => {
    faultPoints.reach('experiment.before_verdicts');
    const brief = await runs.find(runId);
    if (brief === undefined) throw new DefectError('There is no such run of an experiment.');
    const open = await runs.open(runId);
    const calls = open
      .filter(({ state }) => state === 'answered')
      .flatMap(({ position, arm }) => {
        const { seats, evaluator } = brief.judges?.find((judge) => judge.arm === arm) ?? { seats: 0, evaluator: '' };
        return Array.from({ length: seats }, (_, seat) => ({
          ...{ position, arm, seat },
          connectionId: judgeLane(evaluator, seat),
        }));
      });
    return { ...(await runs.standing(runId)), calls, hasMore: (await runs.planned(runId, 1)).length > 0 };
  };
}
