import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportUpdateSchema, ReportV1Schema } from '../../../contracts/reports/report.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { ownersView } from './owners-view.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { requireRevision } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const ReportSchema = envelopeOf('report', ReportV1Schema);
const EXPECTED = '/expected_revision';

/** `customer.reports.update`: the owner replaces name and recipients, and may pin the view as it is now. */
export function registerReportsUpdate(app: ApiApp, { ports, access }: RouteContext): void {
  app.put(
    `${BASE_PATH}/organizations/:org/reports/:rp`,
    {
      onRequest: access.requireReport,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.update',
        summary: 'Replace a report',
        description:
          'Replaces name and recipients, for the owner alone. With `expected_view_revision`, the report and its schedules ' +
          'ask the view at that revision from now on; a schedule that is paused stays so. ' +
          'Earlier runs stay as they are, and none is made. A stale `expected_revision` is 412.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.report,
        querystring: NoQuerySchema,
        body: ReportUpdateSchema,
        response: { 200: ReportSchema, ...problemsWithBody('forbidden', 'conflict', 'precondition_failed') },
      },
    },
    async (request) => {
      const { expected_revision, expected_view_revision: pinned, name, recipient_subject_ids } = request.body;
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const report = access.report.of(request);
      const { report_id: reportId, organization_id: organizationId } = report;
      const reportable = await ownersView(access, caller, workspace, report);
      const data = await inOrder({
        permit: () => {
          if (caller.subjectId === report.owner) return;
          throw new Refusal('forbidden', 'Only its owner may change this report.');
        },
        match: () => {
          requireRevision('report', report, expected_revision, EXPECTED);
          if (pinned !== undefined) {
            requireRevision('saved view', reportable().view, pinned, '/expected_view_revision');
          }
        },
        check: async () => {
          if (pinned !== undefined) reportable().content(ports.clock.now());
          await refuseStrangers(ports, organizationId, recipient_subject_ids);
        },
        write: async () => {
          const windowSeconds = pinned === undefined ? undefined : reportable().view.relative_window_seconds;
          const pin = pinned === undefined ? undefined : { viewRevision: pinned, windowSeconds };
          const edited = await ports.reports.update(reportId, expected_revision, { name, recipient_subject_ids, pin });
          const found = await ports.reports.find(reportId);
          if (found === undefined) throw notFound();
          // Somebody else was faster: the report has moved.
          if (!edited) requireRevision('report', found, expected_revision, EXPECTED);
          return found;
        },
      });
      return { kind: 'report' as const, data, request_id: request.id };
    },
  );
}
