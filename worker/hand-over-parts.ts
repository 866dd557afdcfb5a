import { setTimeout as delay } from 'node:timers/promises';
import type { HeartbeatStore } from '../store/installation/heartbeat-store.ts';
import type { IngestSourceStore } from '../store/ingest/ingest-source-store.ts';
import type { WorkerLog } from './telemetry/worker-log.ts';

/**
 * Milliseconds after the drain in which activities can still report that they stop; all others wait for the end of
 * their lease.
 */
export const DRAIN_GRACE_MS = 2_000;

/**
 * Resolves this many milliseconds after the signal aborts; never without an abort. The timer does not keep the process
 * alive.
 */
export async function delayAfterAbort(signal: AbortSignal, milliseconds: number): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await delay(milliseconds, undefined, { ref: false });
}

export interface HandOverParts {
  readonly heartbeats: Pick<HeartbeatStore, 'forget'>;
  readonly sources: Pick<IngestSourceStore, 'releaseAll'>;
  readonly instanceId: string;
  readonly log: WorkerLog;
}

/**
 * Removes the heartbeats of this process, so that readiness is correct immediately and not after a minute of silence.
 */
export async function stopHeartbeats({ heartbeats, instanceId, log }: Omit<HandOverParts, 'sources'>): Promise<void> {
  await heartbeats.forget(instanceId).catch((err: unknown) => log.warn({ err }, 'did not remove the heartbeats'));
}

/**
 * Removes heartbeats that were written meanwhile, and releases the leases of sources, so that another indexer continues
 * immediately. An indexer that still works here does no harm: both load the same batch with the same tokens.
 */
export async function handOver(parting: HandOverParts): Promise<void> {
  const { sources, instanceId, log } = parting;
  await Promise.all([
    stopHeartbeats(parting),
    sources
      .releaseAll(instanceId)
      .catch((err: unknown) => log.warn({ err }, 'did not release the leases of sources; they will expire')),
  ]);
}
