import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireQueue } from './require-queue.ts';

/** Answers with the progress of annotators: the rows that were leased to them, and those that they labelled. */
export const readProgress = createManagementHandler(JUDGE_OPERATIONS, 'management.annotation_queue.progress', {
  gate: ({ ports }) => requireQueue(ports),
  async answer(_request, { ports: { annotationLeases, countLabels } }) {
    const [annotators, labelled] = await Promise.all([annotationLeases.progress(), countLabels?.()]);
    return {
      annotators: annotators.map((one) => ({
        ...one,
        ...(labelled !== undefined && { labelled: labelled.get(one.annotator) ?? 0 }),
      })),
    };
  },
});
