import { AnnotationReleaseSchema } from '../../../contracts/judges/annotation-queue.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireAnnotator } from './require-annotator.ts';
import { requireQueue } from './require-queue.ts';

/** Releases the rows that an annotator has claimed. */
export const releaseRows = createManagementHandler(JUDGE_OPERATIONS, 'management.annotation_queue.release', {
  gate: ({ ports }) => requireQueue(ports),
  body: AnnotationReleaseSchema,
  async answer(request, { ports, caller }) {
    const { req_ids: requestIds, skip = false, annotator: named } = request.body;
    const annotator = requireAnnotator(caller.of(request), named);
    return { released: await ports.annotationLeases.release(annotator, requestIds, skip) };
  },
});
