const HOUR_MS = 3_600_000;

/** The calls of each hour by their admission. */
export class Activity {
  readonly #hours = new Map<number, number>();
  #hour = Number.NaN;
  #count = 0;

  add(admittedMs: number): void {
    const hour = Math.floor(admittedMs / HOUR_MS);
    if (hour !== this.#hour) {
      this.#flush();
      this.#hour = hour;
    }
    this.#count += 1;
  }

  merge(hours: Iterable<readonly [hour: number, calls: number]>): void {
    for (const [hour, calls] of hours) this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + calls);
  }

  /** The hours with calls, as hours since 1970, in their order. */
  get hours(): (readonly [hour: number, calls: number])[] {
    this.#flush();
    return [...this.#hours].toSorted(([one], [other]) => one - other);
  }

  #flush(): void {
    if (this.#count > 0) this.merge([[this.#hour, this.#count]]);
    this.#count = 0;
  }
}
