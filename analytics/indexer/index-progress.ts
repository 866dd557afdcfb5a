interface SourceProgress {
  /** Unix milliseconds up to which the source is read and loaded; undefined while unknown. */
  through: number | undefined;
  /** An end that the source had at an instant and that is not reached yet. */
  awaited?: { readonly end: bigint; readonly at: number } | undefined;
}

interface LogProgress {
  /** The time at which the sources of the log were last listed; undefined before the first time. */
  listedAt: number | undefined;
  sources: ReadonlyMap<string, SourceProgress>;
}

/**
 * The time up to which all traffic that arrived is read and loaded, in every source of every log. The slowest source
 * decides.
 */
export class IndexProgress {
  readonly #logs: Map<string, LogProgress>;

  constructor(logs: readonly string[]) {
    this.#logs = new Map(logs.map((name) => [name, { listedAt: undefined, sources: new Map() }]));
  }

  /**
   * Records the sources of a log, listed at or after `at`. A new source contains nothing from before the previous
   * listing.
   */
  list(log: string, sourceIds: readonly string[], at: number): void {
    const before = this.#logs.get(log);
    const progressOf = (id: string): SourceProgress => before?.sources.get(id) ?? { through: before?.listedAt };
    this.#logs.set(log, { listedAt: at, sources: new Map(sourceIds.map((id) => [id, progressOf(id)])) });
  }

  /**
   * Records the end of a source at or after `at`. A source that grows constantly is tracked from one such end to the
   * next.
   */
  see(log: string, sourceId: string, { end, at }: { readonly end: bigint; readonly at: number }): void {
    const source = this.#logs.get(log)?.sources.get(sourceId);
    if (source !== undefined) source.awaited ??= { end, at };
  }

  /** Records that a source is read and loaded up to an offset. */
  reach(log: string, sourceId: string, offset: bigint): void {
    const source = this.#logs.get(log)?.sources.get(sourceId);
    if (source?.awaited === undefined || offset < source.awaited.end) return;
    source.through = source.awaited.at;
    source.awaited = undefined;
  }

  /**
   * The time up to which all logs are complete; undefined until every log was listed and every source was read to an
   * end at least one time.
   */
  get completeThrough(): number | undefined {
    const instants = [...this.#logs.values()].flatMap(({ listedAt, sources }) => [
      listedAt,
      ...[...sources.values()].map(({ through }) => through),
    ]);
    const known = instants.filter((instant) => instant !== undefined);
    return known.length === 0 || known.length < instants.length ? undefined : Math.min(...known);
  }
}
