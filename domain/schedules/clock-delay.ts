import type { Cadence } from './cadence.ts';
import { nextInstant } from './instants.ts';
import { OVERDUE_MS } from './report-schedule.ts';
import type { TimeZones } from './time-zones.ts';

/** A schedule that waits for a later instant than the next one of its cadence. */
export interface ClockDelay {
  /** The first instant that will not run. */
  readonly skippedFrom: Date;
  /** Whole seconds from that instant to the one that the schedule waits for. */
  readonly seconds: number;
}

/**
 * Milliseconds that a schedule waits beyond the next instant of its cadence. A schedule is planned by the clock of its
 * moment. If that clock was ahead, it waits for the instant after the one that was reached then. Undefined if nothing
 * is lost, or only as much as clocks of two machines may differ.
 */
export function clockDelay(
  cadence: Cadence,
  { nextRunAt, now }: { readonly nextRunAt: Date; readonly now: Date },
  zones: TimeZones,
): ClockDelay | undefined {
  const expected = nextInstant(cadence, new Date(now.getTime() + OVERDUE_MS), zones).at;
  const delayMs = nextRunAt.getTime() - expected.getTime();
  return delayMs > 0 ? { skippedFrom: expected, seconds: Math.round(delayMs / 1_000) } : undefined;
}
