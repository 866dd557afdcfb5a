import { TruetallyAnswerError } from '../errors.ts';
import type { OperationRow, ProblemRules } from './lane-rules.ts';
import { readDocument } from './read-document.ts';
import { responseMediaType } from './require-media-type.ts';

/**
 * Accepts an answer only if it has the success status of the operation.
 *
 * @throws TruetallyProblemError for a problem document
 * @throws TruetallyAnswerError for every other answer that the API does not describe
 */
export async function requireSuccess(
  response: Response,
  { success }: OperationRow,
  rules: ProblemRules,
): Promise<void> {
  const { status } = response;
  if (status === success) return;
  if (responseMediaType(response) === 'application/problem+json' && status >= 400) {
    throw rules.createProblem(status, await readDocument(response), secondsIn(response.headers.get('retry-after')));
  }
  await response.body?.cancel();
  // A browser hides the status of a redirect that it does not follow, and reports 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new TruetallyAnswerError('The answer is a redirect, which is never followed: correct baseUrl.', response);
  }
  throw new TruetallyAnswerError(`The answer has the status ${status} and is no problem document.`, response);
}

/** The seconds of a `Retry-After` header. The service sends seconds; a date, which a proxy may send, is ignored. */
function secondsIn(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}
