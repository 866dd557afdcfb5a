import { describe, expect, it } from 'vitest';
import type { ReportScheduleV1 } from '../../../contracts/schedules/report-schedule.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { makeQuestion, makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import {
  FIRST_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { makeApplicationQuery, makeReportBody, copyAccess, makeReport } from '../../../testing/api/made-report.ts';
import { DAILY_IN_BERLIN, makeSchedule, SCHEDULES_PATH, makeScheduleBody } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

describe('customer.report_schedules.create', () => {
  it('answers 201 with the schedule, armed and due at the next instant, and nudges the dispatcher', async () => {
    const { api, report, schedule } = await makeSchedule();
    expect(schedule).toEqual({
      schedule_id: expect.stringMatching(/^rsch_/) as string,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      report_id: report.report_id,
      owner: SUBJECTS.owner,
      cadence: DAILY_IN_BERLIN,
      tzdb_version: process.versions['tz'],
      recipient_subject_ids: [SUBJECTS.owner, SUBJECTS.analyst],
      paused: false,
      pause_reason: '',
      execution_state: 'armed',
      unavailable_reasons: [],
      revision: '1',
      next_run_at: '2026-03-02T01:30:00.000Z',
      next_occurrences: [
        { scheduled_utc: '2026-03-02T01:30:00.000Z', local: '2026-03-02T02:30:00.000+01:00', note: '' },
        { scheduled_utc: '2026-03-03T01:30:00.000Z', local: '2026-03-03T02:30:00.000+01:00', note: '' },
        { scheduled_utc: '2026-03-04T01:30:00.000Z', local: '2026-03-04T02:30:00.000+01:00', note: '' },
      ],
      last_scheduled_for: null,
      skipped_total: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'nudge_dispatcher', workflowId: WORKSPACE_ID });
  });

  it('answers 201 with a warning if no recipient gets the runs, which is legal', async () => {
    const { api, report } = await makeReport();
    const { data } = await api.client().reportSchedules.create(makeScheduleBody(report));
    expect(data.warnings?.map(({ pointer }) => pointer)).toEqual(['/recipient_subject_ids']);
    expect((await api.client().reportSchedules.get(data.schedule_id)).data).toEqual(data);
  });

  it('gives the store the values that each claim pins, and the local date of the first instant', async () => {
    const { api, report, view } = await makeReport();
    const { schedules } = api.plane.scheduling;
    const written: unknown[] = [];
    const create = schedules.create.bind(schedules);
    schedules.create = (input) => {
      written.push(input.schedule);
      return create(input);
    };
    await api.client().reportSchedules.create(makeScheduleBody(report));
    const interval = { mode: 'interval', frequency: 'hourly' };
    await api.client().reportSchedules.create(makeScheduleBody(report, { cadence: interval }));
    expect(written).toMatchObject([
      {
        reportName: 'Weekly',
        savedViewId: view.id,
        viewRevision: '1',
        windowSeconds: 86_400,
        next: { at: new Date('2026-03-02T01:30:00.000Z'), localDate: '2026-03-02' },
      },
      { next: { at: new Date('2026-03-01T13:00:00.000Z'), localDate: undefined } },
    ]);
  });

  it('saves a paused schedule, with the reason `manual` and no instant', async () => {
    const { schedule } = await makeSchedule({ body: { paused: true } });
    expect(schedule).toMatchObject({
      paused: true,
      pause_reason: 'manual',
      execution_state: 'paused',
      next_run_at: null,
      next_occurrences: [],
    });
  });

  it('sets a missing anchor of an interval to the moment of saving, and keeps a given anchor', async () => {
    const { api, report } = await makeReport();
    api.now = new Date('2026-03-01T12:07:08.009Z');
    const create = async (cadence: object) =>
      (await api.client().reportSchedules.create(makeScheduleBody(report, { cadence }))).data;
    expect(await create({ mode: 'interval', frequency: 'weekly' })).toMatchObject({
      cadence: { mode: 'interval', frequency: 'weekly', anchor: '2026-03-01T12:07:08.009Z' },
      next_run_at: '2026-03-08T12:07:08.009Z',
    });
    const named = { mode: 'interval', frequency: 'daily', anchor: '2027-01-01T00:00:00+01:00', timezone: 'Asia/Tokyo' };
    expect(await create(named)).toMatchObject({
      cadence: { ...named, anchor: '2026-12-31T23:00:00.000Z' },
      next_run_at: '2026-12-31T23:00:00.000Z',
      next_occurrences: [{ local: '2027-01-01T08:00:00.000+09:00' }, {}, {}],
    });
  });

  it('accepts the 21st schedule of a workspace: 20 are a capacity, not a refusal', async () => {
    const { api, report } = await makeReport();
    for (let number = 1; number <= 21; number += 1) await api.client().reportSchedules.create(makeScheduleBody(report));
    expect(api.plane.scheduling.rows.size).toBe(21);
  });

  it('answers 404 for a report that is missing, invisible, or in another workspace', async () => {
    const { api, report, view } = await makeReport();
    const other = (await api.client('costless').reports.create(makeReportBody(view, { name: 'Other' }))).data.report;
    const create = (reportId: string, workspaceId = WORKSPACE_ID) =>
      api
        .client('owner', { organizationId: ORGANIZATION_ID, workspaceId })
        .reportSchedules.create(makeScheduleBody(report, { report_id: reportId }));
    for (const call of [
      create(MISSING_IDS.report),
      create(other.report_id),
      create(report.report_id, NEXT_WORKSPACE_ID),
    ]) {
      expect(await toRefusal(call)).toMatchObject({ status: 404, type: 'not_found' });
    }
  });

  it('answers 404 to an owner who can no longer see the view, or no longer covers its complete scope', async () => {
    const { api, report, view } = await makeReport({ view: makeApplicationQuery(FIRST_APPLICATION_ID) });
    const create = () => api.client().reportSchedules.create(makeScheduleBody(report));
    copyAccess(api, 'owner', 'narrow');
    expect((await create()).data.owner).toBe(SUBJECTS.owner);
    api.plane.views.set(view.id, { ...view, query: makeView().query });
    expect((await toRefusal(create())).status).toBe(404);
    api.plane.views.delete(view.id);
    expect((await toRefusal(create())).status).toBe(404);
  });

  it('answers 403 to a recipient, with or without access to the view', async () => {
    for (const audience of ['team', 'personal']) {
      const { api, report } = await makeReport({ view: { audience } });
      const refused = api.client('analyst').reportSchedules.create(makeScheduleBody(report));
      expect(await toRefusal(refused)).toMatchObject({ status: 403, type: 'forbidden' });
      expect(api.plane.scheduling.rows.size).toBe(0);
    }
  });

  it('answers 412 if the report has another revision, or its view has a newer revision than the pinned one', async () => {
    const { api, report, view } = await makeReport();
    const create = (change = {}) => api.client().reportSchedules.create(makeScheduleBody(report, change));
    expect(await toRefusal(create({ expected_report_revision: '2' }))).toMatchObject({
      status: 412,
      type: 'precondition_failed',
      detail: 'The report is at revision 1, not at 2. Read it again.',
    });
    await api
      .client()
      .savedViews.update(view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
    expect(await toRefusal(create())).toMatchObject({
      status: 412,
      detail:
        'The saved view is at revision 2, but the report pins revision 1. To pin the present view, its owner must update the report with `expected_view_revision` "2".',
    });
  });

  it.each([
    ['fixed_view_not_schedulable', { time_intent: 'fixed', query: makeQuestion(), relative_window_seconds: undefined }],
    ['invalid_window', { time_intent: 'relative', relative_window_seconds: undefined }],
    ['invalid_window', { time_intent: 'relative', relative_window_seconds: 0 }],
  ] as const)('answers 422 with the code %s at the report', async (code, change) => {
    const { api, report, view } = await makeReport();
    // Only the first change can be saved. A later release might permit the others.
    api.plane.views.set(view.id, { ...view, ...change } as typeof view);
    const problem = await toRefusal(api.client().reportSchedules.create(makeScheduleBody(report)));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/report_id', code }] });
  });

  it.each<[string, (view: SavedView) => Partial<SavedView>]>([
    ['of another contract', () => ({ filter_version: 99 })],
    ['with an unknown metric', ({ query }) => ({ query: { ...query, metrics: ['unheard.v1'] } })],
    [
      'of too many buckets for the window',
      ({ query }) => ({
        query: { ...query, shape: 'series', grain: 'hour' },
        relative_window_seconds: 90_000_000,
      }),
    ],
  ])('answers 422 for a question %s, which this build does not support', async (_, change) => {
    const { api, report, view } = await makeReport();
    api.plane.views.set(view.id, { ...view, ...change(view) });
    for (const paused of [false, true]) {
      const refused = await toRefusal(api.client().reportSchedules.create(makeScheduleBody(report, { paused })));
      expect(refused).toMatchObject({ status: 422, type: 'validation_failed', errors: [{ pointer: '/query' }] });
    }
    expect(api.plane.scheduling.rows.size).toBe(0);
  });

  it.each([
    ['armed', false],
    ['paused', true],
  ])('answers 503 if the deployment has no worker, even if the schedule is saved %s', async (_how, paused) => {
    const { api, report } = await makeReport();
    api.plane.reports.hasWorker = false;
    expect(await toRefusal(api.client().reportSchedules.create(makeScheduleBody(report, { paused })))).toMatchObject({
      status: 503,
      type: 'dependency_unavailable',
      detail: 'This deployment has no report worker. Ask its operator.',
    });
    expect(api.plane.scheduling.rows.size).toBe(0);
  });

  it('answers 503 if the deployment has no reader', async () => {
    const api = new TestApi({ reader: undefined as never });
    const body = {
      report_id: MISSING_IDS.report,
      expected_report_revision: '1',
      cadence: DAILY_IN_BERLIN,
      recipient_subject_ids: [],
    };
    expect(await toRefusal(api.client().reportSchedules.create(body))).toMatchObject({
      status: 503,
      detail: 'This deployment has no insight reader. Ask its operator.',
    });
  });
});

describe('an idempotency key of customer.report_schedules.create', () => {
  it('repeats the first answer to the same body, even after a change of the view', async () => {
    const { api, report, view } = await makeReport();
    const create = async (idempotencyKey: string) =>
      (await api.client().reportSchedules.create(makeScheduleBody(report), { idempotencyKey })).data;
    const first = await create('once');
    api.now = new Date('2026-03-05T00:00:00.000Z');
    api.plane.views.set(view.id, { ...view, revision: '2', question_revision: '2' });
    expect(await create('once')).toEqual(first);
    expect((await toRefusal(create('new'))).status).toBe(412);
    expect(api.plane.scheduling.rows.size).toBe(1);
  });

  it('treats `paused: false` and an absent member as the same body', async () => {
    const { api, report } = await makeReport();
    const create = async (change: Record<string, unknown>) =>
      (await api.client().reportSchedules.create(makeScheduleBody(report, change), { idempotencyKey: 'once' })).data;
    const first = await create({ paused: false });
    expect(await create({ paused: undefined })).toEqual(first);
    expect(api.plane.scheduling.rows.size).toBe(1);
    expect((await toRefusal(create({ paused: true }))).status).toBe(409);
  });

  it('repeats the first answer even after the schedule is deleted, and creates no second one', async () => {
    const { api, report } = await makeReport();
    const create = async () =>
      (await api.client().reportSchedules.create(makeScheduleBody(report), { idempotencyKey: 'once' })).data;
    const first = await create();
    await api.client().reportSchedules.delete(first.schedule_id);
    expect(await create()).toEqual(first);
    expect((await toRefusal(api.client().reportSchedules.get(first.schedule_id))).status).toBe(404);
  });

  it('creates one schedule for two concurrent requests', async () => {
    const { api, report } = await makeReport();
    const create = () => api.client().reportSchedules.create(makeScheduleBody(report), { idempotencyKey: 'once' });
    const [one, other] = await Promise.all([create(), create()]);
    expect(one.data).toEqual(other.data);
    expect(api.plane.scheduling.rows.size).toBe(1);
  });

  it('in the body takes precedence over the key in the header', async () => {
    const { api, report } = await makeReport();
    const body = { ...makeScheduleBody(report), idempotency_key: 'once' };
    const first = await api.post<{ data: ReportScheduleV1 }>(SCHEDULES_PATH, { body });
    const again = await api.post<{ data: ReportScheduleV1 }>(SCHEDULES_PATH, {
      body,
      headers: { 'idempotency-key': 'no' },
    });
    expect([first.status, again.status, again.body.data]).toEqual([201, 201, first.body.data]);
    const { data } = await api.client().reportSchedules.create(makeScheduleBody(report), { idempotencyKey: 'once' });
    expect(data).toEqual(first.body.data);
  });

  it('answers 409 to another body, and to another operation', async () => {
    const { api, report } = await makeReport({ idempotencyKey: 'report' });
    const create = (idempotencyKey: string, change = {}) =>
      api.client().reportSchedules.create(makeScheduleBody(report, change), { idempotencyKey });
    await create('once');
    for (const call of [create('once', { paused: true }), create('report')]) {
      expect(await toRefusal(call)).toMatchObject({ status: 409, type: 'conflict' });
    }
  });
});

/** The recipients of a schedule, and the indexes of the refused recipients. */
const RECIPIENTS: readonly [string, readonly string[], readonly number[]][] = [
  ['an empty list', [], []],
  ['only the owner', [SUBJECTS.owner], []],
  ['the owner and a recipient of the report', [SUBJECTS.analyst, SUBJECTS.owner], []],
  ['a member who does not receive the report', [SUBJECTS.costless], [0]],
  ['a recipient of the report with a smaller scope', [SUBJECTS.analyst, SUBJECTS.narrow], [1]],
  ['a member of another organization', [SUBJECTS.outsider, SUBJECTS.owner], [0]],
  ['an unknown subject', [demoId('subject', 77)], [0]],
  ['several faulty recipients, each reported', [SUBJECTS.costless, SUBJECTS.owner, SUBJECTS.narrow], [0, 2]],
];

describe('the recipients of a new schedule', () => {
  it.each(RECIPIENTS)('%s', async (_who, recipients, refused) => {
    const { api, report } = await makeReport();
    const call = api.client().reportSchedules.create(makeScheduleBody(report, { recipient_subject_ids: recipients }));
    if (refused.length === 0) {
      expect((await call).data.recipient_subject_ids).toEqual(recipients);
      return;
    }
    const { status, errors } = await toRefusal(call);
    expect([status, errors.map(({ pointer }) => pointer)]).toEqual([
      422,
      refused.map((index) => `/recipient_subject_ids/${index}`),
    ]);
    // All reasons have the same sentence.
    expect(new Set(errors.map(({ detail }) => detail))).toEqual(
      new Set(['is not the owner or a recipient of the report, or cannot open its latest run now']),
    );
    expect(api.plane.scheduling.rows.size).toBe(0);
  });

  it('must be able to open the latest run now: a recipient without access is refused until it is restored', async () => {
    const { api, report } = await makeReport();
    const create = () =>
      api.client().reportSchedules.create(makeScheduleBody(report, { recipient_subject_ids: [SUBJECTS.analyst] }));
    const giveBack = copyAccess(api, 'analyst', 'narrow');
    expect((await toRefusal(create())).errors).toMatchObject([{ pointer: '/recipient_subject_ids/0' }]);
    copyAccess(api, 'analyst', 'stranger');
    expect((await toRefusal(create())).status).toBe(422);
    giveBack();
    expect((await create()).data.recipient_subject_ids).toEqual([SUBJECTS.analyst]);
  });

  it('are at most 20, without repetitions', async () => {
    const api = new TestApi();
    const analyst = api.plane.callers.get(SUBJECTS.analyst)!;
    const people = Array.from({ length: 20 }, (_, index) => demoId('subject', 100 + index));
    for (const subjectId of people) api.plane.callers.set(subjectId, { ...analyst, subjectId });
    const { report } = await makeReport({ api, body: { recipient_subject_ids: people } });
    const create = (recipients: string[]) =>
      api.client().reportSchedules.create(makeScheduleBody(report, { recipient_subject_ids: recipients }));
    expect((await create(people)).data.recipient_subject_ids).toEqual(people);
    const send = (recipients: string[]) =>
      api.post<{ errors: { pointer: string }[] }>(SCHEDULES_PATH, {
        body: makeScheduleBody(report, { recipient_subject_ids: recipients }),
      });
    for (const recipients of [
      [...people, SUBJECTS.owner],
      [people[0]!, people[0]!],
    ]) {
      const { status, body } = await send(recipients);
      expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([422, ['/recipient_subject_ids']]);
    }
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.create',
  send: ({ reportSchedules }, { report }) => reportSchedules.create(makeScheduleBody(report)),
  method: 'POST',
  path: () => SCHEDULES_PATH,
  body: ({ report }) => makeScheduleBody(report),
  statuses: [201, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503],
  asks: { schedules: 'create' },
  keepsKeys: true,
});
