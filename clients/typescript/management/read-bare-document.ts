import type { Answer } from '../transport/answer.ts';
import { readDocument } from '../transport/read-document.ts';
import { requireMediaType } from '../transport/require-media-type.ts';

/**
 * Reads the body of a success as a document without an envelope.
 *
 * @throws TruetallyAnswerError if the body is not a JSON object
 */
export async function readBareDocument(response: Response): Promise<Answer<unknown>> {
  await requireMediaType(response, 'application/json');
  return { data: await readDocument(response), requestId: response.headers.get('x-request-id') ?? '' };
}
