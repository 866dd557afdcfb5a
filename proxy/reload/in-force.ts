/** The parts of a configuration file, ready for calls, to be closed when no call uses them any more. */
interface Closable {
  close(): Promise<void>;
}

/** The configuration that calls go by, and those before it that some still do. */
export class InForce<Composed extends Closable> {
  #now: Composed;
  readonly #ending = new Set<Promise<void>>();

  constructor(first: Composed) {
    this.#now = first;
  }

  get now(): Composed {
    return this.#now;
  }

  /** @param use has calls go by it; resolves when none goes by the one before any more */
  replaceBy(next: Composed, use: (next: Composed) => Promise<void>): void {
    const before = this.#now;
    this.#now = next;
    const ended = use(next)
      .then(() => before.close())
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Closes all of them; those that calls still go by once none does. */
  async close(): Promise<void> {
    await Promise.all([...this.#ending, this.#now.close()]);
  }
}
