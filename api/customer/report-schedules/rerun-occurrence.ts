import { conflict, Refusal } from '../../../domain/kernel/errors.ts';
import { canRerun } from '../../../domain/schedules/report-occurrence.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import { ReportRunCreateSchema, type ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { requireRunParts } from '../lane/require-run-parts.ts';
import { idempotentWrite, findReplay } from '../lane/idempotent-write.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { requirePinnedView } from '../../frame/writes/require-revision.ts';
import { runPath } from '../runs/run-path.ts';
import { freezeRun } from '../runs/freeze-run.ts';
import { presentNewRun } from '../runs/present-new-run.ts';
import { permitScheduling, viewToSchedule } from './permit-scheduling.ts';

/** Runs an occurrence again for its owner, if the schedule could not answer it in time. */
export const rerunOccurrence = createCustomerHandler(
  SCHEDULE_OPERATIONS,
  'customer.report_schedules.occurrences.rerun',
  {
    access: 'requireOccurrence',
    body: ReportRunCreateSchema,
    answer: async (request, { ports, access }) => {
      requireRunParts(ports);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { record } = access.schedule.of(request);
      const occurrence = access.occurrence.of(request);
      const report = await ports.reports.find(record.report_id);
      const reportable = report && (await viewToSchedule(access, caller, workspace, report));
      const write = idempotentWrite(request, {
        schema: ReportRunCreateSchema,
        pathIds: [workspace.organizationId, record.schedule_id, occurrence.occurrence_id],
        workspaceId: workspace.workspaceId,
        subjectId: caller.subjectId,
      });
      const { document: repeated, isReplay } = await runOrderedWrite({
        replay: () => findReplay<ReportRunV1>(ports, write),
        permit: () => permitScheduling(caller, record),
        match: () => {
          if (report && reportable) requirePinnedView(reportable().view, report);
        },
        write: async () => {
          if (reportable === undefined)
            throw new Refusal(
              'validation_failed',
              'The report of this schedule was deleted, so the occurrence cannot run again. Schedule another report.',
            );
          // The run is built first, because an invalid question is refused before the state is checked.
          const run = freezeRun({
            ports,
            caller,
            workspace,
            reportable: reportable(),
            reportId: record.report_id,
            key: write.key,
            asOf: new Date(occurrence.scheduled_for),
          });
          if (!canRerun(occurrence.state)) throw notRepeatable(occurrence.state);
          return ports.reports.createRun({ fingerprint: write.fingerprint, run });
        },
      });
      return { data: presentNewRun(caller, workspace, repeated), location: runPath(repeated), isReplay };
    },
  },
);

function notRepeatable(state: string): Refusal {
  return conflict('not_repeatable', `The occurrence is ${state}. Only a missed or failed occurrence can run again.`);
}
