import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** A sample set with the version of each of its cases. */
export const getSample = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.comparisons.samples.get', {
    access: 'requireSample',
    answer: (request, { access }) => ({ data: access.sample.of(request) }),
  }),
);
