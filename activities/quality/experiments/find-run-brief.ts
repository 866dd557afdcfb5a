import { DefectError } from '../../../domain/kernel/errors.ts';
import type { ExperimentRunBrief } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import type { ExperimentRunPorts } from './experiment-run-ports.ts';

/** The brief of a run. @throws DefectError if there is no such run */
export async function findRunBrief({ runs }: ExperimentRunPorts, runId: string): Promise<ExperimentRunBrief> {
  const brief = await runs.find(runId);
  if (brief === undefined) throw new DefectError('There is no such run of an experiment.');
  return brief;
}
