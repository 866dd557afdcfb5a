import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import { matchesPinnedQuestion } from '../../../contracts/views/matches-pinned-question.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { MAX_VIEW_DEPENDENTS, type ViewDependents } from '../../../contracts/views/view-dependents.ts';
import type { RouteContext } from '../lane/route-context.ts';

/**
 * Reads the reports and schedules of a view that exist for the caller, before the view is changed, so that nothing can
 * fail afterwards. Returns a function that marks those that cannot run with the view as changed, or, for undefined,
 * without it. Each run checks for itself whether its owner's access covers the view.
 */
export async function readViewDependents(
  { ports, access }: Pick<RouteContext, 'ports' | 'access'>,
  caller: Caller,
  workspace: WorkspaceTree,
  savedViewId: string,
): Promise<(view: SavedView | undefined) => ViewDependents> {
  const { subjectId } = caller;
  const limit = MAX_VIEW_DEPENDENTS + 1;
  const found = await ports.reports.listByView({ savedViewId, subjectId, limit });
  const reports = await access.visibleReports(caller, workspace, found.slice(0, MAX_VIEW_DEPENDENTS));
  const reportIds = reports.map((report) => report.report_id);
  const schedules = reportIds.length === 0 ? [] : await ports.schedules.listByReports({ reportIds, subjectId, limit });
  const shown = schedules.slice(0, MAX_VIEW_DEPENDENTS).map(({ record }) => record);
  return (view) => ({
    reports: reports.map((report) => ({
      report_id: report.report_id,
      name: report.name,
      owner: report.owner,
      view_revision: report.view_revision,
      stopped: isStopped(report, view),
      schedules: shown
        .filter((schedule) => schedule.report_id === report.report_id)
        .map(({ schedule_id, paused, next_run_at }) => ({ schedule_id, paused, next_run_at })),
    })),
    truncated: found.length > MAX_VIEW_DEPENDENTS || schedules.length > MAX_VIEW_DEPENDENTS,
  });
}

/** True if a report can no longer run. A personal view does not exist for the owner of another user's report. */
function isStopped(report: ReportV1, view: SavedView | undefined): boolean {
  if (view === undefined) return true;
  const isThere = view.audience === 'team' || view.owner === report.owner;
  return !isThere || !matchesPinnedQuestion(view, report.view_revision);
}
