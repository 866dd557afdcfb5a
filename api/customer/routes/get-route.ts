import { GATEWAY_OPERATIONS } from '../../../contracts/gateway/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** Answers with a route and the release that serves it now. */
export const getRoute = restrictToComparers(
  customerHandlerOf(GATEWAY_OPERATIONS, 'customer.routes.get', {
    access: 'requireRoute',
    answer: (request, { access }) => ({ data: access.route.of(request) }),
  }),
);
