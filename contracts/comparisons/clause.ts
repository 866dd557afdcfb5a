import { Type, type Static } from 'typebox';
import { type Clause, CLAUSE_STATES } from '../../domain/comparisons/bar/clause.ts';
import { FIGURE_ABSENCES } from '../../domain/comparisons/figures/compare-costs.ts';
import { MAX_SAMPLE_CASES } from '../../domain/comparisons/sample-set.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { textSchema, wholeSchema } from '../wire/scalars.ts';
import { figureSchema } from './figure.ts';

const closed = { additionalProperties: false } as const;
const state = literalUnion(CLAUSE_STATES);
const cases = wholeSchema(0, MAX_SAMPLE_CASES);
const decimal = textSchema(64, { minLength: 1 });

/** The state of one clause of the bar, with the test, the bounds and the numbers that decided it. */
export const ClauseV1Schema = Type.Union(
  [
    Type.Object(
      {
        clause: Type.Literal('better'),
        state,
        test: Type.Literal('exact_mcnemar_one_sided'),
        p_value: decimal,
        p_value_of_baseline: decimal,
        allowed_error: decimal,
      },
      closed,
    ),
    Type.Object(
      {
        clause: Type.Literal('not_worse'),
        state,
        test: Type.Literal('tango_score_bounds_one_sided'),
        margin: decimal,
        lower_bound: decimal,
        upper_bound: decimal,
      },
      closed,
    ),
    Type.Object({ clause: Type.Literal('unknowns'), state, unknown: cases, tolerated: cases }, closed),
    Type.Object(
      { clause: Type.Literal('critical_cases'), state, passed: cases, failed: cases, unknown: cases },
      closed,
    ),
    Type.Object(
      {
        clause: Type.Literal('cost_ratio'),
        state,
        highest: decimal,
        ratio: figureSchema('CostRatio', { number: decimal }, FIGURE_ABSENCES),
      },
      closed,
    ),
  ],
  { title: 'ClauseV1' },
);

export type ClauseV1 = Static<typeof ClauseV1Schema>;

/** A clause in the form of the API. */
export function presentClause(clause: Clause): ClauseV1 {
  switch (clause.clause) {
    case 'better': {
      const { pValue: p_value, pValueOfBaseline: p_value_of_baseline, allowedError: allowed_error } = clause;
      return { clause: 'better', state: clause.state, test: clause.test, p_value, p_value_of_baseline, allowed_error };
    }
    case 'not_worse': {
      const { margin, lowerBound: lower_bound, upperBound: upper_bound } = clause;
      return { clause: 'not_worse', state: clause.state, test: clause.test, margin, lower_bound, upper_bound };
    }
    default:
      return clause;
  }
}

/**
 * Hides the ratio of a cost clause from readers without permission for cost. The state of the clause is evidence and
 * remains visible.
 */
export function redactClauseMoney(clause: ClauseV1): ClauseV1 {
  if (clause.clause !== 'cost_ratio') return clause;
  return { ...clause, ratio: { state: 'absent', reason: 'scope_not_authorized' } };
}
