import { setTimeout as delay } from 'node:timers/promises';
import { TruetallyProblemError } from '../../clients/typescript/errors.ts';

const PATIENCE_SECONDS = 60;
const PAUSE_MS = 100;

/**
 * Retries a call until the API answers. A creation needs an idempotency key.
 * @throws the refusal, if the API refuses the call, or the last error after `patience` seconds without an answer
 */
export async function retryUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  patience = PATIENCE_SECONDS,
): Promise<Answer> {
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
