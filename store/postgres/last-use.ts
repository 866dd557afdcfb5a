import { isStoreUnavailable } from './database-fault.ts';

/** The time of a last use is written at most so often, so that a busy row is none that everybody writes. */
export const LAST_USE_MS = 60_000;

/** True if a last use is old enough to be written again. */
export function isStaleUse(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= LAST_USE_MS;
}

/** Ignores an error of the write, so that reads continue where no write can succeed, as on a full disk. */
export function leaveToNextUse(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
