import type { AnnotationRelease, ReleasedAnnotations } from '../../../contracts/judges/annotation-queue.ts';
import type { ManagementCaller } from '../access/management-caller.ts';
import { annotatorOf } from './annotator-of.ts';
import type { AnnotationPorts } from './require-queue.ts';

/** Gives back what an annotator claimed. */
export async function releaseRows(
  { annotationLeases }: AnnotationPorts,
  caller: ManagementCaller,
  { req_ids: requestIds, skip = false, annotator }: AnnotationRelease,
): Promise<ReleasedAnnotations> {
  return { released: await annotationLeases.release(annotatorOf(caller, annotator), requestIds, skip) };
}
