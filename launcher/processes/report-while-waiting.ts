import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { isStoreUnavailable } from '../../store/postgres/database-fault.ts';
import { PROGRESS_INTERVAL_MS } from './progress-interval-ms.ts';

const TRY_EVERY_MS = 500;
/** The gRPC codes for a time-out and for an unavailable server. */
const AWAY: readonly number[] = [4, 14];

/** Waits for `work` without a limit, and reports every four seconds that it still waits for `what`. */
export async function reportWhileWaiting<Result>(
  what: string,
  work: Promise<Result>,
  report: (line: string) => void,
): Promise<Result> {
  const startedAt = performance.now();
  const saying = setInterval(() => {
    report(`still waiting for ${what} (${Math.round((performance.now() - startedAt) / 1_000)} s)`);
  }, PROGRESS_INTERVAL_MS);
  try {
    return await work;
  } finally {
    clearInterval(saying);
  }
}

/**
 * Runs an idempotent function, and retries it if an engine was lost meanwhile, which its supervisor restarts.
 * @throws every other error of the function
 */
export async function retryOnLostEngine<Result>(
  what: string,
  work: () => Promise<Result>,
  report: (line: string) => void,
): Promise<Result> {
  for (;;) {
    try {
      return await reportWhileWaiting(what, work(), report);
    } catch (error) {
      if (!isAway(error)) throw error;
      report(`an engine was lost (${(error as Error).message}); trying again: ${what}`);
      await delay(TRY_EVERY_MS);
    }
  }
}

/** True if an engine did not answer, also if this is the cause of another error. */
function isAway(error: unknown): boolean {
  if (isStoreUnavailable(error)) return true;
  if (!(error instanceof Error)) return false;
  return (isGrpcServiceError(error) && AWAY.includes(error.code)) || isAway(error.cause);
}
