import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { REPORT_OPERATIONS } from '../../../contracts/reports/operations.ts';
import { ReportCreateSchema, type ReportCreation } from '../../../contracts/reports/report.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireRunParts } from '../lane/require-run-parts.ts';
import { idempotentWrite, findReplay } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { freezeRun, requireReportableView } from '../runs/freeze-run.ts';
import { presentNewRun } from '../runs/present-new-run.ts';
import { refuseNonMembers } from './refuse-non-members.ts';

/** Creates a report and queues its first run. Only Postgres needs to be available. */
export const createReport = createCustomerHandler(REPORT_OPERATIONS, 'customer.reports.create', {
  access: 'requireWorkspace',
  body: ReportCreateSchema,
  answer: async (request, { ports, access }) => {
    requireRunParts(ports);
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { organizationId, workspaceId } = workspace;
    const { subjectId } = caller;
    const { name, saved_view_id, expected_view_revision, recipient_subject_ids } = request.body;
    const reportable = await requireReportableView(access, caller, workspace, saved_view_id);
    const write = idempotentWrite(request, {
      schema: ReportCreateSchema,
      pathIds: [organizationId, workspaceId],
      workspaceId,
      subjectId,
    });
    const { document: created, isReplay } = await runOrderedWrite({
      replay: async () => {
        const first = await findReplay<ReportCreation>(ports, write);
        if (first !== undefined) await refuseHidden({ ports, access }, caller, workspace, first.document);
        return first;
      },
      match: () => requireRevision('saved view', reportable.view, expected_view_revision, '/expected_view_revision'),
      check: async () => {
        reportable.content(ports.clock.now());
        await refuseNonMembers(ports, organizationId, recipient_subject_ids);
      },
      write: async () => {
        const reportId = ports.newId('report');
        const run = freezeRun({ ports, caller, workspace, reportable, reportId, key: write.key });
        const report = {
          report_id: reportId,
          organization_id: organizationId,
          workspace_id: workspaceId,
          owner: subjectId,
          name,
          saved_view_id,
          view_revision: reportable.view.revision,
          recipient_subject_ids,
        };
        return ports.reports.create({ fingerprint: write.fingerprint, report, run });
      },
    });
    const made = `organizations/${organizationId}/reports/${created.report.report_id}`;
    const data = { ...created, run: presentNewRun(caller, workspace, created.run) };
    return { data, location: made, isReplay };
  },
});

/**
 * Refuses a hidden report. The first answer is only repeated while its report is visible, as for all reads of the
 * report. A deleted report has no permissions left to check, so its creator gets the answer to the creator's own
 * request.
 *
 * @throws Refusal `not_found` if the caller may no longer see the report
 */
async function refuseHidden(
  { ports, access }: Pick<RouteContext, 'ports' | 'access'>,
  caller: Caller,
  workspace: WorkspaceTree,
  { report: { report_id: reportId } }: ReportCreation,
): Promise<void> {
  const report = await ports.reports.find(reportId);
  if (report === undefined) return;
  if ((await access.visibleReports(caller, workspace, [report])).length === 0) throw notFound();
}
