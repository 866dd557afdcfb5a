import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** A comparison with its acceptance rule. */
export const getComparison = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.get', {
    access: 'requireComparison',
    answer: (request, { access }) => ({ data: access.comparison.of(request) }),
  }),
);
