import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** The gateway of a demo. */
export interface DemoGateway {
  readonly url: string;
  readonly key: string;
}

/** The models of the demo provider, and what a caller asks them. */
const QUESTIONS = [
  ['claude-haiku-4-5', 'Summarize this ticket in one sentence.'],
  ['claude-sonnet-5', 'Which of these clauses limits liability?'],
  ['claude-opus-5', 'Plan the migration of this table without downtime.'],
] as const;
const AGENTS = ['support', 'search', 'planner'] as const;

/** The number of calls of one trace. */
const CALLS_OF_TRACE = 3;
const MAX_TOKENS = 200;

/** The deadline of a call. The demo provider answers within milliseconds. */
const CALL_MS = 30_000;

/**
 * Makes calls through the gateway of a demo until the signal aborts: first `count` calls one after the other, and then
 * one at each interval. Returns the number of calls that succeeded.
 */
export async function makeLiveCalls(
  gateway: DemoGateway,
  {
    count,
    everyMs,
    signal,
  }: { readonly count: number; readonly everyMs: number | undefined; readonly signal: AbortSignal },
): Promise<number> {
  let succeeded = 0;
  let trace = '';
  for (let number = 0; !signal.aborted; number += 1) {
    if (number >= count) {
      if (everyMs === undefined) break;
      const isDue = await delay(everyMs, true, { signal }).catch(() => false);
      if (!isDue) break;
    }
    if (number % CALLS_OF_TRACE === 0) trace = randomBytes(16).toString('hex');
    if (await makeCall(gateway, { number, trace, signal })) succeeded += 1;
  }
  return succeeded;
}

async function makeCall(
  { url, key }: DemoGateway,
  { number, trace, signal }: { readonly number: number; readonly trace: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const [model, question] = QUESTIONS[number % QUESTIONS.length] ?? QUESTIONS[0];
  try {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        'x-tt-trace-id': trace,
        'x-tt-agent': AGENTS[Math.floor(number / CALLS_OF_TRACE) % AGENTS.length] ?? AGENTS[0],
        // Every call reaches the provider, because a hit of the cache costs nothing.
        'x-tt-cache': 'off',
      },
      body: JSON.stringify({ model, max_tokens: MAX_TOKENS, messages: [{ role: 'user', content: question }] }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
