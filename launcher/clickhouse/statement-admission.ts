import { engineRefusal } from './clickhouse-exception.ts';

/** Gives back the slot; call it exactly once. */
export type ReleaseSlot = () => void;

interface Waiter {
  readonly heavy: boolean;
  readonly admit: (release: ReleaseSlot) => void;
}

/**
 * The number of statements that may run at once. Each holds a thread of libuv's pool (16) while it runs, so 10 leave
 * room for files, compression and KILL QUERY. Heavy ones get at most 6 of them, so that a light one finds a slot soon.
 */
const SLOTS = 10;
const HEAVY_SLOTS = 6;

/** The number of statements that this server runs at once. */
export const MAX_RUNNING = SLOTS;

/**
 * The number of statements that wait for a slot, each with its request and its body in memory. A dashboard asks some
 * ten at once. After twenty-five dashboards, a client is refused at once rather than left to wait until its time-out.
 */
export const MAX_WAITING = 256;

/** Admits statements in their order of arrival, light ones past heavy ones that have no slot. */
export class StatementAdmission {
  #running = 0;
  #heavy = 0;
  #waiting: Waiter[] = [];

  /** Waits for a slot. Rejects with code 394 when `signal` fires first, with 202 when it would wait and too many do. */
  acquire(heavy: boolean, signal: AbortSignal): Promise<ReleaseSlot> {
    if (signal.aborted) return Promise.reject(engineRefusal.cancelled());
    if (this.#waiting.length >= MAX_WAITING && !this.#hasSlot(heavy)) {
      return Promise.reject(engineRefusal.tooManyQueries(MAX_WAITING));
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
