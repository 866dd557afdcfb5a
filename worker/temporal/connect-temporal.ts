import { NativeConnection } from '@temporalio/worker';
import type { TemporalEndpoint } from '../../runtime/addresses/temporal-endpoint.ts';
import { pause } from '../../runtime/repeat.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';

const RETRY_MS = 1_000;

/**
 * Connects to Temporal, and retries every second while the server is unavailable; an open connection reconnects by
 * itself. Undefined if the signal aborts first.
 */
export async function connectTemporal(
  endpoint: TemporalEndpoint,
  { signal, log }: { signal: AbortSignal; log: WorkerLog },
): Promise<NativeConnection | undefined> {
  let isFirst = true;
  while (!signal.aborted) {
    try {
      return await NativeConnection.connect(endpoint);
    } catch (error) {
      if (isFirst) log.warn({ err: error, address: endpoint.address }, 'Temporal does not answer; waiting for it');
      isFirst = false;
      await pause(RETRY_MS, signal);
    }
  }
  return undefined;
}
