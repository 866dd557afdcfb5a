import { touches, type TimeSpan } from './coverage.ts';

/**
 * Traffic that reads leave out: what lies in these environments within a half-open window. Both ends are whole UTC
 * hours, so that a rolled-up hour is either in or out.
 */
export interface Exclusion {
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** True when the exclusion may leave out facts that lie in one of the environments within the span. */
export function reachesInto(exclusion: Exclusion, environmentIds: readonly string[], span: TimeSpan): boolean {
  return touches(exclusion, span) && exclusion.environmentIds.some((id) => environmentIds.includes(id));
}
