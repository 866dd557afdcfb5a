import { invalid, Refusal } from '../../domain/kernel/errors.ts';
import { resolveQuestion } from '../../domain/insight/windows/time-intent.ts';
import { refuseUnaskable } from '../insight/refuse-unaskable.ts';
import { type InsightQuery, type StoredQuestion, StoredQuestionSchema } from '../insight/insight-query.ts';
import { FILTER_VERSION } from '../insight/terms/read-context.ts';
import { isTimeZone, zoneOffsetMs } from '../wire/time-zone.ts';
import { createValidator } from '../wire/validator.ts';
import type { SavedView } from './saved-view.ts';

const refuseMalformed = createValidator(StoredQuestionSchema);

/**
 * The question of a view as its store holds it.
 *
 * @throws Refusal `validation_failed` when it is no document of this build's contract
 */
export function storedQuestion(view: SavedView): StoredQuestion {
  const refusal = refuseMalformed(view.query);
  if (refusal !== undefined || view.filter_version !== FILTER_VERSION) throw unaskable(refusal?.message);
  return view.query as StoredQuestion;
}

/**
 * The question of a view as it is asked at `now`: with its window, and under the zone that the view labels it by.
 *
 * @throws Refusal `validation_failed` when this build can no longer ask it
 */
export function askedQuestion(view: SavedView, question: StoredQuestion, now: Date): InsightQuery {
  const zone = view.calendar_window?.timezone;
  if (zone !== undefined && !isTimeZone(zone)) throw unaskable(`It does not know the time zone ${zone}.`);
  const asked = resolveQuestion(question, view, now, zoneOffsetMs);
  const query = { ...asked, display_tz: view.display_tz };
  try {
    refuseUnaskable(query);
  } catch (error) {
    if (error instanceof Refusal) throw unaskable(error.message);
    throw error;
  }
  return query;
}

function unaskable(why = 'It was stored under another contract.'): Refusal {
  return invalid('/query', `This version cannot ask the stored question. ${why}`);
}
