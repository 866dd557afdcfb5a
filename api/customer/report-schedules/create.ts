import { notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import {
  ReportScheduleCreateSchema,
  type ReportScheduleV1,
  ReportScheduleV1Schema,
} from '../../../contracts/schedules/report-schedule.ts';
import { requireRunParts } from '../../frame/composed.ts';
import { creationHeaders } from '../../frame/writes/creation-headers.ts';
import { IdempotencyHeaderSchema, idempotentWrite, replayOf } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { viewToSchedule } from './permit-scheduling.ts';
import { schedulePresenter } from './present-schedule.ts';
import { requirePinnedView, requireRevision } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { linksTo, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';
import { newSchedule } from './schedule-to-store.ts';

const ScheduleSchema = envelopeOf('report-schedule', ReportScheduleV1Schema);
const OPERATION = 'customer.report_schedules.create';

/** What can be asked about the new schedule. */
const LINKS = linksTo(
  [
    'customer.report_schedules.get',
    'customer.report_schedules.update',
    'customer.report_schedules.delete',
    'customer.report_schedules.occurrences',
  ],
  { org: '$request.path.org', sch: '$response.body#/data/schedule_id' },
);

const schema = {
  operationId: OPERATION,
  summary: 'Schedule a report',
  description:
    'Lets a report run by itself, as its owner and for the owner to say. The same idempotency key and body answer the same schedule again.',
  tags: ['report schedules'],
  security: SECURITY,
  params: PATH.workspace,
  querystring: NoQuerySchema,
  headers: IdempotencyHeaderSchema,
  body: ReportScheduleCreateSchema,
  response: { 201: ScheduleSchema, ...problemsWithBody('forbidden', 'conflict', 'precondition_failed') },
} as const;

/** `customer.report_schedules.create`: a report runs by itself from the next instant of its cadence on. */
export function registerReportSchedulesCreate(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/report-schedules`,
    { onRequest: access.requireWorkspace, schema, links: { 201: LINKS } },
    async (request, reply) => {
      requireRunParts(ports);
      const { body } = request;
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { organizationId, workspaceId } = workspace;
      const report = await access.visibleReport(caller, workspace, body.report_id);
      if (report === undefined) throw notFound();
      const reportable = await viewToSchedule(access, caller, workspace, report);
      const key = idempotentWrite(request, {
        operation: OPERATION,
        schema: ReportScheduleCreateSchema,
        pathIds: [organizationId, workspaceId],
        workspaceId,
        subjectId: caller.subjectId,
      });
      const { document: data, isReplay } = await inOrder({
        replay: () => replayOf<ReportScheduleV1>(ports, key),
        permit: reportable,
        match: () => {
          requireRevision('report', report, body.expected_report_revision, '/expected_report_revision');
          requirePinnedView(reportable().view, report);
        },
        write: async () => {
          const schedule = await newSchedule(ports, workspace, report, reportable(), body);
          const present = await schedulePresenter(ports);
          return ports.schedules.create({ key, schedule, present });
        },
      });
      const made = `organizations/${organizationId}/report-schedules/${data.schedule_id}`;
      return reply
        .status(201)
        .headers(creationHeaders(made, isReplay))
        .send({ kind: 'report-schedule', data, request_id: request.id });
    },
  );
}
