import type { WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { invalidMember, Refusal } from '../../../domain/kernel/errors.ts';
import { resolveQuestion } from '../../../domain/insight/windows/time-intent.ts';
import { refuseInconsistentQuestion } from '../../../contracts/insight/refuse-inconsistent-question.ts';
import { refuseForeignScope } from '../../../contracts/insight/refuse-foreign-scope.ts';
import type { StoredQuestion } from '../../../contracts/insight/insight-query.ts';
import { FILTER_VERSION } from '../../../contracts/insight/terms/read-context.ts';
import type { SavedViewCreate } from '../../../contracts/views/saved-view.ts';
import { isTimeZone, zoneOffsetMs } from '../../../contracts/wire/time-zone.ts';
import type { SavedViewContent } from '../../../store/views/saved-view-store.ts';

/**
 * The stored form of a written view. Its question can be asked at `now`, in the workspace of its path.
 *
 * @throws Refusal `validation_failed` for another scope, for an unknown time zone, or if question and time intent do
 * not fit; otherwise as `refuseInconsistentQuestion`
 */
export function viewToStore(
  { query, ...written }: SavedViewCreate,
  workspace: WorkspaceTree,
  now: Date,
): SavedViewContent {
  withinQuery(() => refuseForeignScope(query, workspace));
  if (!isTimeZone(written.display_tz))
    throw invalidMember(
      '/display_tz',
      'The time zone is not in the IANA database. Name a zone such as `Europe/Berlin`.',
    );
  refuseMisfitWindow(written);
  return { ...written, filter_version: FILTER_VERSION, query: questionToStore(query, written, now) };
}

/** Runs a check of a question in the member `query`, and prefixes the pointers of its faults with that member. */
function withinQuery(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal) || error.faults.length === 0) throw error;
    const faults = error.faults.map(({ pointer, detail }) => ({ pointer: `/query${pointer}`, detail }));
    throw new Refusal(error.code, error.message, { faults });
  }
}

type Written = Omit<SavedViewCreate, 'query'>;

/** Refuses windows that do not fit the time intent: each intent has exactly one member that states its window. */
function refuseMisfitWindow({ time_intent: intent, relative_window_seconds: seconds, calendar_window }: Written): void {
  if (intent === 'relative' && seconds === undefined) {
    throw invalidMember(
      '/relative_window_seconds',
      'A view with a relative window needs a length. Send `relative_window_seconds`.',
    );
  }
  if (intent !== 'relative' && seconds !== undefined) {
    throw invalidMember(
      '/relative_window_seconds',
      `A view with a ${intent} window has no relative window. Omit \`relative_window_seconds\`.`,
    );
  }
  if (intent === 'calendar' && calendar_window === undefined) {
    throw invalidMember(
      '/calendar_window',
      'A view with a calendar window needs a unit, a count and a time zone. Send `calendar_window`.',
    );
  }
  if (intent !== 'calendar' && calendar_window !== undefined) {
    throw invalidMember(
      '/calendar_window',
      `A view with a ${intent} window has no calendar window. Omit \`calendar_window\`.`,
    );
  }
  if (calendar_window !== undefined && !isTimeZone(calendar_window.timezone)) {
    throw invalidMember(
      '/calendar_window/timezone',
      'The time zone is not in the IANA database. Name a zone such as `Europe/Berlin`.',
    );
  }
}

/** The stored form of a question: one with a relative window omits the fixed window that was sent. */
function questionToStore(question: StoredQuestion, written: Written, now: Date): StoredQuestion {
  if (written.time_intent === 'fixed') {
    if (question.from === undefined)
      throw invalidMember('/query/from', 'A view with a fixed window needs both ends. Send `from`.');
    if (question.to === undefined)
      throw invalidMember('/query/to', 'A view with a fixed window needs both ends. Send `to`.');
    withinQuery(() => refuseInconsistentQuestion(question));
    return question;
  }
  const { from, to, ...stored } = question;
  if ((from === undefined) !== (to === undefined)) {
    throw invalidMember('/query', 'The window has only one end. Send both `from` and `to`, or neither.');
  }
  // The question is checked with its window, because an hourly series may be too long for one answer.
  withinQuery(() => refuseInconsistentQuestion(resolveQuestion<StoredQuestion>(stored, written, now, zoneOffsetMs)));
  return stored;
}
