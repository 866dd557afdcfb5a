import { AnnotationClaimSchema } from '../../../contracts/judges/annotation-queue.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { leaseRows } from './lease-rows.ts';
import { requireClaimable } from './require-queue.ts';

/** Leases the rows with the highest priority for labelling. */
export const claimRows = createManagementHandler(JUDGE_OPERATIONS, 'management.annotation_queue.claim', {
  gate: ({ ports }) => requireClaimable(ports),
  body: AnnotationClaimSchema,
  answer: (request, { ports, caller }) => leaseRows(ports, caller.of(request), request.body),
});
