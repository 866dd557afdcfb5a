import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { handlerOf } from '../lane/handler-of.ts';
import { forComparers } from '../comparisons/for-comparers.ts';
import { presentDecision } from './present-decision.ts';

/** A decision, with the clauses that it was computed from. */
export const getComparisonDecision = forComparers(
  handlerOf(COMPARISON_OPERATIONS, 'customer.comparisons.decisions.get', {
    access: 'requireComparisonDecision',
    answer: (request, { access }) => ({
      data: presentDecision(access.comparisonDecision.of(request), access.holds(request, 'cost.read')),
    }),
  }),
);
