import { setTimeout as delay } from 'node:timers/promises';

/** A call on its way: to a provider and back, or out of the cache. */
interface CallInFlight {
  start(): void;
  /** Ends it where it is. */
  cut(reason: 'shutdown' | 'too_long'): void;
}

/** A call in its place among them. */
interface TrackedCall {
  call: CallInFlight;
  index: number;
  /** The number of looks before it began. */
  readonly since: number;
}

/**
 * Milliseconds between looks for calls that take too long: a timer for each of them would cost more than all other work
 * here.
 */
const LOOK_MS = 60_000;

/**
 * The number of looks after which a call is cut, within a minute after an hour. A call without an ending long after
 * that has lost its process.
 */
const MAX_LOOKS = 60;

/**
 * The calls in flight. They are in an array, and the last one takes the place of one that ends. A `Set` makes a new
 * table of itself again and again, and each old one holds ended calls until the next full collection.
 */
export class CallsInFlight {
  readonly #tracked: TrackedCall[] = [];
  #looks = 0;
  #looking: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;

  get size(): number {
    return this.#tracked.length;
  }

  /** @param make gets what the call has to tell when its row is kept, or cannot be */
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

  /** Waits for all of them, and cuts those that take longer. True where none was cut. */
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
