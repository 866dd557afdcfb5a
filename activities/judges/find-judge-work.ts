import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import { promptShaOf } from '../../contracts/judges/methods/judge-prompts.ts';
import type { JudgingEvaluator } from '../../domain/judges/work/judging-evaluator.ts';
import type { JudgeWork, SamplingCounts } from '../../domain/judges/work/judge-traffic.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { JudgingPorts } from './judging-ports.ts';
import { contentCompleteThrough, MAX_SEARCH_MS, readSampledRange } from './read-sampled-range.ts';
import { requestContentKey } from './request-content-key.ts';

/** The maximum number of requests that one run scores. */
const MAX_SCORINGS = 500;

/**
 * Lets every evaluator sample the requests that were answered since its last search, and returns the requests to score.
 */
export function createFindJudgeWork(ports: JudgingPorts): () => Promise<JudgeWork> {
  return () => withHeartbeat((signal) => findWork(ports, signal));
}

async function findWork(ports: JudgingPorts, signal: AbortSignal): Promise<JudgeWork> {
  const { evaluators, scorings, clock } = ports;
  const loaded = await contentCompleteThrough(ports);
  let found: SamplingCounts = { eligible: 0, sampled: 0, uncaptured: 0 };
  for (const evaluator of evaluators.filter(({ sampleRate }) => sampleRate > 0)) {
    // Queued requests are scored before more are added: behind a cap or an unavailable provider, they would only grow
    // old.
    const until = clock.now().getTime() + MAX_SEARCH_MS;
    while (clock.now().getTime() < until) {
      signal.throwIfAborted();
      const waiting = await scorings.due(MAX_SCORINGS);
      if (waiting.length === MAX_SCORINGS) break;
      const looked = await lookOn(ports, evaluator, loaded);
      if (looked === undefined) break;
      found = {
        eligible: found.eligible + looked.eligible,
        sampled: found.sampled + looked.sampled,
        uncaptured: found.uncaptured + looked.uncaptured,
      };
    }
  }
  return { ...found, scorings: await scorings.due(MAX_SCORINGS) };
}

/** Reads and queues the next stretch; undefined if the evaluator has read everything. */
async function lookOn(
  ports: JudgingPorts,
  evaluator: JudgingEvaluator,
  loaded: bigint,
): Promise<SamplingCounts | undefined> {
  const { scorings, contents, faultPoints } = ports;
  const stretch = await readSampledRange(ports, evaluator, loaded);
  if (stretch === undefined) return undefined;
  const { from, through, eligible, sampled } = stretch;
  const captured: OutcomeRequest[] = [];
  for (const request of sampled) if (await contents.hasWhole(requestContentKey(request))) captured.push(request);
  faultPoints.reach('judging.before_take_on');
  await scorings.enqueue(evaluator.evaluatorId, {
    from,
    through,
    promptSha: promptShaOf(evaluator),
    requests: captured,
  });
  faultPoints.reach('judging.after_take_on');
  return { eligible, sampled: sampled.length, uncaptured: sampled.length - captured.length };
}
