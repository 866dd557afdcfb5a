import { DefectError, notFound } from '../../../domain/kernel/errors.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { ReportScheduleUpdateSchema } from '../../../contracts/schedules/report-schedule.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireRunParts } from '../lane/require-run-parts.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requirePinnedView, requireRevision } from '../../frame/writes/require-revision.ts';
import { readOwnersView } from '../reports/read-owners-view.ts';
import { schedulableWindow } from '../reports/schedulable-window.ts';
import { permitScheduling } from './permit-scheduling.ts';
import { createSchedulePresenter } from './schedule-presenter.ts';
import { reportDeletedRefusal, scheduleEdit } from './schedule-to-store.ts';

const EXPECTED = '/expected_revision';

/** Replaces everything that the owner can edit; claimed occurrences keep their pins. */
export const updateSchedule = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.update', {
  access: 'requireSchedule',
  body: ReportScheduleUpdateSchema,
  answer: async (request, { ports, access }) => {
    const { body } = request;
    if (!body.paused) requireRunParts(ports);
    const caller = access.caller.of(request);
    const workspace = access.workspace.of(request);
    const stored = access.schedule.of(request);
    const { schedule_id: scheduleId, report_id: reportId } = stored.record;
    const report = await ports.reports.find(reportId);
    // A pause does not need the view, because a schedule that cannot run must still be stoppable.
    const reportable = report && !body.paused ? await readOwnersView(access, caller, workspace, report) : undefined;
    const updated = await runOrderedWrite({
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
        // A concurrent request has changed or deleted the schedule or its report.
        const found = await ports.schedules.find(scheduleId);
        if (found === undefined) throw notFound();
        requireRevision('schedule', found.record, body.expected_revision, EXPECTED);
        const moved = await ports.reports.find(reportId);
        if (report === undefined || moved === undefined) throw reportDeletedRefusal();
        requireRevision('report', moved, report.revision, '');
        throw new DefectError('The edit of a schedule was refused although nothing has moved.');
      },
    });
    const present = await createSchedulePresenter(ports);
    return { data: present(updated) };
  },
});
