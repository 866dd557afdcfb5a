import {
  InsightForbiddenError,
  InsightRefusalError,
  InsightUnavailableError,
  TruetallyProblemError,
} from '../errors.ts';
import { isInsightRefusal } from '../resources/is-insight-refusal.ts';

/**
 * Creates the error of a problem document from its status and type. The operation does not matter, because the refusal
 * of an insight read reaches the caller of a report unchanged. A pair of status and type that is not in the table gives
 * a plain `TruetallyProblemError`.
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
