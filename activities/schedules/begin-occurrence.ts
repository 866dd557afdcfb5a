import { canEnterWorkspace } from '../../domain/tenancy/resolve.ts';
import { canReadAll, isViewVisible } from '../../domain/tenancy/visibility.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { frozenRun, type FrozenRun } from '../../contracts/reports/frozen-run.ts';
import { reportableContent } from '../../contracts/reports/reportable-content.ts';
import { matchesPinnedQuestion } from '../../contracts/views/matches-pinned-question.ts';
import { mayReadFilter } from '../../contracts/views/may-read-filter.ts';
import type { SavedView } from '../../contracts/views/saved-view.ts';
import { viewWindow } from '../../contracts/views/view-window.ts';
import type { ClaimedOccurrence, OccurrenceFailure } from '../../store/schedules/occurrence-beginning.ts';
import { failTransiently } from '../fail-transiently.ts';
import type { OccurrencePorts } from './occurrence-ports.ts';

const AUTHORITY_LOST = {
  code: 'authority_lost',
  detail: 'The owner’s access no longer covers the saved view of this report, its complete scope or its filter.',
  pause: 'authority_lost',
} as const satisfies OccurrenceFailure;

const VIEW_CHANGED = { code: 'view_changed', pause: 'view_changed' } as const;

/**
 * Creates the run of a claimed occurrence under its owner's present access, over the window of the claim; or ends the
 * occurrence. An occurrence that is no longer `claimed` stays unchanged.
 */
export function createBeginOccurrence(
  ports: OccurrencePorts,
): (input: { occurrenceId: string }) => Promise<OccurrenceStatus> {
  const { transitions } = ports;
  return ({ occurrenceId }) =>
    failTransiently(async () => {
      const claimed = await transitions.findClaimed(occurrenceId);
      if (claimed === undefined) return transitions.read(occurrenceId);
      const decided = await decide(ports, claimed);
      return 'run' in decided
        ? begin(ports, claimed, decided.run)
        : logStatus(ports, claimed, await transitions.fail({ occurrenceId, ...decided.failure }));
    });
}

/**
 * Begins the claimed occurrence of a plan if it may have its run. Any other occurrence stays unchanged, also after a
 * fault, because its own workflow decides its state and counts its tries. Returns the resulting state of the row;
 * undefined if it is unchanged.
 */
export function createBeginAhead(
  ports: OccurrencePorts,
): (input: { occurrenceId: string }) => Promise<OccurrenceStatus | undefined> {
  return async ({ occurrenceId }) => {
    try {
      const claimed = await ports.transitions.findClaimed(occurrenceId);
      const decided = claimed && (await decide(ports, claimed));
      return claimed && decided && 'run' in decided ? await begin(ports, claimed, decided.run) : undefined;
    } catch (error) {
      ports.log.warn({ err: error, occurrence_id: occurrenceId }, 'an occurrence did not begin; its workflow retries');
      return undefined;
    }
  };
}

async function begin(ports: OccurrencePorts, claimed: ClaimedOccurrence, run: FrozenRun): Promise<OccurrenceStatus> {
  const { transitions, faultPoints } = ports;
  faultPoints.reach('occurrence.before_begin');
  const status = await transitions.begin({ occurrenceId: claimed.occurrenceId, run });
  faultPoints.reach('occurrence.after_begin');
  return logStatus(ports, claimed, status);
}

function logStatus({ log }: OccurrencePorts, claimed: ClaimedOccurrence, status: OccurrenceStatus): OccurrenceStatus {
  log.info(
    {
      occurrence_id: claimed.occurrenceId,
      schedule_id: claimed.scheduleId,
      state: status.state,
      run_id: status.runId,
      failure_code: status.failureCode,
    },
    'began an occurrence',
  );
  return status;
}

type Decision = { readonly run: FrozenRun } | { readonly failure: OccurrenceFailure };

async function decide(ports: OccurrencePorts, claimed: ClaimedOccurrence): Promise<Decision> {
  const { tenancy, savedViews, newId } = ports;
  const [owner, workspace, view] = await Promise.all([
    tenancy.loadCaller(claimed.owner),
    tenancy.loadTree(claimed.workspaceId),
    savedViews.find(claimed.savedViewId),
  ]);
  if (owner === undefined || workspace === undefined || !canEnterWorkspace(owner, workspace))
    return { failure: AUTHORITY_LOST };
  if (view === undefined) return { failure: { ...VIEW_CHANGED, detail: 'The saved view of this report was deleted.' } };
  if (!isViewVisible(owner, workspace, view)) return { failure: AUTHORITY_LOST };
  const content = reportableContent(view, workspace);
  if (!(content instanceof Refusal) && !canReadAll(owner, workspace, content.environmentIds)) {
    return { failure: AUTHORITY_LOST };
  }
  if (!mayReadFilter(owner, workspace, view.query)) return { failure: AUTHORITY_LOST };
  if (!matchesPinnedQuestion(view, claimed.viewRevision)) return { failure: movedPast(view, claimed) };
  if (!isWindowOf(view, claimed)) {
    const detail = 'The window of the saved view is not the one that this occurrence was claimed for.';
    return { failure: { code: 'window_mismatch', detail } };
  }
  if (content instanceof Refusal) return { failure: invalidRequest(content) };
  try {
    const run = frozenRun({
      runId: newId('reportRun'),
      reportId: claimed.reportId,
      key: claimed.occurrenceId,
      asOf: claimed.scheduledFor,
      initiator: owner,
      workspace,
      view,
      content,
    });
    return { run };
  } catch (error) {
    if (error instanceof Refusal) return { failure: invalidRequest(error) };
    throw error;
  }
}

function movedPast({ revision }: SavedView, { viewRevision }: ClaimedOccurrence): OccurrenceFailure {
  const detail = `The saved view has revision ${revision}, and the report uses revision ${viewRevision}.`;
  return { ...VIEW_CHANGED, detail };
}

function isWindowOf(view: SavedView, { scheduledFor, windowFrom, windowTo }: ClaimedOccurrence): boolean {
  const window = viewWindow(view, scheduledFor);
  return window?.from.getTime() === windowFrom.getTime() && window.to.getTime() === windowTo.getTime();
}

/** The failure for an invalid question: every further instant would ask the same and fail in the same way. */
function invalidRequest({ message }: Refusal): OccurrenceFailure {
  return { code: 'invalid_request', detail: message, pause: 'invalid_request' };
}
