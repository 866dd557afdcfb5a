/**
 * The reasons why agreement beyond chance cannot be computed. `nothing_compared`: no item has two ratings.
 * `one_category`: all ratings are equal, so chance explains all of the agreement, and the coefficient would be zero
 * divided by zero.
 */
export type UnmeasurableReason = 'nothing_compared' | 'one_category';

/**
 * A coefficient that cannot be computed, with the reason. A value of 0 would be a measurement: agreement as frequent as
 * by chance.
 */
export interface AbsentCoefficient {
  readonly state: 'absent';
  readonly reason: UnmeasurableReason;
}

/** The agreement of raters beyond chance: 1 if they always agree, negative if they agree less often than by chance. */
export type Coefficient = { readonly state: 'present'; readonly value: number } | AbsentCoefficient;

/** The result for a coefficient that cannot be computed. */
export function absentCoefficient(reason: UnmeasurableReason): AbsentCoefficient {
  return { state: 'absent', reason };
}
