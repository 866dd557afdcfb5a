/** Repeats a step every `everyMs` milliseconds until the signal aborts. Resolves then; never rejects. */
export type Repeat = (
  part: string,
  step: () => Promise<unknown>,
  often: { readonly everyMs: number; readonly signal: AbortSignal },
) => Promise<void>;

/** Steps that are repeated until they are stopped together. */
export class RepeatedWork {
  readonly #repeat: Repeat;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(repeat: Repeat) {
    this.#repeat = repeat;
  }

  start(part: string, step: () => Promise<unknown>, everyMs: number): void {
    this.#running.push(this.#repeat(part, step, { everyMs, signal: this.#ending.signal }));
  }

  /** Resolves once no step is under way any more. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
  }
}
