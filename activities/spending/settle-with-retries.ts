import { withHeartbeat } from '../with-heartbeat.ts';

const AGAIN_MS = 1_000;

/**
 * Settles a call, and retries until the database answers, because the call was paid for. A worker that has to stop
 * leaves the call as one with an unknown effect.
 */
export async function settleWithRetries(
  settle: () => Promise<unknown>,
  { callId, log }: { callId: string; log: { warn(members: object, sentence: string): void } },
): Promise<void> {
  await withHeartbeat(async (signal) => {
    for (;;) {
      try {
        await settle();
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error, call_id: callId }, 'could not settle a paid call; retrying');
        await pause(signal);
      }
    }
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
