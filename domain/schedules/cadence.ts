/**
 * The modes of a cadence. `interval` counts elapsed time from an anchor; `wall_clock` follows the clocks of a time
 * zone.
 */
export const CADENCE_MODES = ['interval', 'wall_clock'] as const;

export const FREQUENCIES = ['hourly', 'daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The days of the week, from Monday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * The notes on a local time. `dst_gap`: it does not exist, and the run is later. `dst_fold`: it occurs twice, and the
 * run is at the earlier instant.
 */
export const CADENCE_NOTES = ['', 'dst_gap', 'dst_fold'] as const;
export type CadenceNote = (typeof CADENCE_NOTES)[number];

/** A cadence that runs at its anchor and every 3,600, 86,400 or 604,800 seconds after it, never before. */
export interface IntervalCadence {
  readonly mode: 'interval';
  readonly frequency: Frequency;
  /** The anchor in RFC 3339, in UTC with milliseconds. */
  readonly anchor: string;
  /** The zone in which instants are shown; it does not move them. */
  readonly timezone?: string;
}

interface DailyCadence {
  readonly mode: 'wall_clock';
  readonly frequency: 'daily';
  /** The local time as `HH:MM`. */
  readonly local_time: string;
  readonly timezone: string;
}

interface WeeklyCadence extends Omit<DailyCadence, 'frequency'> {
  readonly frequency: 'weekly';
  readonly weekday: Weekday;
}

/** A cadence that runs once per local day or local week of its zone. */
export type WallClockCadence = DailyCadence | WeeklyCadence;

/** A cadence as it is stored and shown: valid, and with an anchor if it is an interval. */
export type Cadence = IntervalCadence | WallClockCadence;
