import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';

/** The reports that the caller owns or receives, newest first. */
export const listReports = createListHandler(REPORT_OPERATIONS, 'customer.reports.list', {
  access: 'requireWorkspace',
  cursor: 'page-token',
  source: (request, { ports, access }) => {
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { workspaceId } = workspace;
    return {
      list: 'reports',
      workspaceId,
      load: (after, limit) => ports.reports.list({ workspaceId, subjectId: caller.subjectId, limit, after }),
      visible: (reports) => access.visibleReports(caller, workspace, reports),
      keyOf: (report) => ({ createdAt: report.created_at, id: report.report_id }),
      present: (reports) => reports,
    };
  },
});
