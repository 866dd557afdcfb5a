import { engineRefusal } from './clickhouse-exception.ts';

/** Releases the slot; call it exactly once. */
export type ReleaseSlot = () => void;

interface Waiter {
  readonly heavy: boolean;
  readonly admit: (release: ReleaseSlot) => void;
}

/**
 * The number of statements that may run concurrently. Each occupies one of the 16 threads of libuv's pool, so 10 leave
 * threads for files, compression and KILL QUERY. Heavy statements get at most 6 slots, so that a light one soon finds a
 * slot.
 */
const SLOTS = 10;
const HEAVY_SLOTS = 6;

/** The number of statements that this server runs concurrently. */
export const MAX_RUNNING_STATEMENTS = SLOTS;

/**
 * The maximum number of statements that wait for a slot, each with its request and its body in memory. A dashboard
 * sends some ten concurrently. Beyond twenty-five dashboards, the server refuses a client immediately instead of
 * letting it time out.
 */
export const MAX_WAITING_STATEMENTS = 256;

/** Admits statements in order of arrival. Light ones overtake heavy ones that wait for a slot. */
export class StatementAdmission {
  #running = 0;
  #heavy = 0;
  #waiting: Waiter[] = [];

  /**
   * Waits for a slot. Rejects with code 394 if `signal` fires first, and with 202 if too many statements wait already.
   */
  acquire(heavy: boolean, signal: AbortSignal): Promise<ReleaseSlot> {
    if (signal.aborted) return Promise.reject(engineRefusal.cancelled());
    if (this.#waiting.length >= MAX_WAITING_STATEMENTS && !this.#hasSlot(heavy)) {
      return Promise.reject(engineRefusal.tooManyQueries(MAX_WAITING_STATEMENTS));
    }
    return new Promise((admit, refuse) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        refuse(engineRefusal.cancelled());
      };
      const waiter: Waiter = {
        heavy,
        admit: (release) => {
          signal.removeEventListener('abort', leave);
          admit(release);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
      this.#admitWaiting();
    });
  }

  #hasSlot(heavy: boolean): boolean {
    return this.#running < SLOTS && !(heavy && this.#heavy >= HEAVY_SLOTS);
  }

  #admitWaiting(): void {
    this.#waiting = this.#waiting.filter((waiter) => {
      if (!this.#hasSlot(waiter.heavy)) return true;
      this.#running += 1;
      if (waiter.heavy) this.#heavy += 1;
      waiter.admit(this.#releaseOnce(waiter.heavy));
      return false;
    });
  }

  #releaseOnce(heavy: boolean): ReleaseSlot {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#running -= 1;
      if (heavy) this.#heavy -= 1;
      this.#admitWaiting();
    };
  }
}
