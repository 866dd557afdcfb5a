import { conflict, Refusal } from '../../../domain/kernel/errors.ts';
import { mayRerun } from '../../../domain/schedules/report-occurrence.ts';
import { envelopeOf } from '../../../contracts/wire/envelope.ts';
import { ReportRunCreateSchema, type ReportRunV1, ReportRunV1Schema } from '../../../contracts/reports/report-run.ts';
import { requireRunParts } from '../../frame/composed.ts';
import { creationHeaders, runPath } from '../../frame/writes/creation-headers.ts';
import { freezeRun } from '../runs/freeze-run.ts';
import { IdempotencyHeaderSchema, idempotentWrite, replayOf } from '../../frame/writes/idempotency.ts';
import { inOrder } from '../../frame/writes/in-order.ts';
import { permitScheduling, viewToSchedule } from './permit-scheduling.ts';
import { requirePinnedView } from '../../frame/writes/require-revision.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { linksTo, NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const RunSchema = envelopeOf('report-run', ReportRunV1Schema);
const OPERATION = 'customer.report_schedules.occurrences.rerun';

/** What can be asked about the new run. */
const LINKS = linksTo(['customer.reports.runs.get', 'customer.reports.runs.export', 'customer.reports.runs.cancel'], {
  org: '$request.path.org',
  rp: '$response.body#/data/report_id',
  run: '$response.body#/data/run_id',
});

const schema = {
  operationId: OPERATION,
  summary: 'Run the window of a missed or failed occurrence',
  description:
    'Queues a run of the report over the window of an occurrence that was missed or failed, for the owner alone. ' +
    'Nothing is delivered, and the occurrence stays as it is. An idempotency key makes a repetition one run.',
  tags: ['report schedules'],
  security: SECURITY,
  params: PATH.occurrence,
  querystring: NoQuerySchema,
  headers: IdempotencyHeaderSchema,
  body: ReportRunCreateSchema,
  response: { 202: RunSchema, ...problemsWithBody('forbidden', 'conflict', 'precondition_failed') },
} as const;

/** `customer.report_schedules.occurrences.rerun`: what a schedule could not answer in its time, asked by its owner. */
export function registerReportSchedulesRerun(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/report-schedules/:sch/occurrences/:occ/rerun`,
    { onRequest: access.requireOccurrence, schema, links: { 202: LINKS } },
    async (request, reply) => {
      requireRunParts(ports);
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const { record } = access.schedule.of(request);
      const occurrence = access.occurrence.of(request);
      const report = await ports.reports.find(record.report_id);
      const reportable = report && (await viewToSchedule(access, caller, workspace, report));
      const write = idempotentWrite(request, {
        operation: OPERATION,
        schema: ReportRunCreateSchema,
        pathIds: [workspace.organizationId, record.schedule_id, occurrence.occurrence_id],
        workspaceId: workspace.workspaceId,
        subjectId: caller.subjectId,
      });
      const { document: data, isReplay } = await inOrder({
        replay: () => replayOf<ReportRunV1>(ports, write),
        permit: () => permitScheduling(caller, record),
        match: () => {
          if (report && reportable) requirePinnedView(reportable().view, report);
        },
        write: async () => {
          if (reportable === undefined)
            throw new Refusal('validation_failed', 'The report of this schedule was deleted.');
          // Made first: it refuses a question that can no longer be asked, which goes before the state.
          const run = freezeRun({
            ports,
            caller,
            workspace,
            reportable: reportable(),
            reportId: record.report_id,
            key: write.key,
            asOf: new Date(occurrence.scheduled_for),
          });
          if (!mayRerun(occurrence.state)) throw notRepeatable(occurrence.state);
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

function notRepeatable(state: string): Refusal {
  return conflict('not_repeatable', `The occurrence is ${state}; only one that was missed or failed can be run again.`);
}
