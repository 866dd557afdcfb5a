import type { Evaluator } from './evaluators.ts';
import { OUTCOME_BASES, type OutcomeBasis } from './outcome.ts';

/** The senders of outcomes: a person by a session, or software by a token. */
export type OutcomeSourceKind = 'person' | 'software';

/**
 * The most that an outcome may claim: what its evaluator may, and `reported` of what a person tells of a judge or a
 * check, which is hearsay. A person’s own label is as good as their word.
 */
export function ceilingOf(
  { kind, ceiling }: Pick<Evaluator, 'kind' | 'ceiling'>,
  source: OutcomeSourceKind,
): OutcomeBasis {
  return source === 'person' && kind !== 'human' ? 'reported' : ceiling;
}

/** True if a basis claims no more than its ceiling allows. */
export function isWithinCeiling(basis: OutcomeBasis, ceiling: OutcomeBasis): boolean {
  return OUTCOME_BASES.indexOf(basis) <= OUTCOME_BASES.indexOf(ceiling);
}
