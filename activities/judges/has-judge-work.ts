import { promptShaOf } from '../../contracts/judges/work/judge-method.ts';
import type { JudgingPorts } from './judging-ports.ts';
import { gatheredThrough, readStretch } from './read-stretch.ts';

/** How long an evaluator looks; one that is new to a large deployment goes on at the next look. */
const LOOK_MS = 60_000;

type Ports = Pick<JudgingPorts, 'evaluators' | 'findAnswered' | 'scorings' | 'contents' | 'clock'>;

/**
 * Whether anything is to be scored, or was sampled and is to be taken on, which `findJudgeWork` does. Stretches of which nothing is
 * sampled are passed over, so that an evaluator that samples little does not look at them again.
 */
export async function hasJudgeWork(ports: Ports, signal: AbortSignal): Promise<boolean> {
  const { evaluators, scorings, clock } = ports;
  if ((await scorings.due(1)).length > 0) return true;
  const loaded = await gatheredThrough(ports);
  for (const evaluator of evaluators.filter(({ sampleRate }) => sampleRate > 0)) {
    const until = clock.now().getTime() + LOOK_MS;
    while (clock.now().getTime() < until) {
      signal.throwIfAborted();
      const stretch = await readStretch(ports, evaluator, loaded);
      if (stretch === undefined) break;
      if (stretch.sampled.length > 0) return true;
      const { from, through } = stretch;
      await scorings.takeOn(evaluator.evaluatorId, { from, through, promptSha: promptShaOf(evaluator), requests: [] });
    }
  }
  return false;
}
