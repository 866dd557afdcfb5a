import { isStoreUnavailable } from './database-fault.ts';

/** The minimum milliseconds between two writes of a last use, so that a busy row is not written by every request. */
export const LAST_USE_MS = 60_000;

/** True if the recorded last use is old enough to be written again. */
export function isStaleUse(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USE_MS;
}

/**
 * Ignores an error of an unavailable store, so that reads continue when no write can succeed, such as on a full disk.
 */
export function ignoreUnavailableStore(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
