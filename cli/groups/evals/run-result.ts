import type { DocumentResult } from '../../output/result.ts';
import type { PlaneAnswer } from '../../plane/open-plane.ts';
import { experimentText } from './experiment-text.ts';
import type { FollowedRun } from './run-experiment.ts';

/** The result of a run: a refused run ends with `refused`, and one that still runs with `unavailable`. */
export function runResult({
  answer: { bytes, data },
  runId,
  experimentId,
  isEnded,
}: FollowedRun & { readonly answer: PlaneAnswer<'management.experiments.get'> }): DocumentResult {
  const isRefused = data.latest_run?.run_id === runId && data.latest_run.status === 'refused';
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => experimentText(data, screen),
    ...(!isEnded && {
      exit: 'unavailable' as const,
      notes: [
        `The run continues. Look again: tt evals run ${data.dataset_id} --experiment ${experimentId} --run-id ${runId}`,
      ],
    }),
    ...(isRefused && { exit: 'refused' as const }),
  };
}
