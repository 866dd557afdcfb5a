import { setTimeout as delay } from 'node:timers/promises';

/** @throws Error when the instant has come already: then something was not ready for it. */
export async function untilInstant(dueAt: Date): Promise<void> {
  const left = dueAt.getTime() - Date.now();
  if (left <= 0) throw new Error('The preparations took longer than the time until the schedules are due.');
  await delay(left);
}
