import { UNREADABLE_ANSWER, type Judgement } from '../../providers/answers/judgement.ts';
import { findReportedError } from '../../providers/answers/reported-error.ts';
import { isJsonObject } from '../../providers/json-parts.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';

/**
 * The judgement on a document that was received completely.
 * @param isOutline true if its large members are omitted, so that a missing member proves nothing
 */
export function classifyDocument(
  { answerForm: form }: Pick<Protocol, 'answerForm'>,
  document: unknown,
  isOutline: boolean,
): Judgement {
  // Gemini states an error as a list with one item.
  const stated: unknown = Array.isArray(document) && document.length > 0 ? document[0] : document;
  if (!isJsonObject(stated)) return UNREADABLE_ANSWER;
  const isAnswer = isOutline || form.isAnswer(stated);
  const error = findReportedError(stated, isAnswer);
  if (error !== undefined) return { state: 'failed', error };
  // Only answers state their usage.
  const isWhole = stated === document && (isAnswer || isJsonObject(stated['usage']));
  return isWhole ? form.body(stated) : UNREADABLE_ANSWER;
}
