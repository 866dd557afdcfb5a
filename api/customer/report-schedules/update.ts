import { DefectError, notFound } from '../../../domain/kernel/errors.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportScheduleUpdateSchema, ReportScheduleV1Schema } from '../../../contracts/schedules/report-schedule.ts';
import { requireRunParts } from '../../frame/composed.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitScheduling } from './permit-scheduling.ts';
import { schedulePresenter } from './present-schedule.ts';
import { ownersView } from '../reports/owners-view.ts';
import { requirePinnedView, requireRevision } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';
import { schedulableWindow } from './schedulable-window.ts';
import { reportIsGone, scheduleEdit } from './schedule-to-store.ts';

const ScheduleSchema = envelopeOf('report-schedule', ReportScheduleV1Schema);

const EXPECTED = '/expected_revision';

/** `customer.report_schedules.update`: the owner replaces all that can be edited; what was claimed keeps its pins. */
export function registerReportSchedulesUpdate(app: ApiApp, { ports, access }: RouteContext): void {
  app.put(
    `${BASE_PATH}/organizations/:org/report-schedules/:sch`,
    {
      onRequest: access.requireSchedule,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.update',
        summary: 'Replace a schedule',
        description:
          'Replaces cadence, recipients and pause, for the owner alone. Resuming and another cadence count from the next instant on; ' +
          'what fell due before is not run. A pause stops what is in flight. A stale `expected_revision` is 412.',
        tags: ['report schedules'],
        security: SECURITY,
        params: PATH.schedule,
        querystring: NoQuerySchema,
        body: ReportScheduleUpdateSchema,
        response: { 200: ScheduleSchema, ...problemsWithBody('forbidden', 'precondition_failed') },
      },
    },
    async (request) => {
      const { body } = request;
      if (!body.paused) requireRunParts(ports);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const stored = access.schedule.of(request);
      const { schedule_id: scheduleId, report_id: reportId } = stored.record;
      const report = await ports.reports.find(reportId);
      // A pause asks nothing of the view: what cannot run must be stoppable.
      const reportable = report && !body.paused ? await ownersView(access, caller, workspace, report) : undefined;
      const updated = await inOrder({
        permit: () => permitScheduling(caller, stored.record),
        match: () => {
          requireRevision('schedule', stored.record, body.expected_revision, EXPECTED);
          if (report && reportable) requirePinnedView(reportable().view, report);
        },
        check: () => {
          if (reportable === undefined) return;
          schedulableWindow(reportable().view);
          reportable().content(ports.clock.now());
        },
        write: async () => {
          const edit = await scheduleEdit(ports, workspace, report, stored, body);
          const edited = await ports.schedules.update(scheduleId, body.expected_revision, edit);
          if (edited !== undefined) return edited;
          // Somebody else was faster: the schedule has moved or is gone, or its report has or is.
          const found = await ports.schedules.find(scheduleId);
          if (found === undefined) throw notFound();
          requireRevision('schedule', found.record, body.expected_revision, EXPECTED);
          const moved = await ports.reports.find(reportId);
          if (report === undefined || moved === undefined) throw reportIsGone();
          requireRevision('report', moved, report.revision, '');
          throw new DefectError('The edit of a schedule was refused although nothing has moved.');
        },
      });
      const present = await schedulePresenter(ports);
      return { kind: 'report-schedule' as const, data: present(updated), request_id: request.id };
    },
  );
}
