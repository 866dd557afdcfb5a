import type { Caller, WorkspaceTree } from '../../../domain/tenancy/scope.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportCreateSchema, type ReportCreation, ReportCreationSchema } from '../../../contracts/reports/report.ts';
import { requireRunParts } from '../../frame/composed.ts';
import { creationHeaders } from '../../frame/writes/creation-headers.ts';
import { freezeRun, requireReportableView } from '../runs/freeze-run.ts';
import { IdempotencyHeaderSchema, idempotentWrite, replayOf } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { linksTo, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const CreationSchema = envelopeOf('report-creation', ReportCreationSchema);
const OPERATION = 'customer.reports.create';

/** What can be asked about the new report and its first run. */
const REPORT = { org: '$request.path.org', rp: '$response.body#/data/report/report_id' };
const LINKS = {
  ...linksTo(['customer.reports.get', 'customer.reports.runs.create', 'customer.reports.delete'], REPORT),
  ...linksTo(['customer.reports.runs.get', 'customer.reports.runs.export', 'customer.reports.runs.cancel'], {
    ...REPORT,
    run: '$response.body#/data/run/run_id',
  }),
};

const schema = {
  operationId: OPERATION,
  summary: 'Create a report and run it',
  description:
    'Pins a saved view at one revision and queues the first run. The same idempotency key and body answer the same report again.',
  tags: ['reports'],
  security: SECURITY,
  params: PATH.workspace,
  querystring: NoQuerySchema,
  headers: IdempotencyHeaderSchema,
  body: ReportCreateSchema,
  response: { 202: CreationSchema, ...problemsWithBody('conflict', 'precondition_failed') },
} as const;

/** `customer.reports.create`: a report and its first run, queued. Nothing but Postgres need be alive. */
export function registerReportsCreate(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/reports`,
    { onRequest: access.requireWorkspace, schema, links: { 202: LINKS } },
    async (request, reply) => {
      requireRunParts(ports);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { organizationId, workspaceId } = workspace;
      const { subjectId } = caller;
      const { name, saved_view_id, expected_view_revision, recipient_subject_ids } = request.body;
      const reportable = await requireReportableView(access, caller, workspace, saved_view_id);
      const write = idempotentWrite(request, {
        operation: OPERATION,
        schema: ReportCreateSchema,
        pathIds: [organizationId, workspaceId],
        workspaceId,
        subjectId,
      });
      const { document: data, isReplay } = await inOrder({
        replay: async () => {
          const first = await replayOf<ReportCreation>(ports, write);
          if (first !== undefined) await refuseHidden({ ports, access }, caller, workspace, first.document);
          return first;
        },
        match: () => requireRevision('saved view', reportable.view, expected_view_revision, '/expected_view_revision'),
        check: async () => {
          reportable.content(ports.clock.now());
          await refuseStrangers(ports, organizationId, recipient_subject_ids);
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
      const made = `organizations/${organizationId}/reports/${data.report.report_id}`;
      return reply
        .status(202)
        .headers(creationHeaders(made, isReplay))
        .send({ kind: 'report-creation', data, request_id: request.id });
    },
  );
}

/**
 * A first answer is repeated as long as its report is in sight, like everything about it. One that was deleted has nothing
 * left to judge by, and its creator is told what it asked for itself.
 *
 * @throws Refusal `not_found` when the caller may not see the report any more
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
