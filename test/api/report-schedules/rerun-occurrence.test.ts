import { describe, expect, it } from 'vitest';
import { makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import {
  makeSchedule,
  type MadeSchedule,
  putOccurrence,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const ID = demoId('reportOccurrence', 1);

const rerun = async ({ api, schedule }: MadeSchedule, idempotencyKey?: string, as: 'owner' | 'analyst' = 'owner') =>
  (await api.client(as).reportSchedules.occurrences.rerun(schedule.schedule_id, ID, { idempotencyKey })).data;

describe('customer.report_schedules.occurrences.rerun', () => {
  it.each(['missed', 'failed'] as const)('answers 202 with a run over the window of a %s occurrence', async (state) => {
    const made = await makeSchedule();
    const occurrence = putOccurrence(made, { state });
    const { api, report } = made;
    const before = api.plane.scheduling.written();
    api.now = new Date('2026-03-05T00:00:00.000Z');
    const run = await rerun(made);
    expect(run).toMatchObject({
      report_id: report.report_id,
      state: 'queued',
      initiator: SUBJECTS.owner,
      view_revision: '1',
      window: { from: '2026-02-27T01:30:00.000Z', to: '2026-02-28T01:30:00.000Z' },
      created_at: '2026-03-05T00:00:00.000Z',
    });
    // The run equals a run that a person requested: nothing is delivered, and the occurrence does not change.
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'start_report_run', workflowId: run.run_id });
    expect(api.plane.reportRows.get(report.report_id)?.latest_run_id).toBe(run.run_id);
    expect(api.plane.scheduling.occurrences.get(ID)).toEqual(occurrence);
    expect(api.plane.scheduling.written()).toBe(before);
    expect((await api.client().reports.runs.get(report.report_id, run.run_id)).data.state).toBe('queued');
  });

  it.each(['claimed', 'running', 'delivered', 'cancelling', 'cancelled'] as const)(
    'answers 409 for an occurrence that is %s',
    async (state) => {
      const made = await makeSchedule();
      putOccurrence(made, { state });
      const before = made.api.plane.written();
      expect(await toRefusal(rerun(made))).toMatchObject({
        status: 409,
        type: 'conflict',
        detail: `The occurrence is ${state}. Only a missed or failed occurrence can run again.`,
      });
      expect(made.api.plane.written()).toBe(before);
    },
  );

  it('creates one run per key', async () => {
    const made = await makeSchedule();
    putOccurrence(made, { state: 'failed' });
    const first = await rerun(made, 'once');
    made.api.now = new Date('2026-03-05T00:00:00.000Z');
    expect(await rerun(made, 'once')).toEqual(first);
    expect((await rerun(made, 'twice')).run_id).not.toBe(first.run_id);
    putOccurrence(made, { state: 'failed', scheduled_for: '2026-02-20T01:30:00.000Z' }, 2);
    const { occurrences } = made.api.client().reportSchedules;
    const other = occurrences.rerun(made.schedule.schedule_id, demoId('reportOccurrence', 2), {
      idempotencyKey: 'once',
    });
    expect((await toRefusal(other)).status).toBe(409);
  });

  it('works while the schedule is paused', async () => {
    const made = await makeSchedule({ body: { paused: true } });
    putOccurrence(made, { state: 'missed' });
    expect((await rerun(made)).state).toBe('queued');
  });

  it('answers 403 to a recipient, with or without access to the view', async () => {
    for (const audience of ['team', 'personal']) {
      const made = await makeSchedule({ report: { view: { audience } } });
      putOccurrence(made, { state: 'failed' });
      expect(await toRefusal(rerun(made, undefined, 'analyst'))).toMatchObject({ status: 403, type: 'forbidden' });
    }
  });

  it('answers 412 after the view got a newer revision than the pinned one, and 404 after its deletion', async () => {
    const made = await makeSchedule();
    putOccurrence(made, { state: 'failed' });
    const { savedViews } = made.api.client();
    await savedViews.update(made.view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
    expect(await toRefusal(rerun(made))).toMatchObject({ status: 412, type: 'precondition_failed' });
    await savedViews.delete(made.view.id);
    expect((await toRefusal(rerun(made))).status).toBe(404);
  });

  it('answers 422 after the report is deleted, and for a question that this build no longer supports', async () => {
    const made = await makeSchedule();
    putOccurrence(made, { state: 'failed' });
    made.api.plane.views.set(made.view.id, { ...made.view, filter_version: 99 });
    expect((await toRefusal(rerun(made))).status).toBe(422);
    await made.api.client().reports.delete(made.report.report_id);
    expect(await toRefusal(rerun(made))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      detail: 'The report of this schedule was deleted, so the occurrence cannot run again. Schedule another report.',
    });
  });

  it('answers 404 for a missing occurrence, and for one of another schedule', async () => {
    const made = await makeSchedule();
    putOccurrence(made, { state: 'failed' });
    const { reportSchedules } = made.api.client();
    const { data: other } = await reportSchedules.create(makeScheduleBody(made.report));
    for (const [scheduleId, occurrenceId] of [
      [made.schedule.schedule_id, MISSING_IDS.occurrence],
      [made.schedule.schedule_id, made.run.run_id],
      [other.schedule_id, ID],
      [MISSING_IDS.schedule, ID],
    ] as const) {
      expect((await toRefusal(reportSchedules.occurrences.rerun(scheduleId, occurrenceId))).status).toBe(404);
    }
  });

  it('answers 503 if the deployment has no worker', async () => {
    const made = await makeSchedule();
    putOccurrence(made, { state: 'failed' });
    made.api.plane.reports.hasWorker = false;
    expect(await toRefusal(rerun(made))).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.occurrences.rerun',
  send: ({ reportSchedules }, { schedule }) => reportSchedules.occurrences.rerun(schedule.schedule_id, ID),
  method: 'POST',
  path: ({ schedulePath }) => `${schedulePath}/occurrences/${ID}/rerun`,
  statuses: [202, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503],
  asks: { reports: 'createRun' },
  keepsKeys: true,
});
