import { notFound } from '../../../domain/kernel/errors.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { ReportScheduleCreateSchema, type ReportScheduleV1 } from '../../../contracts/schedules/report-schedule.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireRunParts } from '../lane/require-run-parts.ts';
import { idempotentWrite, findReplay } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requirePinnedView, requireRevision } from '../../frame/writes/require-revision.ts';
import { viewToSchedule } from './permit-scheduling.ts';
import { createSchedulePresenter } from './schedule-presenter.ts';
import { scheduleToStore } from './schedule-to-store.ts';

/** Creates a schedule, which runs its report from the next instant of its cadence on. */
export const createSchedule = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.create', {
  access: 'requireWorkspace',
  body: ReportScheduleCreateSchema,
  answer: async (request, { ports, access }) => {
    requireRunParts(ports);
    const { body } = request;
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const { organizationId, workspaceId } = workspace;
    const report = await access.visibleReport(caller, workspace, body.report_id);
    if (report === undefined) throw notFound();
    const reportable = await viewToSchedule(access, caller, workspace, report);
    const key = idempotentWrite(request, {
      schema: ReportScheduleCreateSchema,
      pathIds: [organizationId, workspaceId],
      workspaceId,
      subjectId: caller.subjectId,
    });
    const { document: data, isReplay } = await runOrderedWrite({
      replay: () => findReplay<ReportScheduleV1>(ports, key),
      permit: reportable,
      match: () => {
        requireRevision('report', report, body.expected_report_revision, '/expected_report_revision');
        requirePinnedView(reportable().view, report);
      },
      write: async () => {
        const schedule = await scheduleToStore(ports, workspace, report, reportable(), body);
        const present = await createSchedulePresenter(ports);
        return ports.schedules.create({ key, schedule, present });
      },
    });
    const made = `organizations/${organizationId}/report-schedules/${data.schedule_id}`;
    return { data, location: made, isReplay };
  },
});
