import { describe, expect, it } from 'vitest';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import { makeView, makeQuestion } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { FIRST_APPLICATION_ID, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import {
  makeApplicationQuery,
  makeReportBody,
  copyAccess,
  makeReport,
  type MadeReport,
} from '../../../testing/api/made-report.ts';
import { makeScheduleUpdate, makeSchedule, type MadeSchedule } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const edit = { expected_revision: '1', name: 'Renamed', recipient_subject_ids: [SUBJECTS.analyst] };

const update = ({ api, report }: MadeReport, change: Record<string, unknown> = {}, as: 'owner' | 'analyst' = 'owner') =>
  api.client(as).reports.update(report.report_id, { ...edit, ...change });

/** Edits the view as its owner, which gives it revision 2 and a different question. */
const moveView = ({ api, view }: MadeReport, change: Record<string, unknown> = { display_tz: 'Asia/Tokyo' }) =>
  api.client().savedViews.update(view.id, { ...makeView(change), expected_revision: '1' });

const scheduleOf = async ({ api, schedule }: MadeSchedule) =>
  (await api.client().reportSchedules.get(schedule.schedule_id)).data;

describe('customer.reports.update', () => {
  it('answers 200 with the complete report and its next revision, and creates no run', async () => {
    const made = await makeReport();
    made.api.now = new Date('2026-03-02T12:00:00.000Z');
    const expected: ReportV1 = {
      ...made.report,
      name: 'Renamed',
      recipient_subject_ids: [SUBJECTS.analyst],
      revision: '2',
      updated_at: '2026-03-02T12:00:00.000Z',
    };
    expect((await update(made)).data).toEqual(expected);
    expect((await made.api.client('analyst').reports.get(made.report.report_id)).data).toEqual(expected);
    expect(made.api.plane.runRows.size).toBe(1);
  });

  it('removes the report from former recipients, and shows it to new ones', async () => {
    const made = await makeReport({ body: { recipient_subject_ids: [SUBJECTS.analyst] } });
    await update(made, { recipient_subject_ids: [SUBJECTS.costless] });
    const read = (as: 'analyst' | 'costless') => made.api.client(as).reports.get(made.report.report_id);
    expect((await toRefusal(read('analyst'))).status).toBe(404);
    expect((await read('costless')).data.recipient_subject_ids).toEqual([SUBJECTS.costless]);
  });

  it('answers 412 for a revision that is not the latest, even if another edit was faster', async () => {
    const made = await makeReport();
    await update(made);
    expect(await toRefusal(update(made))).toMatchObject({ status: 412, errors: [{ code: 'revision_stale' }] });
    made.api.plane.reports.update = () => Promise.resolve(false);
    const raced = update(made, { expected_revision: '2' });
    made.api.plane.reportRows.set(made.report.report_id, { ...made.report, revision: '3' });
    expect((await toRefusal(raced)).status).toBe(412);
  });

  it('answers 404 if it was deleted in the meantime', async () => {
    const made = await makeReport();
    made.api.plane.reports.update = () => {
      made.api.plane.reportRows.delete(made.report.report_id);
      return Promise.resolve(false);
    };
    expect((await toRefusal(update(made))).status).toBe(404);
  });

  it('answers 403 to a recipient, before 412', async () => {
    const made = await makeReport();
    expect((await toRefusal(update(made, { expected_revision: '9' }, 'analyst'))).status).toBe(403);
  });

  it('answers 409 for a name of another report of the owner', async () => {
    const made = await makeReport();
    await made.api.client().reports.create(makeReportBody(made.view, { name: 'Taken' }));
    const problem = await toRefusal(update(made, { name: 'Taken' }));
    expect([problem.status, problem.hasFault('name_taken')]).toEqual([409, true]);
  });

  it.each([
    ['a stranger to the organization', { recipient_subject_ids: [SUBJECTS.outsider] }, '/recipient_subject_ids/0'],
    ['no name', { name: '' }, '/name'],
    ['no list of recipients', { recipient_subject_ids: undefined }, '/recipient_subject_ids'],
    ['another view', { saved_view_id: 'sv_01k9d4w7z2e8sb6f3m5q0v1xya' }, '/saved_view_id'],
  ])('answers 422 for %s, and changes nothing', async (_name, change, pointer) => {
    const made = await makeReport();
    const { status, body } = await made.api.put(made.reportPath, { body: { ...edit, ...change } });
    expect([status, body['errors']]).toMatchObject([422, [{ pointer }]]);
    expect((await made.api.client().reports.get(made.report.report_id)).data).toEqual(made.report);
  });
});

describe('an edit that pins the current view', () => {
  it('lets a report run again after a change of its view, as the refusal recommends', async () => {
    const made = await makeReport();
    const { reports } = made.api.client();
    await moveView(made, { relative_window_seconds: 3_600 });
    const refused = await toRefusal(reports.runs.create(made.report.report_id));
    expect([refused.status, refused.nextAction]).toEqual([412, 'update_report']);
    const { data } = await update(made, { expected_view_revision: '2' });
    expect(data.view_revision).toBe('2');
    const { data: run } = await reports.runs.create(made.report.report_id);
    expect([run.view_revision, run.window.from]).toEqual(['2', '2026-03-01T11:00:00.000Z']);
  });

  it('is explicit: an edit without it keeps the question of the report', async () => {
    const made = await makeReport();
    await moveView(made);
    expect((await update(made)).data.view_revision).toBe('1');
  });

  it('is 412 if the view has another revision', async () => {
    const made = await makeReport();
    await moveView(made);
    const problem = await toRefusal(update(made, { expected_view_revision: '1' }));
    expect(problem.errors).toEqual([
      {
        pointer: '/expected_view_revision',
        detail: 'The saved view is at revision 2, not at 1. Read it again.',
        code: 'revision_stale',
      },
    ]);
  });

  it('is 412 with one sentence for a view that is deleted, personal to another user, or wider than the owner’s access', async () => {
    const details: string[] = [];
    for (const spoil of [
      ({ api, view }: MadeReport) => void api.plane.views.delete(view.id),
      ({ api, view }: MadeReport) =>
        void api.plane.views.set(view.id, { ...view, audience: 'personal', owner: SUBJECTS.analyst }),
      ({ api, view }: MadeReport) => {
        api.plane.views.set(view.id, { ...view, query: makeView().query });
        copyAccess(api, 'owner', 'narrow');
      },
    ]) {
      const made = await makeReport({ view: makeApplicationQuery(FIRST_APPLICATION_ID) });
      spoil(made);
      const problem = await toRefusal(update(made, { expected_view_revision: '1' }));
      expect([problem.status, problem.errors[0]?.code]).toEqual([412, 'view_gone']);
      details.push(problem.detail);
      // Its name and recipients can still change.
      expect((await update(made)).data.name).toBe('Renamed');
    }
    expect(new Set(details).size).toBe(1);
  });

  it('is 422 for a view of rows', async () => {
    const made = await makeReport();
    const rows = { schema: 1, shape: 'drilldown', drilldown: 'request', scope: {}, display_tz: 'UTC' };
    made.api.plane.views.set(made.view.id, { ...made.view, query: rows });
    const problem = await toRefusal(update(made, { expected_view_revision: '1' }));
    expect([problem.status, problem.errors[0]?.pointer]).toEqual([422, '/saved_view_id']);
  });
});

describe('the schedules of a report', () => {
  const people = { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.costless] };
  const make = () => makeSchedule({ report: { body: people }, body: people });

  it('stop the delivery to removed recipients, and continue', async () => {
    const made = await make();
    await update(made, { recipient_subject_ids: [SUBJECTS.costless] });
    expect(await scheduleOf(made)).toMatchObject({
      recipient_subject_ids: [SUBJECTS.costless],
      revision: '2',
      paused: false,
    });
    const read = made.api.client('analyst').reportSchedules.get(made.schedule.schedule_id);
    expect((await toRefusal(read)).status).toBe(404);
  });

  it('keep their revision if their readers see no difference', async () => {
    const made = await make();
    await update(made, { recipient_subject_ids: [...people.recipient_subject_ids, SUBJECTS.narrow] });
    expect(await scheduleOf(made)).toEqual(made.schedule);
  });

  it('follow the pin; the owner resumes a schedule that the server paused, from the next instant on', async () => {
    const made = await make();
    const { reportSchedules } = made.api.client();
    await moveView(made);
    made.api.plane.scheduling.pause(made.schedule.schedule_id, 'view_changed');
    const resume = async () =>
      reportSchedules.update(made.schedule.schedule_id, makeScheduleUpdate(await scheduleOf(made), { paused: false }));
    expect(await toRefusal(resume())).toMatchObject({ status: 412, nextAction: 'update_report' });
    await update(made, { ...people, expected_view_revision: '2' });
    expect(await scheduleOf(made)).toMatchObject({ paused: true, pause_reason: 'view_changed' });
    expect((await resume()).data).toMatchObject({ paused: false, pause_reason: '', execution_state: 'armed' });
  });

  it('are paused by a pin that no schedule supports, and cannot be armed until one supports it', async () => {
    const made = await make();
    const { reportSchedules } = made.api.client();
    await moveView(made, { query: makeQuestion(), time_intent: 'fixed', relative_window_seconds: undefined });
    await update(made, { ...people, expected_view_revision: '2' });
    const paused = await scheduleOf(made);
    expect(paused).toMatchObject({ paused: true, pause_reason: 'view_changed', next_run_at: null });
    const resumed = reportSchedules.update(paused.schedule_id, makeScheduleUpdate(paused, { paused: false }));
    expect(await toRefusal(resumed)).toMatchObject({ status: 422, errors: [{ code: 'fixed_view_not_schedulable' }] });
  });
});

