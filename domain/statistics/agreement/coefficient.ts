/**
 * The reasons why agreement beyond chance cannot be computed. `nothing_compared`: no item was rated twice.
 * `one_category`: every rating is the same, so that chance alone explains all of the agreement, and a coefficient would
 * be zero over zero.
 */
export type Unmeasurable = 'nothing_compared' | 'one_category';

/** A coefficient is absent for a reason; 0 is a measurement, and says that raters agree as often as chance has them. */
export interface AbsentCoefficient {
  readonly state: 'absent';
  readonly reason: Unmeasurable;
}

/** The agreement of raters beyond chance: 1 if they always agree, negative if they agree less often than by chance. */
export type Coefficient = { readonly state: 'present'; readonly value: number } | AbsentCoefficient;

/** A coefficient that cannot be said. */
export function absentCoefficient(reason: Unmeasurable): AbsentCoefficient {
  return { state: 'absent', reason };
}
