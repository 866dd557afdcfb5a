import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** A case at its latest version. */
export const getCase = restrictToComparers(
  createCustomerHandler(COMPARISON_OPERATIONS, 'customer.cases.get', {
    access: 'requireCase',
    answer: (request, { access }) => ({ data: access.case.of(request) }),
  }),
);
