import { GATEWAY_OPERATIONS } from '../../../contracts/gateway/operations.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** Answers with a route and the release that serves it now. */
export const getRoute = restrictToComparers(
  createCustomerHandler(GATEWAY_OPERATIONS, 'customer.routes.get', {
    access: 'requireRoute',
    answer: (request, { access }) => ({ data: access.route.of(request) }),
  }),
);
