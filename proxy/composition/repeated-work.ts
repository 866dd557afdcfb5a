/** Repeats a step every `everyMs` milliseconds until the signal aborts, and then resolves. Never rejects. */
export type RepeatStep = (
  part: string,
  step: () => Promise<unknown>,
  often: { readonly everyMs: number; readonly signal: AbortSignal },
) => Promise<void>;

/** Steps that are repeated until they are stopped together. */
export class RepeatedWork {
  readonly #repeat: RepeatStep;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(repeat: RepeatStep) {
    this.#repeat = repeat;
  }

  start(part: string, step: () => Promise<unknown>, everyMs: number): void {
    this.#running.push(this.#repeat(part, step, { everyMs, signal: this.#ending.signal }));
  }

  /** Stops all steps. Resolves when none is running. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
  }
}
