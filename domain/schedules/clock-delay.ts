import type { Cadence } from './cadence.ts';
import { nextInstant } from './instants.ts';
import { OVERDUE_MS } from './report-schedule.ts';
import type { TimeZones } from './time-zones.ts';

/** The delay of a schedule that waits for a later instant than the next one of its cadence. */
export interface ClockDelay {
  /** The first instant at which the schedule will not run. */
  readonly skippedFrom: Date;
  /** The whole seconds from that instant to the instant that the schedule waits for. */
  readonly seconds: number;
}

/**
 * The delay of a schedule beyond the next instant of its cadence; undefined without a delay, or if it is only as much
 * as the clocks of two machines may differ. A delay occurs if the clock of a machine was ahead when the schedule was
 * planned: the schedule then waits for the instant after the time of that clock.
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
