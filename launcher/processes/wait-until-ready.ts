import { setTimeout as delay } from 'node:timers/promises';
import { PROGRESS_INTERVAL_MS } from './progress-interval-ms.ts';

const POLL_MS = 200;

/**
 * Waits without a limit until a probe returns nothing. Reports the reason that the probe returns, and the log file,
 * every four seconds.
 *
 * @throws every error of the probe
 */
export async function waitUntilReady(
  what: string,
  probe: () => Promise<string | undefined>,
  log: string,
  report: (line: string) => void,
): Promise<void> {
  let reportedAt = performance.now();
  for (;;) {
    const reason = await probe();
    if (reason === undefined) return;
    if (performance.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      report(`${what} is not ready yet (${reason}); see ${log}`);
      reportedAt = performance.now();
    }
    await delay(POLL_MS);
  }
}
