/** The IANA time-zone database, as far as cadences need it. */
export interface TimeZones {
  /** The release of the database, such as `2025c`. Another release may have other offsets for future days. */
  readonly version: string;
  /** True if the name is a zone of the database or a link to a zone. */
  has(name: string): boolean;
  /** The zone nearest to an unknown name; undefined if none is near. */
  nearest(written: string): string | undefined;
  /**
   * The seconds by which a zone is ahead of UTC at an instant in Unix milliseconds: an integer of less than 16 hours in
   * either direction. Equal arguments always give an equal result.
   */
  offsetSeconds(zone: string, utcMs: number): number;
}
