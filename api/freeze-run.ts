import { covers, wholeScope } from '../domain/access/resolve.ts';
import type { Caller, WorkspaceTree } from '../domain/access/scope.ts';
import { invalid, notFound, Refusal } from '../domain/errors.ts';
import { windowOf } from '../contracts/insight/askable.ts';
import type { StoredQuestion } from '../contracts/insight/insight-query.ts';
import type { SavedView } from '../contracts/saved-view.ts';
import type { Access } from './access.ts';
import type { NewReportRun } from '../store/report-runs.ts';
import type { ApiPorts } from './ports.ts';
import { askedQuestion, storedQuestion } from './stored-question.ts';

/** What a view asks about, as its workspace is now. */
interface ReportableContent {
  readonly question: StoredQuestion;
  /** The leaves that the question names in the whole workspace, whoever asks. */
  readonly environmentIds: readonly string[];
}

/** A view that the caller may report on: it sees the view, and may read all that the view asks about. */
export interface ReportableView {
  readonly view: SavedView;
  /**
   * @throws Refusal `validation_failed` for a question that this build cannot ask, or in a workspace without an
   * environment, where a run would freeze a scope of nothing for good
   */
  content(): ReportableContent;
}

/**
 * The view, if the caller may report on it. A report is never narrowed to what its creator can read. What is wrong with
 * the view itself is said by its `content`, because other refusals come before that.
 *
 * @throws Refusal `not_found` for a view that the caller cannot see, or whose whole scope it does not cover
 */
export async function requireReportableView(
  access: Access,
  caller: Caller,
  workspace: WorkspaceTree,
  savedViewId: string,
): Promise<ReportableView> {
  const view = await access.visibleView(caller, workspace, savedViewId);
  if (view === undefined) throw notFound();
  const content = contentOf(view, workspace);
  if (content instanceof Refusal) {
    return {
      view,
      content: () => {
        throw content;
      },
    };
  }
  const { environmentIds } = content;
  if (environmentIds.length === 0 || !covers(caller, workspace, environmentIds, 'metadata.read')) throw notFound();
  return { view, content: () => content };
}

function contentOf(view: SavedView, workspace: WorkspaceTree): ReportableContent | Refusal {
  if (workspace.environments.length === 0) {
    return new Refusal('validation_failed', 'The workspace has no environment yet that a report could speak of.');
  }
  try {
    const question = storedQuestion(view);
    return { question, environmentIds: wholeScope(workspace, question.scope ?? {}) };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @throws Refusal `precondition_failed` when the view is not at the revision that the caller relies on */
export function requireRevision(view: SavedView, expected: string): void {
  if (view.revision === expected) return;
  throw new Refusal(
    'precondition_failed',
    `The saved view is at revision ${view.revision}, not at ${expected}. Read it again.`,
  );
}

/** @throws Refusal `validation_failed` for a view whose answer is rows: a report holds figures */
export function refuseRows({ shape }: StoredQuestion): void {
  if (shape === 'drilldown' || shape === 'markers') {
    throw invalid('/saved_view_id', `A view of the shape ${shape} cannot be reported; choose one that holds figures.`);
  }
}

/**
 * A run with everything that is decided once, now: its question, its window, its leaves.
 *
 * @throws Refusal `validation_failed` when this build can no longer ask the question
 */
export function freezeRun(input: {
  ports: Pick<ApiPorts, 'clock' | 'newId'>;
  caller: Caller;
  workspace: WorkspaceTree;
  reportable: ReportableView;
  reportId: string;
  key: string;
}): NewReportRun {
  const { ports, caller, workspace, reportable } = input;
  const { view } = reportable;
  const { question: stored, environmentIds } = reportable.content();
  const question = askedQuestion(view, stored, ports.clock.now());
  const { from, to } = windowOf(question);
  return {
    run_id: ports.newId('reportRun'),
    report_id: input.reportId,
    organization_id: workspace.organizationId,
    workspace_id: workspace.workspaceId,
    initiator: caller.subjectId,
    idempotency_key: input.key,
    question,
    view_revision: view.revision,
    window: { from: from.toISOString(), to: to.toISOString() },
    display_tz: view.display_tz,
    authority_epoch: Number(caller.authorityEpoch),
    scopeEnvironmentIds: environmentIds,
  };
}
