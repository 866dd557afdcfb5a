/**
 * Why agreement beyond chance cannot be said. `nothing_compared`: no item was rated twice. `one_category`: every rating is the
 * same, so that chance alone explains all of the agreement, and a coefficient would be zero over zero.
 */
export type Unmeasurable = 'nothing_compared' | 'one_category';

/** A coefficient is absent for a reason; 0 is a measurement, and says that raters agree as often as chance has them. */
export interface Absent {
  readonly state: 'absent';
  readonly reason: Unmeasurable;
}

/** How far raters agree beyond chance: 1 where they always do, negative where they do less than chance has them. */
export type Coefficient = { readonly state: 'present'; readonly value: number } | Absent;

/** A coefficient that cannot be said. */
export function absent(reason: Unmeasurable): Absent {
  return { state: 'absent', reason };
}
