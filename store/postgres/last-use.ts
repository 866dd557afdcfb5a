import { isStoreUnavailable } from './database-fault.ts';

/** The time of a last use is written at most so often, so that a busy row is none that everybody writes. */
export const LAST_USE_MS = 60_000;

/** Whether a last use is long enough ago to be written anew. */
export function isStaleUse(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USE_MS;
}

/** What only asks goes on where nothing can be written, as on a full disk. */
export function leaveToNextUse(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
