import type { WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { invalid, Refusal } from '../../../domain/kernel/errors.ts';
import { resolveQuestion } from '../../../domain/insight/time-intent.ts';
import { refuseUnaskable } from '../../../contracts/insight/refuse-unaskable.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import type { StoredQuestion } from '../../../contracts/insight/insight-query.ts';
import { FILTER_VERSION } from '../../../contracts/insight/read-context.ts';
import type { SavedView, SavedViewCreate } from '../../../contracts/views/saved-view.ts';
import { isTimeZone } from '../../../contracts/wire/time-zone.ts';
import type { SavedViewContent } from '../../../store/views/saved-view-store.ts';

/**
 * A written view as it is stored: its question is one that could be asked at `now`, in the workspace of its path.
 *
 * @throws Refusal `validation_failed` for another scope, for a zone that is not there, or when question and time intent
 * do not fit; otherwise as `refuseUnaskable`
 */
export function viewToStore(
  { query, ...written }: SavedViewCreate,
  workspace: WorkspaceTree,
  now: Date,
): SavedViewContent {
  withinQuery(() => refuseForeignScope(query, workspace));
  if (!isTimeZone(written.display_tz)) throw invalid('/display_tz', 'There is no such IANA time zone.');
  return {
    ...written,
    filter_version: FILTER_VERSION,
    query: questionToStore(query, written.time_intent, written.relative_window_seconds, now),
  };
}

/** Runs a check of a question that is the member `query` of its document, so that its pointers begin there. */
function withinQuery(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal) || error.faults.length === 0) throw error;
    const faults = error.faults.map(({ pointer, detail }) => ({ pointer: `/query${pointer}`, detail }));
    throw new Refusal(error.code, error.message, { faults });
  }
}

/** A relative question is stored without the window it was written with. */
function questionToStore(
  question: StoredQuestion,
  timeIntent: SavedView['time_intent'],
  relativeWindowSeconds: number | undefined,
  now: Date,
): StoredQuestion {
  switch (timeIntent) {
    case 'fixed':
      if (relativeWindowSeconds !== undefined) {
        throw invalid('/relative_window_seconds', 'A view with a fixed window has no relative one.');
      }
      if (question.from === undefined) throw invalid('/query/from', 'A view with a fixed window needs `from`.');
      if (question.to === undefined) throw invalid('/query/to', 'A view with a fixed window needs `to`.');
      withinQuery(() => refuseUnaskable(question));
      return question;
    case 'relative': {
      if (relativeWindowSeconds === undefined) {
        throw invalid('/relative_window_seconds', 'A view with a relative window needs its length in seconds.');
      }
      const { from, to, ...stored } = question;
      if ((from === undefined) !== (to === undefined)) {
        throw invalid('/query', 'Name both ends of the window, or neither.');
      }
      // With its window: a series of hours may be too long for one answer.
      withinQuery(() =>
        refuseUnaskable(resolveQuestion<StoredQuestion>(stored, timeIntent, relativeWindowSeconds, now)),
      );
      return stored;
    }
  }
}
