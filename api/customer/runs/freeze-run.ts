import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { permittedLeaves } from '../../../domain/tenancy/resolve.ts';
import { canReadAll } from '../../../domain/tenancy/visibility.ts';
import { invalidMember, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { frozenRun, type FrozenRun } from '../../../contracts/reports/frozen-run.ts';
import type { StoredQuestion } from '../../../contracts/insight/insight-query.ts';
import { reportableContent, type ReportableContent } from '../../../contracts/reports/reportable-content.ts';
import { mayReadFilter } from '../../../contracts/views/may-read-filter.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { resolveStoredQuestion } from '../../../contracts/views/stored-question.ts';
import type { Access } from '../access/access.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** The maximum number of environments in a sentence, so that a person can read it. */
const NAMED_ENVIRONMENTS = 20;

/**
 * A view that the caller may report on: the caller sees the view, and may read everything that it asks about and the
 * values in its `dimension_filter`.
 */
export interface ReportableView {
  readonly view: SavedView;
  /**
   * The content of a run whose window ends at `asOf`, if it is relative.
   *
   * @throws Refusal `validation_failed` for a question that answers rows or that this build cannot ask at that time, or
   * in a workspace without an environment, in which a run would freeze an empty scope permanently
   */
  content(asOf: Date): ReportableContent;
}

/**
 * The view, if the caller may report on it. A report is never narrowed to the scope of its creator. `content` throws
 * for faults of the view itself, so that other refusals can precede these.
 *
 * @throws Refusal `not_found` for a view that the caller cannot see, or, with that reason, for a view whose scope the
 * caller does not cover completely, or whose `dimension_filter` the caller may not read
 */
export async function requireReportableView(
  access: Access,
  caller: Caller,
  workspace: WorkspaceTree,
  savedViewId: string,
): Promise<ReportableView> {
  const view = await access.visibleView(caller, workspace, savedViewId);
  if (view === undefined) throw notFound();
  const reportable = reportableView(caller, workspace, view);
  if (reportable === undefined) throw notFound(reasonAgainst(caller, workspace, view));
  return reportable;
}

/**
 * The reason why the caller may not report on a view, with advice. It only names environments that the caller may read,
 * so that others stay hidden.
 */
function reasonAgainst(caller: Caller, workspace: WorkspaceTree, view: SavedView): string {
  const content = reportableContent(view, workspace);
  const asked = content instanceof Refusal ? [] : content.environmentIds;
  if (canReadAll(caller, workspace, asked))
    return 'The saved view has a `dimension_filter`, and you may not read its values. Ask an operator for `dimensions.read` on its complete scope, or choose another view.';
  const readable = permittedLeaves(caller, workspace, 'metadata.read').flatMap(({ environmentId }) =>
    asked.includes(environmentId) ? [environmentId] : [],
  );
  const wide =
    'The saved view covers more than you can read, and a report always covers the complete scope of its view.';
  if (readable.length === 0) return `${wide} You can read no part of this scope. Choose another view.`;
  const rest = readable.length - NAMED_ENVIRONMENTS;
  const named = readable.slice(0, NAMED_ENVIRONMENTS).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
  return `${wide} Save a view that covers only environments that you can read, and report on that view. You can read ${named}.`;
}

/**
 * The reportable form of a view that the caller sees; undefined if the caller does not cover its complete scope, or may
 * not read the values in its `dimension_filter`.
 */
export function reportableView(caller: Caller, workspace: WorkspaceTree, view: SavedView): ReportableView | undefined {
  const content = reportableContent(view, workspace);
  if (content instanceof Refusal) {
    return {
      view,
      content: () => {
        throw content;
      },
    };
  }
  if (!canReadAll(caller, workspace, content.environmentIds)) return undefined;
  if (!mayReadFilter(caller, workspace, view.query)) return undefined;
  return {
    view,
    content: (asOf) => {
      refuseRows(content.question);
      resolveStoredQuestion(view, content.question, asOf);
      return content;
    },
  };
}

/** Refuses questions that answer rows, because a report holds figures. */
function refuseRows({ shape }: StoredQuestion): void {
  if (shape === 'drilldown' || shape === 'markers') {
    throw invalidMember(
      '/saved_view_id',
      `A report cannot use a view of the shape ${shape}, because its answer has rows. Choose a view of figures.`,
    );
  }
}

/**
 * The run that the caller requests now.
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
  /** The end of a relative window; absent: now. */
  asOf?: Date;
}): FrozenRun {
  const { ports, caller, workspace, reportable, reportId, key, asOf = ports.clock.now() } = input;
  const { view } = reportable;
  const runId = ports.newId('reportRun');
  return frozenRun({
    runId,
    reportId,
    key,
    asOf,
    initiator: caller,
    workspace,
    view,
    content: reportable.content(asOf),
  });
}
