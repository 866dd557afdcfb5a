import { setTimeout as delay } from 'node:timers/promises';

interface RepeatLog {
  warn(members: object, sentence: string): void;
}

/** Resolves after `milliseconds`, or immediately when the signal aborts; never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * Runs `step` every `everyMs` milliseconds until the signal aborts. A step that fails is logged and repeated. A step
 * that stops because of the signal does not count as failed.
 */
export async function repeat(
  part: string,
  step: () => Promise<unknown>,
  { everyMs, signal, log }: { everyMs: number; signal: AbortSignal; log: RepeatLog },
): Promise<void> {
  const reportFailure = (err: unknown): void => {
    if (!signal.aborted) log.warn({ err, part }, `${part} failed; it runs again in ${everyMs} ms`);
  };
  while (!signal.aborted) {
    try {
      await step();
    } catch (error) {
      reportFailure(error);
    }
    await pause(everyMs, signal);
  }
}
