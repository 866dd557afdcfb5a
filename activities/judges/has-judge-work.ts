import { promptShaOf } from '../../contracts/judges/methods/judge-prompts.ts';
import type { JudgingPorts } from './judging-ports.ts';
import { contentCompleteThrough, MAX_SEARCH_MS, readSampledRange } from './read-sampled-range.ts';

type Ports = Pick<JudgingPorts, 'evaluators' | 'findAnswered' | 'scorings' | 'contents' | 'clock'>;

/**
 * True if any request waits for a score, or is sampled and waits for `findJudgeWork` to queue it. Stretches without a
 * sampled request are marked as read, so that the next search does not read them again.
 */
export async function hasJudgeWork(ports: Ports, signal: AbortSignal): Promise<boolean> {
  const { evaluators, scorings, clock } = ports;
  if ((await scorings.due(1)).length > 0) return true;
  const loaded = await contentCompleteThrough(ports);
  for (const evaluator of evaluators.filter(({ sampleRate }) => sampleRate > 0)) {
    const until = clock.now().getTime() + MAX_SEARCH_MS;
    while (clock.now().getTime() < until) {
      signal.throwIfAborted();
      const stretch = await readSampledRange(ports, evaluator, loaded);
      if (stretch === undefined) break;
      if (stretch.sampled.length > 0) return true;
      const { from, through } = stretch;
      await scorings.enqueue(evaluator.evaluatorId, { from, through, promptSha: promptShaOf(evaluator), requests: [] });
    }
  }
  return false;
}
