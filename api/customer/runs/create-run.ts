import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { ReportRunCreateSchema, type ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireRunParts } from '../lane/require-run-parts.ts';
import { idempotentWrite, findReplay } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requirePinnedView } from '../../frame/writes/require-revision.ts';
import { runPath } from './run-path.ts';
import { freezeRun, requireReportableView } from './freeze-run.ts';
import { presentNewRun } from './present-new-run.ts';

/** Queues a further run with a new window. Earlier runs stay unchanged. */
export const createRun = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.runs.create', {
  access: 'requireReport',
  body: ReportRunCreateSchema,
  answer: async (request, { ports, access }) => {
    requireRunParts(ports);
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const report = access.report.of(request);
    const reportId = report.report_id;
    const reportable = await requireReportableView(access, caller, workspace, report.saved_view_id);
    const write = idempotentWrite(request, {
      schema: ReportRunCreateSchema,
      pathIds: [workspace.organizationId, reportId],
      workspaceId: workspace.workspaceId,
      subjectId: caller.subjectId,
    });
    const { document: run, isReplay } = await runOrderedWrite({
      replay: () => findReplay<ReportRunV1>(ports, write),
      match: () => requirePinnedView(reportable.view, report),
      write: async () => {
        const frozen = freezeRun({ ports, caller, workspace, reportable, reportId, key: write.key });
        return ports.reports.createRun({ fingerprint: write.fingerprint, run: frozen });
      },
    });
    return { data: presentNewRun(caller, workspace, run), location: runPath(run), isReplay };
  },
});
