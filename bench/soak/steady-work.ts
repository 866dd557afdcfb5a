import { setTimeout as delay } from 'node:timers/promises';

/** One kind of work at a steady rate, and its results. */
export interface SteadyWork {
  readonly name: string;
  readonly done: () => number;
  readonly failed: () => number;
  /** The first few faults, as text. */
  readonly faults: readonly string[];
  /** Returns the milliseconds of each piece since the previous call. */
  readonly takeTimes: () => number[];
  /** Begins pieces until the signal aborts, and then waits for the pieces in progress. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const SHOWN_FAULTS = 5;

/**
 * Creates steady work. A piece begins every `everyMs`, regardless of the duration of earlier pieces. A piece that
 * throws is a fault.
 */
export function steadyWork(name: string, everyMs: number, piece: (number: number) => Promise<void>): SteadyWork {
  const faults: string[] = [];
  let [done, failed] = [0, 0];
  let times: number[] = [];
  const attempt = async (number: number): Promise<void> => {
    const startedAt = performance.now();
    try {
      await piece(number);
      done += 1;
      times.push(performance.now() - startedAt);
    } catch (error) {
      failed += 1;
      if (faults.length < SHOWN_FAULTS) faults.push(`${name} ${number}: ${String(error)}`);
    }
  };
  return {
    name,
    done: () => done,
    failed: () => failed,
    faults,
    takeTimes: () => {
      const taken = times;
      times = [];
      return taken;
    },
    run: async (signal) => {
      const underWay = new Set<Promise<void>>();
      const startedAt = performance.now();
      for (let number = 0; !signal.aborted; number += 1) {
        const attempted: Promise<void> = attempt(number).finally(() => underWay.delete(attempted));
        underWay.add(attempted);
        const next = startedAt + (number + 1) * everyMs;
        await delay(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => undefined);
      }
      await Promise.all(underWay);
    },
  };
}
