/** The number of values of one dimension in an environment on a day. */
export class ValueCount {
  /**
   * The number of values that each virtual key added; undefined until it is needed. At first, a value counts for each
   * key that states it.
   */
  byKey: Map<string, number> | undefined;
  readonly #maxInLine: number;
  #held = 0;
  #unseen = 0;
  #foreignAt: number;

  /**
   * @param maxInLine the maximum number of values in a line
   * @param foreign the number of lines that other indexers have planned so far
   */
  constructor(maxInLine: number, foreign: number) {
    this.#maxInLine = maxInLine;
    this.#foreignAt = foreign;
  }

  /** The number of values that were counted. */
  get held(): number {
    return this.#held;
  }

  /** The maximum number of values that planned lines have added since the last count. */
  uncertain(foreign: number): number {
    return this.#unseen + (foreign - this.#foreignAt) * this.#maxInLine;
  }

  /** Sets the number of values in the rollup. It never decreases: values of planned batches may not be loaded. */
  reset(found: number, foreign: number): void {
    this.#held = Math.max(this.#held, found);
    this.#unseen = 0;
    this.#foreignAt = foreign;
  }

  /** Adds lines whose values were not compared with the rollup. @param most the maximum number of their values */
  addUnseen(most: number): void {
    this.#unseen += most;
  }

  /** Adds new values by their keys. @param maxKeys the maximum number of keys; others count as keys without values */
  add(byKey: ReadonlyMap<string, number>, maxKeys: number): void {
    for (const [key, values] of byKey) {
      this.#held += values;
      if (this.byKey === undefined) continue;
      if (this.byKey.has(key) || this.byKey.size < maxKeys) this.byKey.set(key, (this.byKey.get(key) ?? 0) + values);
    }
  }
}
