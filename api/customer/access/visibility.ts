import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { reportAudience, canOpenReport, isViewVisible } from '../../../domain/tenancy/visibility.ts';
import { isRunRemoved } from '../../../domain/reports/report-run.ts';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import type { StoredSchedule } from '../../../store/schedules/report-schedule-store.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** The members of a report and of a run that decide whether the run exists for a caller. */
export interface OpenableRun {
  readonly report: Pick<ReportV1, 'owner' | 'recipient_subject_ids'>;
  readonly run: Pick<ReportRunV1, 'finished_at'>;
  readonly scopeEnvironmentIds: readonly string[];
}

/** The things that exist for a caller in a workspace that the caller may enter. */
export interface Visibility {
  /** The view that a body or a report names, if it exists for this caller in this workspace. */
  visibleView(caller: Caller, workspace: WorkspaceTree, savedViewId: string): Promise<SavedView | undefined>;
  /**
   * The reports that exist for the caller: it owns or receives them, and still covers the scope of their latest run.
   */
  visibleReports(caller: Caller, workspace: WorkspaceTree, reports: readonly ReportV1[]): Promise<ReportV1[]>;
  /** The report that a body names, if it exists for this caller in this workspace. */
  visibleReport(caller: Caller, workspace: WorkspaceTree, reportId: string): Promise<ReportV1 | undefined>;
  /**
   * True if the run exists, the caller owns or receives its report, and the caller covers the frozen scope of the run.
   */
  isVisibleRun(caller: Caller, workspace: WorkspaceTree, openable: OpenableRun): boolean;
  /**
   * The schedules that exist for the caller: it owns or receives them, and still covers the scope of their report's
   * latest run. The schedule keeps the scope of a deleted report.
   */
  visibleSchedules(
    caller: Caller,
    workspace: WorkspaceTree,
    schedules: readonly StoredSchedule[],
  ): Promise<StoredSchedule[]>;
}

/** Creates the visibility checks over the stores. */
export function createVisibility(ports: Pick<ApiPorts, 'clock' | 'savedViews' | 'reports'>): Visibility {
  const visibleReports: Visibility['visibleReports'] = async (caller, workspace, reports) => {
    const scopes = await ports.reports.latestScopes(reports.map((report) => report.report_id));
    return reports.filter((report) =>
      canOpenReport(caller, workspace, {
        audience: reportAudience(report),
        environmentIds: scopes.get(report.report_id),
      }),
    );
  };
  return {
    visibleReports,

    async visibleView(caller, workspace, savedViewId) {
      const found = await ports.savedViews.find(savedViewId);
      return found !== undefined && isViewVisible(caller, workspace, found) ? found : undefined;
    },

    async visibleReport(caller, workspace, reportId) {
      const found = await ports.reports.find(reportId);
      if (found?.workspace_id !== workspace.workspaceId) return undefined;
      return (await visibleReports(caller, workspace, [found]))[0];
    },

    isVisibleRun(caller, workspace, { report, run, scopeEnvironmentIds: environmentIds }) {
      const finishedAt = run.finished_at === undefined ? undefined : new Date(run.finished_at);
      if (isRunRemoved(finishedAt, ports.clock.now())) return false;
      return canOpenReport(caller, workspace, { audience: reportAudience(report), environmentIds });
    },

    async visibleSchedules(caller, workspace, schedules) {
      // The owner and the recipients of a schedule are also those of its report, because the report always names the
      // same people.
      const withReport = schedules.filter(({ deletedReportScope }) => deletedReportScope === undefined);
      const scopes = await ports.reports.latestScopes(withReport.map(({ record }) => record.report_id));
      return schedules.filter(({ record, deletedReportScope }) => {
        const environmentIds = deletedReportScope ?? scopes.get(record.report_id);
        return canOpenReport(caller, workspace, { audience: reportAudience(record), environmentIds });
      });
    },
  };
}
