import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/**
 * Waits until `holds` resolves to true; a rejection counts as false.
 * @throws Error after `seconds`, with the last error as its cause
 */
export async function waitUntil(holds: () => Promise<boolean>, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  let cause: unknown;
  while (performance.now() < deadline) {
    try {
      if (await holds()) return;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`It did not come true within ${seconds} s.`, { cause });
}
