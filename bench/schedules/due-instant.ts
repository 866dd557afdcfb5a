import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until an instant.
 * @throws Error if the instant is in the past, because the preparations took too long
 */
export async function waitUntilInstant(dueAt: Date): Promise<void> {
  const left = dueAt.getTime() - Date.now();
  if (left <= 0) throw new Error('The preparations took longer than the time until the schedules are due.');
  await delay(left);
}
