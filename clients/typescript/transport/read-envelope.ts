import { TruetallyAnswerError } from '../errors.ts';
import type { Answer } from './answer.ts';
import { readDocument } from './read-document.ts';
import { requireMediaType } from './require-media-type.ts';

/**
 * Reads the envelope of a success.
 *
 * @throws TruetallyAnswerError when the document is not the envelope of this operation
 */
export async function readEnvelope(response: Response, { kind }: { readonly kind: string }): Promise<Answer<unknown>> {
  await requireMediaType(response, 'application/json');
  const { kind: found, data, request_id: requestId, next_cursor: nextCursor } = await readDocument(response);
  if (found !== kind || data === undefined || typeof requestId !== 'string') {
    throw new TruetallyAnswerError(`The answer is no envelope of the kind ${kind}.`, response);
  }
  // An empty cursor ends a list.
  return { data, requestId, ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }) };
}
