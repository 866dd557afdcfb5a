import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProcess } from './engine-process.ts';

/** A supervised process, which is restarted whenever it ends. */
export interface Supervision {
  /** Ends the process and the watch over it. */
  readonly stop: () => Promise<void>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;
/** The uptime after which a start counts as successful, and the delay starts at its minimum again. */
const STEADY_MS = 30_000;

/**
 * Starts a process, and restarts it whenever it ends. The delay doubles until the process stays up.
 * @throws the error of the first `start`; later errors are reported, and the start is retried
 */
export async function supervise<Started extends RunningProcess>(
  name: string,
  start: () => Promise<Started>,
  report: (line: string) => void,
): Promise<Supervision & { readonly first: Started }> {
  const stopping = new AbortController();
  const first = await start();
  let current: RunningProcess | undefined = first;

  const isStopping = (): boolean => stopping.signal.aborted;
  const watch = async (): Promise<void> => {
    let wait = FIRST_DELAY_MS;
    for (;;) {
      const startedAt = performance.now();
      const reason = (await current?.exited) ?? 'it did not start';
      if (isStopping()) return;
      if (performance.now() - startedAt > STEADY_MS) wait = FIRST_DELAY_MS;
      report(`${name} ended (${reason}); restarting it in ${wait} ms`);
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return;
      wait = Math.min(wait * 2, MAX_DELAY_MS);
      current = await start().catch((error: unknown) => {
        report(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (isStopping()) return current?.stop();
      if (current !== undefined) report(`${name} is up again`);
    }
  };
  const watching = watch();

  const stop = async (): Promise<void> => {
    stopping.abort();
    await current?.stop();
    await watching;
  };
  return { first, stop };
}
