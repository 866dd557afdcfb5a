import type { CallerResponse } from './caller-response.ts';
import type { MaybeAsync } from './maybe-async.ts';
import type { GatewayError } from './gateway-error.ts';

/** A caller that waits for the end of its request. */
export class RespondOnce {
  readonly #response: Pick<CallerResponse, 'destroy'>;
  readonly #sendError: (error: GatewayError) => void;

  /** @param sendError sends the caller an error in place of an answer */
  constructor(response: Pick<CallerResponse, 'destroy'>, sendError: (error: GatewayError) => void) {
    this.#response = response;
    this.#sendError = sendError;
  }

  /**
   * Runs a step, and sends the caller the error that it returns, if any. A step that throws is not a fault of the
   * request: only its connection is closed.
   * @param last runs after that
   */
  answer(step: () => MaybeAsync<GatewayError | undefined>, last?: () => void): void {
    try {
      const refused = step();
      if (refused instanceof Promise) {
        void this.#answerLater(refused, last);
        return;
      }
      if (refused !== undefined) this.#sendError(refused);
    } catch {
      this.#response.destroy();
    }
    last?.();
  }

  async #answerLater(refused: Promise<GatewayError | undefined>, last?: () => void): Promise<void> {
    try {
      const error = await refused;
      if (error !== undefined) this.#sendError(error);
    } catch {
      this.#response.destroy();
    }
    last?.();
  }
}
