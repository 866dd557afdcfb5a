interface SourceProgress {
  /** Unix milliseconds up to which it is read and loaded; undefined while unknown. */
  through: number | undefined;
  /** An end that it had at an instant, and that is not reached yet. */
  awaited?: { readonly end: bigint; readonly at: number } | undefined;
}

interface LogProgress {
  /** The time at which its sources were last listed; undefined before the first time. */
  listedAt: number | undefined;
  sources: ReadonlyMap<string, SourceProgress>;
}

/**
 * The time up to which all arrived traffic is read and loaded, over every source of every log: the slowest one decides.
 */
export class IndexProgress {
  readonly #logs: Map<string, LogProgress>;

  constructor(logs: readonly string[]) {
    this.#logs = new Map(logs.map((name) => [name, { listedAt: undefined, sources: new Map() }]));
  }

  /**
   * The sources that a log has, listed at or after `at`. A new one holds nothing from before the last time that it was
   * not listed.
   */
  list(log: string, sourceIds: readonly string[], at: number): void {
    const before = this.#logs.get(log);
    const progressOf = (id: string): SourceProgress => before?.sources.get(id) ?? { through: before?.listedAt };
    this.#logs.set(log, { listedAt: at, sources: new Map(sourceIds.map((id) => [id, progressOf(id)])) });
  }

  /**
   * A source ended at an offset at or after `at`. One that grows all the time is followed from one such end to the
   * next.
   */
  see(log: string, sourceId: string, { end, at }: { readonly end: bigint; readonly at: number }): void {
    const source = this.#logs.get(log)?.sources.get(sourceId);
    if (source !== undefined) source.awaited ??= { end, at };
  }

  /** A source is read and loaded up to an offset. */
  reach(log: string, sourceId: string, offset: bigint): void {
    const source = this.#logs.get(log)?.sources.get(sourceId);
    if (source?.awaited === undefined || offset < source.awaited.end) return;
    source.through = source.awaited.at;
    source.awaited = undefined;
  }

  /** Undefined until every log was listed, and every source read to an end once. */
  get completeThrough(): number | undefined {
    const instants = [...this.#logs.values()].flatMap(({ listedAt, sources }) => [
      listedAt,
      ...[...sources.values()].map(({ through }) => through),
    ]);
    const known = instants.filter((instant) => instant !== undefined);
    return known.length === 0 || known.length < instants.length ? undefined : Math.min(...known);
  }
}
