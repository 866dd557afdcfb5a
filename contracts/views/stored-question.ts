import { invalidMember, Refusal } from '../../domain/kernel/errors.ts';
import { resolveQuestion } from '../../domain/insight/windows/time-intent.ts';
import { refuseInconsistentQuestion } from '../insight/refuse-inconsistent-question.ts';
import { type InsightQuery, type StoredQuestion, StoredQuestionSchema } from '../insight/insight-query.ts';
import { FILTER_VERSION } from '../insight/terms/read-context.ts';
import { isTimeZone, zoneOffsetMs } from '../wire/time-zone.ts';
import { createValidator } from '../wire/validator.ts';
import type { SavedView } from './saved-view.ts';

const refuseMalformed = createValidator(StoredQuestionSchema);

/**
 * The question of a view, as it is stored.
 *
 * @throws Refusal `validation_failed` if the document does not meet the contract of this build
 */
export function storedQuestion(view: SavedView): StoredQuestion {
  const refusal = refuseMalformed(view.query);
  if (refusal !== undefined || view.filter_version !== FILTER_VERSION) throw unaskable(refusal?.message);
  return view.query as StoredQuestion;
}

/**
 * The question of a view at `now`, with its window and the time zone of its labels.
 *
 * @throws Refusal `validation_failed` if this build can no longer answer it
 */
export function resolveStoredQuestion(view: SavedView, question: StoredQuestion, now: Date): InsightQuery {
  const zone = view.calendar_window?.timezone;
  if (zone !== undefined && !isTimeZone(zone)) throw unaskable(`It does not support the time zone ${zone}.`);
  const asked = resolveQuestion(question, view, now, zoneOffsetMs);
  const query = { ...asked, display_tz: view.display_tz };
  try {
    refuseInconsistentQuestion(query);
  } catch (error) {
    if (error instanceof Refusal) throw unaskable(error.message);
    throw error;
  }
  return query;
}

function unaskable(why = 'It was stored under another contract.'): Refusal {
  return invalidMember('/query', `This version cannot read the stored question. ${why} Save the view again.`);
}
