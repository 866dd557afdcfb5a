/**
 * Traffic that reads leave out: what lies in these environments within a half-open window. Both ends are whole UTC
 * hours, so that a rolled-up hour is either in or out.
 */
export interface Exclusion {
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
}
