import { describe, expect, it } from 'vitest';
import { makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeReportBody, makeReport, saveView } from '../../../testing/api/made-report.ts';
import { makeScheduleBody } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const YESTERDAY = { unit: 'day', count: 1, timezone: 'Europe/Berlin' } as const;
const calendar = (calendar_window: Record<string, unknown> = YESTERDAY) => ({
  time_intent: 'calendar',
  relative_window_seconds: undefined,
  calendar_window,
});
/** The time 08:30 in Berlin on the day after the clocks went forward. */
const AFTER_CHANGE = new Date('2026-03-30T06:30:00.000Z');
const THAT_DAY = { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' };

function apiAt(now: Date): TestApi {
  const api = new TestApi();
  api.now = now;
  return api;
}

describe('a view with a window of local days', () => {
  it('stores its unit, count and zone, and no window of its question', async () => {
    const view = await saveView(new TestApi(), { ...calendar(), query: makeQuestion() });
    expect(view).toMatchObject({ time_intent: 'calendar', calendar_window: YESTERDAY });
    expect(Object.keys(view.query).sort()).toEqual(['metrics', 'schema', 'scope', 'shape']);
    expect('relative_window_seconds' in view).toBe(false);
  });

  it.each([
    ['yesterday', YESTERDAY, THAT_DAY],
    ['the last week', { ...YESTERDAY, unit: 'week' }, { from: '2026-03-22T23:00:00.000Z', to: THAT_DAY.to }],
    [
      'the last month',
      { ...YESTERDAY, unit: 'month' },
      { from: '2026-01-31T23:00:00.000Z', to: '2026-02-28T23:00:00.000Z' },
    ],
    [
      'yesterday elsewhere',
      { ...YESTERDAY, timezone: 'America/Los_Angeles' },
      { from: '2026-03-28T07:00:00.000Z', to: '2026-03-29T07:00:00.000Z' },
    ],
  ])('is opened over %s', async (_, window, expected) => {
    const api = apiAt(AFTER_CHANGE);
    const { id } = await saveView(api, calendar(window));
    expect((await api.client().savedViews.open(id)).data.query).toMatchObject(expected);
  });

  it.each([
    ['no window', { ...calendar(), calendar_window: undefined }, '/calendar_window'],
    [
      'a calendar window with a window of elapsed time',
      { ...calendar(), relative_window_seconds: 60 },
      '/relative_window_seconds',
    ],
    ['a calendar window with elapsed time as the intent', { calendar_window: YESTERDAY }, '/calendar_window'],
    [
      'a calendar window with a fixed window as the intent',
      { ...calendar(), time_intent: 'fixed', query: makeQuestion() },
      '/calendar_window',
    ],
    ['no day', calendar({ ...YESTERDAY, count: 0 }), '/calendar_window/count'],
    ['1,099 days', calendar({ ...YESTERDAY, count: 1_099 }), '/calendar_window/count'],
    ['half a day', calendar({ ...YESTERDAY, count: 0.5 }), '/calendar_window/count'],
    ['hours', calendar({ ...YESTERDAY, unit: 'hour' }), '/calendar_window/unit'],
    ['no zone', calendar({ unit: 'day', count: 1 }), '/calendar_window/timezone'],
    ['no such zone', calendar({ ...YESTERDAY, timezone: 'Mars/Olympus' }), '/calendar_window/timezone'],
    ['an offset', calendar({ ...YESTERDAY, timezone: '+01:00' }), '/calendar_window/timezone'],
    ['the zone of the server', calendar({ ...YESTERDAY, timezone: 'Local' }), '/calendar_window/timezone'],
    ['half a window', { ...calendar(), query: { ...makeQuestion(), to: undefined } }, '/query'],
  ])('with %s is refused, and nothing is written', async (_, change, pointer) => {
    const api = new TestApi();
    const { status, body } = await api.post(
      `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`,
      {
        body: makeView(change),
      },
    );
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
    expect(api.plane.written()).toBe(0);
  });

  it('is refused with 400 if it exceeds the maximum length of a window', async () => {
    const problem = await toRefusal(saveView(new TestApi(), calendar({ ...YESTERDAY, unit: 'month', count: 37 })));
    expect(problem).toMatchObject({ status: 400, type: 'window_too_large' });
    const view = await saveView(new TestApi(), calendar({ ...YESTERDAY, count: 1_098 }));
    expect(view.calendar_window?.count).toBe(1_098);
  });

  it('asks another question with another zone, and the same question with another name', async () => {
    const api = new TestApi();
    const view = await saveView(api, calendar());
    const edit = async (change: Record<string, unknown>, revision: string) =>
      (await api.client().savedViews.update(view.id, { ...makeView(change), expected_revision: revision })).data;
    expect(await edit({ ...calendar(), name: 'Renamed' }, '1')).toMatchObject({ question_revision: '1' });
    const elsewhere = calendar({ ...YESTERDAY, timezone: 'Europe/Paris' });
    expect(await edit(elsewhere, '2')).toMatchObject({ question_revision: '3' });
  });
});

describe('a report on local days', () => {
  it('covers days that had ended at the request, and names the rule', async () => {
    const made = await makeReport({ api: apiAt(AFTER_CHANGE), view: calendar() });
    expect(made.run).toMatchObject({ window: THAT_DAY, calendar_window: YESTERDAY, question: THAT_DAY });
    made.api.now = new Date('2026-03-30T22:00:00.000Z');
    const { data: next } = await made.api.client().reports.runs.create(made.report.report_id);
    expect(next.window).toEqual({ from: THAT_DAY.to, to: '2026-03-30T22:00:00.000Z' });
  });

  it('mentions no days if its window is elapsed time', async () => {
    const { run } = await makeReport();
    expect('calendar_window' in run).toBe(false);
  });

  it('can be scheduled, and pinned again with its window', async () => {
    const api = apiAt(AFTER_CHANGE);
    const { report, view } = await makeReport({ api, view: calendar() });
    const stored: unknown[] = [];
    const create = api.plane.scheduling.schedules.create.bind(api.plane.scheduling.schedules);
    api.plane.scheduling.schedules.create = (input) => {
      stored.push(input.schedule);
      return create(input);
    };
    await api.client().reportSchedules.create(makeScheduleBody(report));
    expect(stored).toMatchObject([{ windowSeconds: 86_400, calendarWindow: YESTERDAY }]);
    const weekly = { ...YESTERDAY, unit: 'week' };
    await api.client().savedViews.update(view.id, { ...makeView(calendar(weekly)), expected_revision: '1' });
    const update = api.plane.reports.update.bind(api.plane.reports);
    api.plane.reports.update = (id, expected, edit) => {
      stored.push(edit.pin);
      return update(id, expected, edit);
    };
    const edit = { expected_revision: '1', name: 'Weekly', recipient_subject_ids: [], expected_view_revision: '2' };
    await api.client().reports.update(report.report_id, edit);
    expect(stored[1]).toEqual({ viewRevision: '2', windowSeconds: 604_800, calendarWindow: weekly });
  });

  it('is 422 if this process does not support the zone of its window', async () => {
    const api = new TestApi();
    const view = await saveView(api, calendar());
    api.plane.views.set(view.id, { ...view, calendar_window: { ...YESTERDAY, timezone: 'Europe/Atlantis' } });
    for (const call of [api.client().savedViews.open(view.id), api.client().reports.create(makeReportBody(view))]) {
      const problem = await toRefusal(call);
      expect(problem).toMatchObject({ status: 422, type: 'validation_failed' });
      expect(problem.detail).toContain('It does not support the time zone Europe/Atlantis.');
    }
  });
});
