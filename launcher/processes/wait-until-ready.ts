import { setTimeout as delay } from 'node:timers/promises';
import { PROGRESS_INTERVAL_MS } from './progress-interval-ms.ts';

const ASK_EVERY_MS = 200;

/** Waits without a limit until `url` answers 2xx, and reports its answer and its log file every four seconds. */
export async function waitUntilReady(
  what: string,
  url: string,
  log: string,
  report: (line: string) => void,
): Promise<void> {
  let saidAt = performance.now();
  for (;;) {
    const answer = await ask(url);
    if (answer === undefined) return;
    if (performance.now() - saidAt > PROGRESS_INTERVAL_MS) {
      report(`${what} is not ready yet (${answer}); see ${log}`);
      saidAt = performance.now();
    }
    await delay(ASK_EVERY_MS);
  }
}

/** Requests the URL. Returns undefined if it is ready, or else its answer. */
async function ask(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return answer.ok ? undefined : `${answer.status} ${(await answer.text()).slice(0, 500)}`;
  } catch {
    return 'no answer';
  }
}
