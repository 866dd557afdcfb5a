import { AnnotationClaimSchema } from '../../../contracts/judges/annotation-queue.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { managementHandlerOf } from '../lane/management-handler-of.ts';
import { leaseRows } from './lease-rows.ts';
import { requireClaimable } from './require-queue.ts';

/** Leases the rows with the highest priority for labelling. */
export const claimRows = managementHandlerOf(JUDGE_OPERATIONS, 'management.annotation_queue.claim', {
  gate: ({ ports }) => requireClaimable(ports),
  body: AnnotationClaimSchema,
  answer: (request, { ports, caller }) => leaseRows(ports, caller.of(request), request.body),
});
