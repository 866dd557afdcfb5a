import {
  InsightForbiddenError,
  InsightRefusalError,
  InsightUnavailableError,
  TruetallyProblemError,
} from '../errors.ts';
import { isInsightRefusal } from '../resources/is-insight-refusal.ts';

/**
 * The error of a problem document, recognised by status and type together, whichever operation answered it: a reader's
 * refusal reaches the caller of a report unchanged. A pair that is in no table is a plain `TruetallyProblemError`.
 */
export function createProblemError(
  ...[status, document, retryAfterSeconds]: ConstructorParameters<typeof TruetallyProblemError>
): TruetallyProblemError {
  const problem = new TruetallyProblemError(status, document, retryAfterSeconds);
  if (!isInsightRefusal(status, problem.type)) return problem;
  if (status === 403) return new InsightForbiddenError(status, document, retryAfterSeconds);
  if (status === 503) return new InsightUnavailableError(status, document, retryAfterSeconds);
  return new InsightRefusalError(status, document, retryAfterSeconds);
}
