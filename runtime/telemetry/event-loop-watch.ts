import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger } from 'fastify';

const LOOK_MS = 10_000;
/** The number of looks for which a stall is remembered: a minute. */
const LOOKS = 6;
/** No request, write or probe was answered for that long: somebody has noticed. */
const TOLD_MS = 1_000;

/** Sees when this process stands still, and so answers nobody. */
export interface EventLoopWatch {
  /** Whole milliseconds of the longest stall of the last minute. */
  readonly maxStallMs: () => number;
}

/** Watches the event loop of this process for good, and logs each standstill of a second and more. */
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
