import { isOverlapping, type TimeSpan } from './coverage.ts';

/**
 * The traffic that reads omit: that of these environments within a half-open window. Both ends are whole UTC hours, so
 * a rolled-up hour is entirely included or excluded.
 */
export interface Exclusion {
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** True if the exclusion may omit facts of one of the environments in the span. */
export function excludesFrom(exclusion: Exclusion, environmentIds: readonly string[], span: TimeSpan): boolean {
  return isOverlapping(exclusion, span) && exclusion.environmentIds.some((id) => environmentIds.includes(id));
}
