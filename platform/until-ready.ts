import { setTimeout as delay } from 'node:timers/promises';
import { StartupFault } from './startup-fault.ts';

const READY_MS = 120_000;

/**
 * Waits until `url` answers 2xx.
 * @throws StartupFault naming `logs` after two minutes
 */
export async function untilReady(url: string, logs: string): Promise<void> {
  const until = performance.now() + READY_MS;
  let last = 'no answer';
  while (performance.now() < until) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return;
      last = `${answer.status} ${(await answer.text()).slice(0, 500)}`;
    } catch {
      last = 'no answer';
    }
    await delay(200);
  }
  throw new StartupFault(`The API did not become ready within ${READY_MS / 1000} s (${last}): see ${logs}.`);
}
