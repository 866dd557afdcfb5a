import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { customerHandlerOf } from '../lane/customer-handler-of.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** A sample set with the version of each of its cases. */
export const getSample = restrictToComparers(
  customerHandlerOf(COMPARISON_OPERATIONS, 'customer.comparisons.samples.get', {
    access: 'requireSample',
    answer: (request, { access }) => ({ data: access.sample.of(request) }),
  }),
);
