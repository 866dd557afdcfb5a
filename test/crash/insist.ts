import { setTimeout as delay } from 'node:timers/promises';
import { TruetallyProblemError } from '../../clients/typescript/errors.ts';

const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Asks again until the API answers: what a careful client does, with an idempotency key where it creates something.
 * @throws the refusal of what is refused, and after a minute without an answer the last error
 */
export async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const refused = error instanceof TruetallyProblemError && error.status < 500;
      if (refused || performance.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
}
