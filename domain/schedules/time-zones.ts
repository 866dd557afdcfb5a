/** The questions of cadences to the IANA time-zone database. */
export interface TimeZones {
  /** The release of the database, such as `2025c`. Offsets of days to come may be others in another release. */
  readonly version: string;
  /** True for the name of a zone of the database or of a link to one. */
  has(name: string): boolean;
  /** The zone nearest to an unknown name; undefined if none is near. */
  nearest(written: string): string | undefined;
  /**
   * Seconds by which the clocks of a zone are ahead of UTC at an instant in Unix milliseconds: whole, less than 16
   * hours either way, and a function of its arguments alone.
   */
  offsetSeconds(zone: string, utcMs: number): number;
}
