import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { forComparers } from '../comparisons/for-comparers.ts';

/** A case at its latest version. */
export const getCase = forComparers(
  customerHandlerOf(COMPARISON_OPERATIONS, 'customer.cases.get', {
    access: 'requireCase',
    answer: (request, { access }) => ({ data: access.case.of(request) }),
  }),
);
