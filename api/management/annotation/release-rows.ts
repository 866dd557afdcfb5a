import { AnnotationReleaseSchema } from '../../../contracts/judges/annotation-queue.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { managementHandlerOf } from '../lane/management-handler-of.ts';
import { annotatorOf } from './annotator-of.ts';
import { requireQueue } from './require-queue.ts';

/** Releases the rows that an annotator has claimed. */
export const releaseRows = managementHandlerOf(JUDGE_OPERATIONS, 'management.annotation_queue.release', {
  gate: ({ ports }) => requireQueue(ports),
  body: AnnotationReleaseSchema,
  async answer(request, { ports, caller }) {
    const { req_ids: requestIds, skip = false, annotator: named } = request.body;
    const annotator = annotatorOf(caller.of(request), named);
    return { released: await ports.annotationLeases.release(annotator, requestIds, skip) };
  },
});
