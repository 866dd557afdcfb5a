/** A configuration that is ready for calls, and is closed when no call uses it any more. */
interface Closable {
  close(): Promise<void>;
}

/** The configuration in force, and earlier ones that calls in flight still use. */
export class ActiveConfiguration<Composed extends Closable> {
  #now: Composed;
  readonly #ending = new Set<Promise<void>>();

  constructor(first: Composed) {
    this.#now = first;
  }

  get now(): Composed {
    return this.#now;
  }

  /**
   * Replaces the configuration in force.
   * @param use applies the new configuration to later calls; resolves when no call uses the previous one
   */
  replaceBy(next: Composed, use: (next: Composed) => Promise<void>): void {
    const before = this.#now;
    this.#now = next;
    const ended = use(next)
      .then(() => before.close())
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  /** Closes the configuration in force, and waits until each earlier one has closed after its last call. */
  async close(): Promise<void> {
    await Promise.all([...this.#ending, this.#now.close()]);
  }
}
