import type { CacheKind } from '../../../domain/gateway/cache/cache-block.ts';
import type { CacheFigure, CacheOutcome } from '../../../domain/gateway/cache/cache-outcomes.ts';

/** The result of a request at the cache. */
export interface CacheLookup {
  readonly ruleId: string;
  readonly outcome: CacheOutcome;
  readonly kind?: CacheKind;
  /** The cost that a hit saved, in nano-USD; undefined if it is unknown. */
  readonly savedNanos?: string | undefined;
}

/** Counts the results of requests, until a flush takes the counts to store them. */
export class CacheCounts {
  #figures = new Map<string, CacheFigure>();

  count({ ruleId, outcome, kind, savedNanos }: CacheLookup): void {
    const saved =
      savedNanos === undefined ? { priced: 0n, savedNanos: 0n } : { priced: 1n, savedNanos: BigInt(savedNanos) };
    this.#add({ ruleId, outcome, kind: kind ?? '', requests: 1n, ...saved });
  }

  /** Takes the counts since the last flush, always in the same order, so that processes cannot deadlock. */
  take(): CacheFigure[] {
    const taken = [...this.#figures].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, figure]) => figure);
    this.#figures = new Map();
    return taken;
  }

  /** Adds counts back that could not be stored. */
  giveBack(figures: readonly CacheFigure[]): void {
    for (const figure of figures) this.#add(figure);
  }

  #add(more: CacheFigure): void {
    const key = `${more.ruleId} ${more.outcome} ${more.kind}`;
    const known = this.#figures.get(key);
    this.#figures.set(key, {
      ...more,
      requests: (known?.requests ?? 0n) + more.requests,
      priced: (known?.priced ?? 0n) + more.priced,
      savedNanos: (known?.savedNanos ?? 0n) + more.savedNanos,
    });
  }
}
