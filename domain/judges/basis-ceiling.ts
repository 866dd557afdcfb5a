import type { Evaluator } from './evaluators.ts';
import { OUTCOME_BASES, type OutcomeBasis } from './outcome.ts';

/** The senders of outcomes: a person with a session, or software with a token. */
export type OutcomeSourceKind = 'person' | 'software';

/**
 * The strongest basis that an outcome may claim. This is the ceiling of its evaluator, except that a person's report
 * about a judge or a check is only `reported`. A person's own label has the ceiling of its evaluator.
 */
export function basisCeiling(
  { kind, ceiling }: Pick<Evaluator, 'kind' | 'ceiling'>,
  source: OutcomeSourceKind,
): OutcomeBasis {
  return source === 'person' && kind !== 'human' ? 'reported' : ceiling;
}

/** True if a basis is at most as strong as the ceiling. */
export function isWithinCeiling(basis: OutcomeBasis, ceiling: OutcomeBasis): boolean {
  return OUTCOME_BASES.indexOf(basis) <= OUTCOME_BASES.indexOf(ceiling);
}
