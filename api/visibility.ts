import { covers } from '../domain/access/resolve.ts';
import type { Caller, WorkspaceTree } from '../domain/access/scope.ts';
import { isForgotten } from '../domain/report-run.ts';
import type { ReportV1 } from '../contracts/report.ts';
import type { SavedView } from '../contracts/saved-view.ts';
import type { StoredRun } from '../store/report-runs.ts';
import type { StoredSchedule } from '../store/report-schedules.ts';
import type { ApiPorts } from './ports.ts';

/** What exists for a caller, of what lies in a workspace that the caller may enter. */
export interface Visibility {
  /** The view that a body or a report names, if it exists for this caller in this workspace. */
  visibleView(caller: Caller, workspace: WorkspaceTree, savedViewId: string): Promise<SavedView | undefined>;
  /** True for a view of the team, and for one's own. */
  isInAudience(caller: Caller, view: SavedView): boolean;
  /** Those of the reports that exist for the caller: owned or received, and their latest run's scope still covered. */
  visibleReports(caller: Caller, workspace: WorkspaceTree, reports: readonly ReportV1[]): Promise<ReportV1[]>;
  /** The report that a body names, if it exists for this caller in this workspace. */
  visibleReport(caller: Caller, workspace: WorkspaceTree, reportId: string): Promise<ReportV1 | undefined>;
  /** True while the run exists at all, its report is the caller's, and the caller covers the scope frozen on the run. */
  isVisibleRun(caller: Caller, workspace: WorkspaceTree, report: ReportV1, run: StoredRun): boolean;
  /**
   * Those of the schedules that exist for the caller: owned or received, and the scope of their report's latest run still
   * covered. The scope of a deleted report stays with its schedule.
   */
  visibleSchedules(
    caller: Caller,
    workspace: WorkspaceTree,
    schedules: readonly StoredSchedule[],
  ): Promise<StoredSchedule[]>;
}

/** Binds what exists for whom to the stores. */
export function createVisibility(ports: Pick<ApiPorts, 'clock' | 'savedViews' | 'reports'>): Visibility {
  const visibleReports: Visibility['visibleReports'] = async (caller, workspace, reports) => {
    const own = reports.filter((report) => isOwnerOrRecipient(report, caller.subjectId));
    const scopes = await ports.reports.latestScopes(own.map((report) => report.report_id));
    return own.filter((report) => mayReadAll(caller, workspace, scopes.get(report.report_id)));
  };
  return {
    isInAudience,
    visibleReports,

    async visibleView(caller, workspace, savedViewId) {
      const found = await ports.savedViews.find(savedViewId);
      return found?.workspace_id === workspace.workspaceId && isInAudience(caller, found) ? found : undefined;
    },

    async visibleReport(caller, workspace, reportId) {
      const found = await ports.reports.find(reportId);
      if (found?.workspace_id !== workspace.workspaceId) return undefined;
      return (await visibleReports(caller, workspace, [found]))[0];
    },

    isVisibleRun(caller, workspace, report, { run, scopeEnvironmentIds }) {
      const finishedAt = run.finished_at === undefined ? undefined : new Date(run.finished_at);
      if (isForgotten(finishedAt, ports.clock.now())) return false;
      return isOwnerOrRecipient(report, caller.subjectId) && mayReadAll(caller, workspace, scopeEnvironmentIds);
    },

    async visibleSchedules(caller, workspace, schedules) {
      // Who owns or receives a schedule owns or receives its report, which names the same people for good.
      const own = schedules.filter(({ record }) => isOwnerOrRecipient(record, caller.subjectId));
      const withReport = own.filter(({ deletedReportScope }) => deletedReportScope === undefined);
      const scopes = await ports.reports.latestScopes(withReport.map(({ record }) => record.report_id));
      return own.filter(({ record, deletedReportScope }) =>
        mayReadAll(caller, workspace, deletedReportScope ?? scopes.get(record.report_id)),
      );
    },
  };
}

function isInAudience(caller: Caller, view: SavedView): boolean {
  return view.audience === 'team' || view.owner === caller.subjectId;
}

/** Every frozen scope names a leaf; one that names none is unknown, and what is unknown is concealed. */
function mayReadAll(caller: Caller, tree: WorkspaceTree, environmentIds: readonly string[] = []): boolean {
  return environmentIds.length > 0 && covers(caller, tree, environmentIds, 'metadata.read');
}

function isOwnerOrRecipient(
  { owner, recipient_subject_ids: recipients }: Pick<ReportV1, 'owner' | 'recipient_subject_ids'>,
  subjectId: string,
): boolean {
  return owner === subjectId || recipients.includes(subjectId);
}
