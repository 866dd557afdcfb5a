import { describe, expect, it } from 'vitest';
import { matchesPinnedQuestion } from '../../../contracts/views/matches-pinned-question.ts';
import { makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { SUBJECTS, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { makeReportBody, copyAccess, makeReport, saveView } from '../../../testing/api/made-report.ts';
import { makeSchedule, type MadeSchedule, makeScheduleBody } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const dependentsOf = async ({ api, view }: MadeSchedule, as: SubjectName = 'owner') =>
  (await api.client(as).savedViews.dependents(view.id)).data;

const edit = async ({ api, view }: MadeSchedule, change: Record<string, unknown>, revision = '1') =>
  (await api.client().savedViews.update(view.id, { ...makeView(change), expected_revision: revision })).data;

/** The report and its schedule in the form of the list. */
const listed = ({ report, schedule }: MadeSchedule, change: { stopped?: boolean } = {}) => ({
  reports: [
    {
      report_id: report.report_id,
      name: 'Weekly',
      owner: SUBJECTS.owner,
      view_revision: '1',
      stopped: false,
      schedules: [{ schedule_id: schedule.schedule_id, paused: false, next_run_at: schedule.next_run_at }],
      ...change,
    },
  ],
  truncated: false,
});

describe('customer.saved_views.dependents', () => {
  it('answers 200 with the view’s reports and their schedules, before any change', async () => {
    const made = await makeSchedule();
    expect(await dependentsOf(made)).toEqual(listed(made));
    const { api } = made;
    const unused = await saveView(api);
    expect((await api.client().savedViews.dependents(unused.id)).data).toEqual({ reports: [], truncated: false });
  });

  it('shows a report only to its recipients, and its schedules only to their recipients', async () => {
    const made = await makeSchedule({ report: { view: { audience: 'team' } } });
    expect(await dependentsOf(made, 'analyst')).toEqual(listed(made));
    const bare = await makeReport({ api: made.api, body: { name: 'Bare', recipient_subject_ids: [SUBJECTS.analyst] } });
    await made.api.client().reportSchedules.create(makeScheduleBody(bare.report));
    const { data } = await made.api.client('analyst').savedViews.dependents(bare.view.id);
    expect(data.reports).toMatchObject([{ report_id: bare.report.report_id, schedules: [] }]);
    expect(await dependentsOf(made, 'costless')).toEqual({ reports: [], truncated: false });
  });

  it('shows no trace of a report whose scope the caller no longer covers', async () => {
    const made = await makeSchedule();
    const giveBack = copyAccess(made.api, 'analyst', 'narrow');
    const answer = await made.api.client('analyst').savedViews.dependents(made.view.id);
    expect(answer.data).toEqual({ reports: [], truncated: false });
    expect(JSON.stringify(answer)).not.toContain('Weekly');
    giveBack();
    expect(await dependentsOf(made, 'analyst')).toEqual(listed(made));
  });

  it('lists a hundred reports and states that there are more', async () => {
    const made = await makeSchedule();
    const { api, view } = made;
    for (let number = 1; number <= 100; number += 1) {
      await api.client().reports.create(makeReportBody(view, { name: `Report ${number}` }));
    }
    const { reports, truncated } = await dependentsOf(made);
    expect([reports.length, truncated]).toEqual([100, true]);
  });

  it('answers 403 to a caller who may enter the workspace but not read', async () => {
    const made = await makeSchedule();
    expect((await toRefusal(dependentsOf(made, 'deployer'))).status).toBe(403);
  });
});

describe('an edit of a view', () => {
  it.each([
    ['a new name', { name: 'Renamed' }],
    ['the audience it had', {}],
    ['a window of the question, which a relative view does not keep', { query: makeQuestion() }],
  ])('stops nothing by %s: the report runs, and can be scheduled', async (_, change) => {
    const made = await makeSchedule();
    const edited = await edit(made, change);
    expect(edited).toMatchObject({ revision: '2', question_revision: '1', dependents: listed(made) });
    const { data: run } = await made.api.client().reports.runs.create(made.report.report_id);
    expect(run).toMatchObject({ state: 'queued', view_revision: '2' });
    const again = await made.api.client().reportSchedules.create(makeScheduleBody(made.report));
    expect(again.data.execution_state).toBeDefined();
  });

  it.each([
    ['another question', { query: { ...makeView().query, metrics: ['tokens.v1'] } }],
    ['another window', { relative_window_seconds: 3_600 }],
    ['another zone of its labels', { display_tz: 'Asia/Tokyo' }],
  ])('lists the schedules that it stopped by %s', async (_, change) => {
    const made = await makeSchedule();
    const edited = await edit(made, change);
    expect(edited).toMatchObject({ revision: '2', question_revision: '2' });
    expect(edited.dependents).toEqual(listed(made, { stopped: true }));
    expect(await dependentsOf(made)).toEqual(edited.dependents);
    const again = await toRefusal(made.api.client().reports.runs.create(made.report.report_id));
    expect(again).toMatchObject({ status: 412, errors: [{ code: 'view_moved' }] });
    const renamed = await edit(made, { ...change, name: 'Renamed' }, '2');
    expect(renamed.dependents).toEqual(edited.dependents);
  });

  it('stops the reports of other owners by making the view personal', async () => {
    const made = await makeSchedule();
    const { api, view } = made;
    const theirs = makeReportBody(view, { name: 'Theirs', recipient_subject_ids: [SUBJECTS.owner] });
    const { report } = (await api.client('costless').reports.create(theirs)).data;
    const { dependents } = await edit(made, { audience: 'personal' });
    expect(dependents.reports.map(({ report_id, stopped }) => [report_id, stopped])).toEqual(
      expect.arrayContaining([
        [report.report_id, true],
        [made.report.report_id, false],
      ]),
    );
    expect(dependents.reports).toHaveLength(2);
  });
});

describe('the deletion of a view', () => {
  it('lists the schedules that it stopped', async () => {
    const made = await makeSchedule();
    const { data } = await made.api.client().savedViews.delete(made.view.id);
    expect(data).toEqual({
      saved_view_id: made.view.id,
      deleted_at: '2026-03-01T12:00:00.000Z',
      dependents: listed(made, { stopped: true }),
    });
  });
});

describe('a pinned revision', () => {
  it.each([
    ['the latest', '10', true],
    ['the one that changed the question', '9', true],
    ['an earlier one', '8', false],
    ['a future revision', '11', false],
  ])('has the same question as the view: %s', (_, pinned, asks) => {
    expect(matchesPinnedQuestion({ revision: '10', question_revision: '9' }, pinned)).toBe(asks);
  });
});
