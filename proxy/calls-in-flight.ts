import { setTimeout as delay } from 'node:timers/promises';

/** A call on its way: to a provider and back, or out of the cache. */
interface CallInFlight {
  start(): void;
  /** Ends it where it is. */
  cut(reason: 'shutdown'): void;
}

/** The calls that are on their way. */
export class CallsInFlight {
  readonly #calls = new Set<CallInFlight>();
  #onIdle: (() => void) | undefined;

  get size(): number {
    return this.#calls.size;
  }

  /** @param make gets what the call has to tell when its row is kept, or cannot be */
  start(make: (done: () => void) => CallInFlight): void {
    const call = make(() => {
      this.#calls.delete(call);
      if (this.#calls.size === 0) this.#onIdle?.();
    });
    this.#calls.add(call);
    call.start();
  }

  /** Waits for all of them, and cuts those that take longer. True where none was cut. */
  async end(withinMs: number): Promise<boolean> {
    const idle = new Promise<boolean>((resolve) => {
      this.#onIdle = () => resolve(true);
      if (this.#calls.size === 0) resolve(true);
    });
    const ended = new AbortController();
    const late = delay(withinMs, false, { signal: ended.signal }).catch(() => false);
    const isWhole = await Promise.race([idle, late]);
    ended.abort();
    for (const call of this.#calls) call.cut('shutdown');
    await idle;
    return isWhole;
  }
}
