import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentDecision } from './present-decision.ts';

/** A decision, with the clauses that it was computed from. */
export const getComparisonDecision = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.decisions.get', {
    access: 'requireComparisonDecision',
    answer: (request, { access }) => ({
      data: presentDecision(access.comparisonDecision.of(request), access.holds(request, 'cost.read')),
    }),
  }),
);
