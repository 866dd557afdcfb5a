import { UNREADABLE, type Judgement } from '../../providers/answers/judgement.ts';
import { reportedErrorIn } from '../../providers/answers/reported-error.ts';
import { isObject } from '../../providers/json-parts.ts';
import type { Protocol } from '../../providers/protocols/shared/protocol.ts';

/**
 * The judgement on a document that came to its end.
 * @param isOutline true if its large members are left out, so that an absent one says nothing
 */
export function classifyDocument(
  { answerForm: form }: Pick<Protocol, 'answerForm'>,
  document: unknown,
  isOutline: boolean,
): Judgement {
  // Gemini states an error as a list of one.
  const stated: unknown = Array.isArray(document) && document.length > 0 ? document[0] : document;
  if (!isObject(stated)) return UNREADABLE;
  const isAnswer = isOutline || form.isAnswer(stated);
  const error = reportedErrorIn(stated, isAnswer);
  if (error !== undefined) return { state: 'failed', error };
  // What was used is stated of answers alone.
  const isWhole = stated === document && (isAnswer || isObject(stated['usage']));
  return isWhole ? form.body(stated) : UNREADABLE;
}
