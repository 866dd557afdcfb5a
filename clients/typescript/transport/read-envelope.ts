import { TruetallyAnswerError } from '../errors.ts';
import type { OPERATIONS, OperationName } from '../operations.ts';
import type { Answer } from './answer.ts';
import { createProblemError } from './problem-error.ts';

type Operation = (typeof OPERATIONS)[OperationName];
type Document = Readonly<Record<string, unknown>>;

/**
 * Passes an answer whose head is that of a success of the operation.
 *
 * @throws TruetallyProblemError for a problem document
 * @throws TruetallyAnswerError for whatever else the API does not describe
 */
export async function requireSuccess(response: Response, { success }: Operation): Promise<void> {
  const { status } = response;
  if (status === success) return;
  if (mediaTypeOf(response) === 'application/problem+json' && status >= 400) {
    throw createProblemError(status, await readDocument(response), secondsIn(response.headers.get('retry-after')));
  }
  await response.body?.cancel();
  // A browser hides the status of a redirect that is not followed, and says 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new TruetallyAnswerError('The answer is a redirect, which is never followed: correct baseUrl.', response);
  }
  throw new TruetallyAnswerError(`The answer has the status ${status} and is no problem document.`, response);
}

/**
 * Passes an answer of one media type, its parameters aside.
 *
 * @throws TruetallyAnswerError for any other, such as the page of a proxy that answers everything with 200
 */
export async function requireMediaType(response: Response, mediaType: string): Promise<void> {
  const found = mediaTypeOf(response);
  if (found === mediaType) return;
  await response.body?.cancel();
  throw new TruetallyAnswerError(`The answer is not ${mediaType} but ${found || 'of no type'}.`, response);
}

/**
 * Reads the envelope of a success.
 *
 * @throws TruetallyAnswerError when the document is not the envelope of this operation
 */
export async function readEnvelope(response: Response, { kind }: Operation): Promise<Answer<unknown>> {
  await requireMediaType(response, 'application/json');
  const { kind: found, data, request_id: requestId, next_cursor: nextCursor } = await readDocument(response);
  if (found !== kind || data === undefined || typeof requestId !== 'string') {
    throw new TruetallyAnswerError(`The answer is no envelope of the kind ${kind}.`, response);
  }
  // An empty cursor ends a list.
  return { data, requestId, ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }) };
}

async function readDocument(response: Response): Promise<Document> {
  const text = await response.text();
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new TruetallyAnswerError('The answer is not valid JSON.', response, { cause });
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new TruetallyAnswerError('The answer is no JSON object.', response);
  }
  return document as Document;
}

/** The service says seconds; a proxy before it may say a date, which is taken for nothing. */
function secondsIn(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function mediaTypeOf({ headers }: Response): string {
  return (headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
}