describe('an owner can always pause a schedule', () => {
  it.each<[string, (made: MadeSchedule) => unknown]>([
    ['whose view has a newer revision', (made) => moveView(made)],
    ['whose view was deleted', ({ api, view }) => api.client().savedViews.delete(view.id)],
    [
      'whose view is personal to another user',
      ({ api, view }) => api.plane.views.set(view.id, { ...view, audience: 'personal', owner: SUBJECTS.analyst }),
    ],
    ['whose recipient has lost access', ({ api }) => copyAccess(api, 'analyst', 'stranger')],
  ])('%s', async (_name, spoil) => {
    const made = await makeSchedule();
    await spoil(made);
    const body = makeScheduleUpdate(made.schedule, { paused: true });
    const { data } = await made.api.client().reportSchedules.update(made.schedule.schedule_id, body);
    expect(data).toMatchObject({ paused: true, pause_reason: 'manual', next_run_at: null });
  });

  it('and cannot thereby add a person who cannot be a recipient', async () => {
    const made = await makeSchedule();
    copyAccess(made.api, 'analyst', 'stranger');
    const recipients = [...made.schedule.recipient_subject_ids, SUBJECTS.narrow];
    const body = makeScheduleUpdate(made.schedule, { paused: true, recipient_subject_ids: recipients });
    const problem = await toRefusal(made.api.client().reportSchedules.update(made.schedule.schedule_id, body));
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/recipient_subject_ids/2']);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.update',
  send: (reports, { report }) => reports.update(report.report_id, edit),
  method: 'PUT',
  path: ({ reportPath }) => reportPath,
  body: () => edit,
  statuses: [200, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503],
  asks: 'update',
});
