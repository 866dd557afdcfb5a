import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger } from 'fastify';

const LOOK_MS = 10_000;
/** The number of past intervals for which a stall is remembered, a minute in all. */
const LOOKS = 6;
/** The duration of a stall from which on it is logged, because it delays requests, writes and probes noticeably. */
const TOLD_MS = 1_000;

/** A watch for stalls of the event loop, during which this process answers nothing. */
export interface EventLoopWatch {
  /** The longest stall of the last minute, in whole milliseconds. */
  readonly maxStallMs: () => number;
}

/** Watches the event loop until the process ends, and logs each stall of a second or more. */
export function watchEventLoop(log: Pick<FastifyBaseLogger, 'warn'>): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  const before: number[] = [];
  const maxDelayMs = (): number => Math.round(delays.max / 1e6);
  delays.enable();
  setInterval(() => {
    const stalledMs = maxDelayMs();
    if (stalledMs >= TOLD_MS) log.warn({ stalled_ms: stalledMs }, 'the event loop stood still');
    before.push(stalledMs);
    if (before.length > LOOKS) before.shift();
    delays.reset();
  }, LOOK_MS).unref();
  return { maxStallMs: () => Math.max(maxDelayMs(), ...before) };
}
