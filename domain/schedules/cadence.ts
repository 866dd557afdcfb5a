/** `interval` counts elapsed time from an anchor; `wall_clock` follows the clocks of a time zone. */
export const CADENCE_MODES = ['interval', 'wall_clock'] as const;

export const FREQUENCIES = ['hourly', 'daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The days of a week, which begins on Monday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The notes on a local time: it did not exist and ran later, or existed twice and ran at the earlier instant. */
export const CADENCE_NOTES = ['', 'dst_gap', 'dst_fold'] as const;
export type CadenceNote = (typeof CADENCE_NOTES)[number];

/** Runs at its anchor and every 3,600, 86,400 or 604,800 seconds after it; never before it. */
export interface IntervalCadence {
  readonly mode: 'interval';
  readonly frequency: Frequency;
  /** RFC 3339, UTC, milliseconds. */
  readonly anchor: string;
  /** Labels the instants and moves none. */
  readonly timezone?: string;
}

interface DailyCadence {
  readonly mode: 'wall_clock';
  readonly frequency: 'daily';
  /** `HH:MM`. */
  readonly local_time: string;
  readonly timezone: string;
}

interface WeeklyCadence extends Omit<DailyCadence, 'frequency'> {
  readonly frequency: 'weekly';
  readonly weekday: Weekday;
}

/** Runs once per local day, or per local week, of its zone. */
export type WallClockCadence = DailyCadence | WeeklyCadence;

/** A cadence as it is kept and shown, every rule met and an anchor filled in. */
export type Cadence = IntervalCadence | WallClockCadence;
