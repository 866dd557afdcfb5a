import { setTimeout as delay } from 'node:timers/promises';

/** A call in flight: to a provider and back, or out of the cache. */
interface CallInFlight {
  start(): void;
  /** Ends the call immediately. */
  cut(reason: 'shutdown' | 'too_long'): void;
}

/** A call and its position in the array. */
interface TrackedCall {
  call: CallInFlight;
  index: number;
  /** The number of checks before the call began. */
  readonly since: number;
}

/**
 * Milliseconds between checks for calls that take too long. A timer for each call would cost more than all other work
 * here.
 */
const LOOK_MS = 60_000;

/**
 * The number of checks after which a call is cut: within a minute after an hour. A call that has no ending long after
 * that belonged to a process that was lost.
 */
const MAX_LOOKS = 60;

/**
 * The calls in flight, in an array: the last call moves to the position of one that ends. A `Set` would rebuild its
 * table again and again, and each old table would hold ended calls until the next full collection.
 */
export class CallsInFlight {
  readonly #tracked: TrackedCall[] = [];
  #looks = 0;
  #looking: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;

  get size(): number {
    return this.#tracked.length;
  }

  /** Starts a call. @param make creates it; its argument is called when the row of the call is stored, or cannot be */
  start(make: (done: () => void) => CallInFlight): void {
    const call = make(() => this.#leave(place));
    const place = { call, index: this.#tracked.length, since: this.#looks };
    this.#tracked.push(place);
    this.#looking ??= setInterval(() => this.#look(), LOOK_MS).unref();
    call.start();
  }

  #look(): void {
    this.#looks += 1;
    for (const { call, since } of this.#tracked.slice()) if (this.#looks - since > MAX_LOOKS) call.cut('too_long');
  }

  #leave({ index }: TrackedCall): void {
    const last = this.#tracked.pop();
    if (last !== undefined && last.index !== index) {
      last.index = index;
      this.#tracked[index] = last;
    }
    if (this.#tracked.length === 0) this.#onIdle?.();
  }

  /** Waits for all calls, and cuts those that take longer. True if none was cut. */
  async end(withinMs: number): Promise<boolean> {
    const idle = new Promise<boolean>((resolve) => {
      this.#onIdle = () => resolve(true);
      if (this.#tracked.length === 0) resolve(true);
    });
    const ended = new AbortController();
    const late = delay(withinMs, false, { signal: ended.signal }).catch(() => false);
    const isWhole = await Promise.race([idle, late]);
    ended.abort();
    for (const { call } of this.#tracked.slice()) call.cut('shutdown');
    await idle;
    clearInterval(this.#looking);
    return isWhole;
  }
}
