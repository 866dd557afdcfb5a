import { localInstant } from '../kernel/text/local-instant.ts';

/** The change of a zone's clocks between the ends of a window. */
export interface ClockChange {
  readonly timezone: string;
  /**
   * Seconds of the change, positive forward: a window of 24 hours looks like 25 on the clocks, a local day has 23
   * hours.
   */
  readonly seconds: number;
  /** The local times at either end, with their offset. */
  readonly local_from: string;
  readonly local_to: string;
}

/**
 * Undefined where they are as far from UTC at the end as at the beginning; `offsetMs` says how far ahead at an instant.
 */
export function clockChange(
  { from, to }: { readonly from: Date; readonly to: Date },
  timezone: string,
  offsetMs: (zone: string, utcMs: number) => number,
): ClockChange | undefined {
  const before = offsetMs(timezone, from.getTime()) / 1_000;
  const after = offsetMs(timezone, to.getTime()) / 1_000;
  if (before === after) return undefined;
  return {
    timezone,
    seconds: after - before,
    local_from: localInstant(from.getTime(), before),
    local_to: localInstant(to.getTime(), after),
  };
}
