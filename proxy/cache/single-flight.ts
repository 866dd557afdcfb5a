import type { CacheEntry } from '../../store/gateway/cache-entry-store.ts';

/** The role of a call among equal calls in flight. */
export type FlightRole =
  | { readonly role: 'first'; readonly leader: FlightLeader }
  /** The answer of the first call; undefined if that call gets no answer that may be shared. */
  | { readonly role: 'behind'; readonly answer: Promise<CacheEntry | undefined> };

/** A call whose answer others wait for. The first `end` decides the answer, and later ones are ignored. */
export interface FlightLeader {
  end(entry: CacheEntry | undefined): void;
}

/** The longest that a call waits for another one, in milliseconds since the other one began. */
const MAX_MS = 30_000;

/**
 * A single flight: of equal concurrent calls in a process, the first one is sent and the others wait for its answer.
 */
export class SingleFlight {
  readonly #leading = new Map<string, Promise<CacheEntry | undefined>>();

  join(fingerprint: Buffer): FlightRole {
    const key = fingerprint.toString('latin1');
    const answer = this.#leading.get(key);
    return answer === undefined ? { role: 'first', leader: this.#leader(key) } : { role: 'behind', answer };
  }

  #leader(key: string): FlightLeader {
    let settle: (entry: CacheEntry | undefined) => void = () => undefined;
    const answer = new Promise<CacheEntry | undefined>((resolve) => (settle = resolve));
    this.#leading.set(key, answer);
    const end = (entry: CacheEntry | undefined): void => {
      clearTimeout(timer);
      if (this.#leading.get(key) === answer) this.#leading.delete(key);
      settle(entry);
    };
    const timer = setTimeout(() => end(undefined), MAX_MS).unref();
    return { end };
  }
}
