import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { revisionMismatch } from '../../../domain/kernel/errors.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { Access } from '../access/access.ts';
import { type ReportableView, reportableView } from '../runs/freeze-run.ts';

/**
 * The view of a report, in the form that the caller may report on. The report exists for its owner in any state of the
 * view, so a missing view is not a 404 here.
 *
 * @throws Refusal `precondition_failed`, when the view is requested, with the same sentence for a view that was
 * deleted, that is personal to another user, whose scope the caller does not cover completely, or whose
 * `dimension_filter` the caller may not read
 */
export async function readOwnersView(
  access: Access,
  caller: Caller,
  workspace: WorkspaceTree,
  { saved_view_id: savedViewId }: ReportV1,
): Promise<() => ReportableView> {
  const view = await access.visibleView(caller, workspace, savedViewId);
  const reportable = view && reportableView(caller, workspace, view);
  return () => {
    if (reportable !== undefined) return reportable;
    throw revisionMismatch(
      'view_gone',
      'The saved view of the report was deleted, or your access no longer covers it and its complete scope. ' +
        'Ask an operator for access, or create a report of another view.',
    );
  };
}
