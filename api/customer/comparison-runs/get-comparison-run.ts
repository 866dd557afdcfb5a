import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentRun } from './present-run.ts';

/** Answers with a run, its state and what it has spent. */
export const getComparisonRun = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.runs.get', {
    access: 'requireComparisonRun',
    answer: (request, { access }) => ({
      data: presentRun(access.comparisonRun.of(request), access.holds(request, 'cost.read')),
    }),
  }),
);
