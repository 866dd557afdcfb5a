import { setTimeout as delay } from 'node:timers/promises';
import { TruetallyProblemError } from '../../clients/typescript/errors.ts';

const PATIENCE_SECONDS = 60;
const PAUSE_MS = 100;

/**
 * Asks again until the API answers: what a careful client does, with an idempotency key where it creates something.
 * @throws the refusal of what is refused, and after so many seconds without an answer the last error
 */
export async function insist<Answer>(ask: () => Promise<Answer>, patience = PATIENCE_SECONDS): Promise<Answer> {
  const deadline = performance.now() + patience * 1_000;
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
