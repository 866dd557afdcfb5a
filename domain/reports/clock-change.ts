import { localInstant } from '../kernel/text/local-instant.ts';

/** The difference between the UTC offsets of a zone at the start and at the end of a window. */
export interface ClockChange {
  readonly timezone: string;
  /**
   * The change in seconds, positive if clocks move forward. A window of 24 hours then spans 25 hours on the clocks, and
   * a local day has 23 hours.
   */
  readonly seconds: number;
  /** The local start of the window, with its offset. */
  readonly local_from: string;
  readonly local_to: string;
}

/**
 * The clock change within a window; undefined if the offset is the same at both ends. `offsetMs` gives the offset of a
 * zone from UTC at an instant.
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
