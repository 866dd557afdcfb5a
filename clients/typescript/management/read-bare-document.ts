import type { Answer } from '../transport/answer.ts';
import { readDocument } from '../transport/read-document.ts';
import { requireMediaType } from '../transport/require-media-type.ts';

/**
 * Reads a success that is its document, with nothing around it.
 *
 * @throws TruetallyAnswerError when it is no document
 */
export async function readBareDocument(response: Response): Promise<Answer<unknown>> {
  await requireMediaType(response, 'application/json');
  return { data: await readDocument(response), requestId: response.headers.get('x-request-id') ?? '' };
}
