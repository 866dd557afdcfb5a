import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import { answerWithoutDimensions } from '../../contracts/reports/answer-without-dimensions.ts';
import type { StoredRun } from '../../store/reports/report-run-store.ts';

/** The sizes of an answer without values of dimensions, as a worker stores them with the run. */
export function hiddenSizes(answer: InsightAnswer): Pick<StoredRun, 'withoutDimensions'> {
  const made = answerWithoutDimensions(answer);
  if (made === undefined) return {};
  const { groupCount, byteCount, redactedByteCount } = made;
  return { withoutDimensions: { groupCount, byteCount, redactedByteCount } };
}
