import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportRunCreateSchema, type ReportRunV1, ReportRunV1Schema } from '../../../contracts/reports/report-run.ts';
import { requireRunParts } from '../../frame/composed.ts';
import { creationHeaders, runPath } from '../../frame/writes/creation-headers.ts';
import { freezeRun, requireReportableView } from './freeze-run.ts';
import { IdempotencyHeaderSchema, idempotentWrite, replayOf } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { requirePinnedView } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { linksTo, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const RunSchema = envelopeOf('report-run', ReportRunV1Schema);
const OPERATION = 'customer.reports.runs.create';

/** What can be asked about the new run. */
const LINKS = linksTo(['customer.reports.runs.get', 'customer.reports.runs.export', 'customer.reports.runs.cancel'], {
  org: '$request.path.org',
  rp: '$request.path.rp',
  run: '$response.body#/data/run_id',
});

const schema = {
  operationId: OPERATION,
  summary: 'Run a report again',
  description:
    'Queues a further run with a window of its own. Earlier runs stay as they are. An idempotency key makes a repetition one run.',
  tags: ['reports'],
  security: SECURITY,
  params: PATH.report,
  querystring: NoQuerySchema,
  headers: IdempotencyHeaderSchema,
  body: ReportRunCreateSchema,
  response: { 202: RunSchema, ...problemsWithBody('conflict', 'precondition_failed') },
} as const;

/** `customer.reports.runs.create`: a further run, with a window of its own. Earlier runs stay as they are. */
export function registerRunsCreate(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs`,
    { onRequest: access.requireReport, schema, links: { 202: LINKS } },
    async (request, reply) => {
      requireRunParts(ports);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const report = access.report.of(request);
      const reportId = report.report_id;
      const reportable = await requireReportableView(access, caller, workspace, report.saved_view_id);
      const write = idempotentWrite(request, {
        operation: OPERATION,
        schema: ReportRunCreateSchema,
        pathIds: [workspace.organizationId, reportId],
        workspaceId: workspace.workspaceId,
        subjectId: caller.subjectId,
      });
      const { document: data, isReplay } = await inOrder({
        replay: () => replayOf<ReportRunV1>(ports, write),
        match: () => requirePinnedView(reportable.view, report),
        write: async () => {
          const run = freezeRun({ ports, caller, workspace, reportable, reportId, key: write.key });
          return ports.reports.createRun({ fingerprint: write.fingerprint, run });
        },
      });
      return reply
        .status(202)
        .headers(creationHeaders(runPath(data), isReplay))
        .send({ kind: 'report-run', data, request_id: request.id });
    },
  );
}
