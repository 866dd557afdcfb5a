import type { CacheEntry } from '../../store/gateway/cache-entry-store.ts';

/** The place of a call among those that are equal to it and on their way. */
export type FlightRole =
  | { readonly role: 'first'; readonly leader: Leader }
  /** The answer of the first, undefined where it has none that others may be given. */
  | { readonly role: 'behind'; readonly answer: Promise<CacheEntry | undefined> };

/** A call that others wait for, until it is said what came of it; what is said after that is not heard. */
export interface Leader {
  end(entry: CacheEntry | undefined): void;
}

/** The longest that a call waits for another one, from when that began. */
const MAX_MS = 30_000;

/**
 * A single flight: of equal calls at the same time in a process the first goes out, and the others wait for its answer.
 */
export class SingleFlight {
  readonly #leading = new Map<string, Promise<CacheEntry | undefined>>();

  join(fingerprint: Buffer): FlightRole {
    const key = fingerprint.toString('latin1');
    const answer = this.#leading.get(key);
    return answer === undefined ? { role: 'first', leader: this.#leader(key) } : { role: 'behind', answer };
  }

  #leader(key: string): Leader {
    let tell: (entry: CacheEntry | undefined) => void = () => undefined;
    const answer = new Promise<CacheEntry | undefined>((resolve) => (tell = resolve));
    this.#leading.set(key, answer);
    const end = (entry: CacheEntry | undefined): void => {
      clearTimeout(timer);
      if (this.#leading.get(key) === answer) this.#leading.delete(key);
      tell(entry);
    };
    const timer = setTimeout(() => end(undefined), MAX_MS).unref();
    return { end };
  }
}
