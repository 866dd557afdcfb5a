import { listenForOutboxItems } from '../../store/outbox/listen-for-outbox-items.ts';
import { pause, repeat } from '../../runtime/repeat.ts';
import { drainOutbox, type RelayParts } from './drain-outbox.ts';

/**
 * Milliseconds between polls. A notification wakes the relay immediately. The poll finds postponed items, and items
 * that were announced while the relay did not listen.
 */
const POLL_MS = 1_000;

/** Hands over the items of the outbox until the signal aborts. */
export async function runRelay(parts: RelayParts, databaseUrl: string, signal: AbortSignal): Promise<void> {
  const { log } = parts;
  let wake = new AbortController();
  signal.addEventListener('abort', () => wake.abort());
  const listening = repeat('outbox listener', () => listenOnce(databaseUrl, () => wake.abort(), signal), {
    everyMs: POLL_MS,
    signal,
    log,
  });
  const draining = repeat(
    'relay',
    async () => {
      await pause(POLL_MS, wake.signal);
      wake = new AbortController();
      await drainOutbox(parts, signal);
    },
    { everyMs: 0, signal, log },
  );
  await Promise.all([listening, draining]);
}

async function listenOnce(databaseUrl: string, onItem: () => void, signal: AbortSignal): Promise<void> {
  const listener = await listenForOutboxItems(databaseUrl, onItem);
  const stop = (): void => void listener.close();
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  await listener.ended;
  signal.removeEventListener('abort', stop);
}
