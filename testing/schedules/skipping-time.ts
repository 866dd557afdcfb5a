import { setTimeout as delay } from 'node:timers/promises';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Clock } from '../../domain/kernel/clock.ts';

const MINUTE_MS = 60_000;
/**
 * Milliseconds after which a server whose time does not move waits for something: one occurrence takes a tenth of a
 * second.
 */
const STANDSTILL_MS = 15_000;

/** The time of one test: that of its time-skipping server, begun on a day of the test's choice. */
export interface SkippingTime {
  /** The one clock of the test: it shows what `refresh` read last. */
  readonly clock: Clock;
  /** Reads the server's time. */
  refresh(): Promise<void>;
  /**
   * Lets the server go to an instant. What falls due on the way is done before the time goes on; what falls due at the
   * instant itself has begun.
   * @throws Error when something is at work that does not end: no time is skipped meanwhile
   */
  goTo(instant: Date): Promise<void>;
  /** Moves the clock alone: time that passes while something works, or waits for a worker. */
  leapTo(instant: Date): Promise<void>;
}

/**
 * Binds a clock to a time-skipping server. The server's time also runs by itself, as fast as ours, while anything
 * works. The clock counts skipped time in whole minutes, so that no test depends on the speed of its machine. An
 * instant is reached to the millisecond, and the work that follows happens at that instant.
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
        // What the work on the way took was not skipped, and is made up for by another turn.
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
  // A test that fails meanwhile ends its server, and this with it.
  sleeping.catch(() => undefined);
  let before = await ahead();
  while ((await Promise.race([sleeping, delay(STANDSTILL_MS, 'waits' as const)])) === 'waits') {
    const now = await ahead();
    if (now - before < MINUTE_MS) {
      throw new Error('Time stands still: something is at work that does not end, or waits for a worker.');
    }
    before = now;
  }
}
