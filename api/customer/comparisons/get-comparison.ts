import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** A comparison with its acceptance rule. */
export const getComparison = restrictToComparers(
  customerHandlerOf(COMPARISON_OPERATIONS, 'customer.comparisons.get', {
    access: 'requireComparison',
    answer: (request, { access }) => ({ data: access.comparison.of(request) }),
  }),
);
