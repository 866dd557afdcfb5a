import { setTimeout as delay } from 'node:timers/promises';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Clock } from '../../domain/kernel/clock.ts';

const MINUTE_MS = 60_000;
/**
 * Milliseconds after which a server whose time does not advance counts as blocked. One occurrence takes a tenth of a
 * second.
 */
const STANDSTILL_MS = 15_000;

/** The time of one test, which follows its time-skipping server and begins at an instant of the test's choice. */
export interface SkippingTime {
  /** The clock of the test, which shows the time of the last `refresh`. */
  readonly clock: Clock;
  /** Reads the server's time. */
  refresh(): Promise<void>;
  /**
   * Lets the server advance to an instant. Work that is due earlier is completed. Work that is due at the instant
   * itself has begun.
   * @throws Error if some work does not end, during which the server skips no time
   */
  goTo(instant: Date): Promise<void>;
  /** Advances only the clock: time passes during work, or while the server waits for a worker. */
  leapTo(instant: Date): Promise<void>;
}

/**
 * Binds a clock to a time-skipping server. During work, the server's time also advances with real time. The clock
 * counts skipped time in whole minutes, so that no test depends on the speed of its machine. It reaches an instant to
 * the millisecond, and the work that follows happens at that instant.
 */
export async function openSkippingTime(environment: TestWorkflowEnvironment, begin: string): Promise<SkippingTime> {
  const ahead = async (): Promise<number> => (await environment.currentTimeMs()) - Date.now();
  let beginMs = Date.parse(begin) - (await ahead());
  let nowMs = Date.parse(begin);

  const refresh = async (): Promise<void> => {
    nowMs = Math.round((beginMs + (await ahead())) / MINUTE_MS) * MINUTE_MS;
  };
  const until = async (instant: Date): Promise<number> => instant.getTime() - beginMs - (await ahead());
  return {
    clock: { now: () => new Date(nowMs) },
    refresh,
    async goTo(instant) {
      let rest = await until(instant);
      while (rest > 100) {
        await sleepUnlessStill(environment, rest, ahead);
        // The server did not skip the time of this work, so a further iteration skips the rest.
        const left = await until(instant);
        if (left > rest / 2) break;
        rest = left;
      }
      await refresh();
    },
    async leapTo(instant) {
      beginMs += await until(instant);
      await refresh();
    },
  };
}

async function sleepUnlessStill(
  environment: TestWorkflowEnvironment,
  milliseconds: number,
  ahead: () => Promise<number>,
): Promise<void> {
  const sleeping = environment.sleep(milliseconds).then(() => 'slept' as const);
  // If the test fails during the wait, its server ends and this promise rejects.
  sleeping.catch(() => undefined);
  let before = await ahead();
  while ((await Promise.race([sleeping, delay(STANDSTILL_MS, 'waits' as const)])) === 'waits') {
    const now = await ahead();
    if (now - before < MINUTE_MS) {
      throw new Error('The time does not advance: some work does not end, or waits for a worker.');
    }
    before = now;
  }
}
