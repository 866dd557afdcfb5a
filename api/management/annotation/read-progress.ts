import type { AnnotationProgress } from '../../../contracts/judges/annotation-queue.ts';
import type { AnnotationPorts } from './require-queue.ts';

/** How far annotators are: what they were given, and what they labelled. */
export async function readProgress({ annotationLeases, countLabels }: AnnotationPorts): Promise<AnnotationProgress> {
  const [annotators, labelled] = await Promise.all([annotationLeases.progress(), countLabels?.()]);
  return {
    annotators: annotators.map((one) => ({
      ...one,
      ...(labelled !== undefined && { labelled: labelled.get(one.annotator) ?? 0 }),
    })),
  };
}
