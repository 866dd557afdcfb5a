import { describe, expect, it } from 'vitest';
import type { ReportScheduleV1 } from '../../../contracts/schedules/report-schedule.ts';
import { makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import {
  DAILY_IN_BERLIN,
  makeScheduleUpdate,
  makeSchedule,
  type MadeSchedule,
  putOccurrence,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

/** Replaces the current schedule, with `change`. */
async function update(
  { api, schedule }: MadeSchedule,
  change: Record<string, unknown> = {},
  as: 'owner' | 'analyst' = 'owner',
): Promise<ReportScheduleV1> {
  const { reportSchedules } = api.client(as);
  const { data: now } = await reportSchedules.get(schedule.schedule_id);
  return (await reportSchedules.update(schedule.schedule_id, makeScheduleUpdate(now, change))).data;
}

const HOURLY = { mode: 'interval', frequency: 'hourly' } as const;

describe('customer.report_schedules.update', () => {
  it('answers 200 with the complete schedule and its next revision, and nudges the dispatcher', async () => {
    const made = await makeSchedule();
    made.api.now = new Date('2026-03-01T13:00:00.000Z');
    const cadence = {
      mode: 'wall_clock',
      frequency: 'weekly',
      weekday: 'monday',
      local_time: '08:30',
      timezone: 'UTC',
    };
    const updated = await update(made, { cadence, recipient_subject_ids: [] });
    expect(updated).toEqual({
      ...made.schedule,
      cadence,
      recipient_subject_ids: [],
      warnings: [{ pointer: '/recipient_subject_ids', detail: updated.warnings?.[0]?.detail }],
      revision: '2',
      next_run_at: '2026-03-02T08:30:00.000Z',
      next_occurrences: ['02', '09', '16'].map((day) => ({
        scheduled_utc: `2026-03-${day}T08:30:00.000Z`,
        local: `2026-03-${day}T08:30:00.000+00:00`,
        note: '',
      })),
      updated_at: '2026-03-01T13:00:00.000Z',
    });
    expect(made.api.plane.outbox.at(-1)).toEqual({ kind: 'nudge_dispatcher', workflowId: WORKSPACE_ID });
    expect((await made.api.client().reportSchedules.get(made.schedule.schedule_id)).data).toEqual(updated);
  });

  it('keeps the owed instant while cadence and pause do not change', async () => {
    const made = await makeSchedule();
    made.api.now = new Date('2026-03-02T09:00:00.000Z');
    const updated = await update(made, { recipient_subject_ids: [SUBJECTS.owner] });
    expect([updated.next_run_at, updated.revision]).toEqual(['2026-03-02T01:30:00.000Z', '2']);
    // The order of a cadence's members does not matter.
    const reordered = Object.fromEntries(Object.entries(DAILY_IN_BERLIN).reverse());
    expect((await update(made, { cadence: reordered })).next_run_at).toBe('2026-03-02T01:30:00.000Z');
  });

  it('starts a changed cadence at the next instant: earlier due instants do not run', async () => {
    const made = await makeSchedule();
    made.api.now = new Date('2026-03-02T09:00:00.000Z');
    const updated = await update(made, { cadence: { ...DAILY_IN_BERLIN, local_time: '04:00' } });
    expect(updated.next_run_at).toBe('2026-03-03T03:00:00.000Z');
  });

  it('resumes at the next instant: instants during the pause do not run', async () => {
    const made = await makeSchedule({ body: { paused: true } });
    made.api.now = new Date('2026-03-07T09:00:00.000Z');
    expect(await update(made, { paused: false })).toMatchObject({
      paused: false,
      pause_reason: '',
      execution_state: 'armed',
      next_run_at: '2026-03-08T01:30:00.000Z',
    });
  });

  it('pauses with the reason `manual`, shows no next instant, and stops work in flight', async () => {
    const made = await makeSchedule();
    const claimed = putOccurrence(made, { state: 'claimed' }, 1);
    const running = putOccurrence(made, { state: 'running', scheduled_for: '2026-02-27T01:30:00.000Z' }, 2);
    expect(await update(made, { paused: true })).toMatchObject({
      paused: true,
      pause_reason: 'manual',
      next_run_at: null,
      next_occurrences: [],
    });
    const { items } = await made.api.client().reportSchedules.occurrences(made.schedule.schedule_id).page();
    expect(items.map((one) => [one.occurrence_id, one.state, one.failure_code])).toEqual([
      [claimed.occurrence_id, 'cancelled', 'schedule_paused'],
      [running.occurrence_id, 'cancelling', ''],
    ]);
  });

  it.each(['authority_lost', 'view_changed', 'invalid_request'] as const)(
    'keeps the reason of a pause in force, and removes it with the pause: %s',
    async (reason) => {
      const made = await makeSchedule();
      made.api.plane.scheduling.pause(made.schedule.schedule_id, reason);
      expect(await update(made, { recipient_subject_ids: [] })).toMatchObject({ pause_reason: reason, revision: '3' });
      expect(await update(made, { paused: false })).toMatchObject({ paused: false, pause_reason: '', revision: '4' });
    },
  );

  it('answers 412 if the schedule has changed, by an edit or by a pause of the server, and merges nothing', async () => {
    const made = await makeSchedule();
    const { reportSchedules } = made.api.client();
    const stale = makeScheduleUpdate(made.schedule, { recipient_subject_ids: [] });
    made.api.plane.scheduling.pause(made.schedule.schedule_id, 'authority_lost');
    expect(await toRefusal(reportSchedules.update(made.schedule.schedule_id, stale))).toMatchObject({
      status: 412,
      type: 'precondition_failed',
      detail: 'The schedule is at revision 2, not at 1. Read it again.',
    });
    const { data } = await reportSchedules.get(made.schedule.schedule_id);
    expect(data.recipient_subject_ids).toEqual(made.schedule.recipient_subject_ids);
  });

  it('answers the slower of two edits with 412, or with 404 if the other request deleted it', async () => {
    const made = await makeSchedule();
    const { scheduling } = made.api.plane;
    const write = scheduling.schedules.update.bind(scheduling.schedules);
    scheduling.schedules.update = (...edit) => {
      scheduling.pause(made.schedule.schedule_id, 'manual');
      return write(...edit);
    };
    expect((await toRefusal(update(made, { recipient_subject_ids: [] }))).status).toBe(412);
    scheduling.schedules.update = (...edit) => {
      scheduling.rows.delete(made.schedule.schedule_id);
      return write(...edit);
    };
    expect((await toRefusal(update(made, { recipient_subject_ids: [] }))).status).toBe(404);
  });

  it('answers 412 if the view has a newer revision, is deleted, or is personal to another user', async () => {
    const made = await makeSchedule();
    const { api, view } = made;
    await api
      .client()
      .savedViews.update(view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
    expect((await toRefusal(update(made))).detail).toBe(
      'The saved view is at revision 2, but the report pins revision 1. To pin the present view, its owner must update the report with `expected_view_revision` "2".',
    );
    api.plane.views.set(view.id, { ...view, audience: 'personal', owner: SUBJECTS.analyst });
    const concealed = await toRefusal(update(made));
    api.plane.views.delete(view.id);
    const deleted = await toRefusal(update(made));
    expect([concealed.status, deleted.status, concealed.detail]).toEqual([412, 412, deleted.detail]);
  });

  it('answers 403 to a recipient', async () => {
    const made = await makeSchedule();
    expect(await toRefusal(update(made, { paused: true }, 'analyst'))).toMatchObject({
      status: 403,
      type: 'forbidden',
    });
  });

  it('answers 404 for a missing schedule', async () => {
    const { api, schedule } = await makeSchedule();
    const { reportSchedules } = api.client();
    expect((await toRefusal(reportSchedules.update(MISSING_IDS.schedule, makeScheduleUpdate(schedule)))).status).toBe(
      404,
    );
  });

  it.each(['expected_revision', 'cadence', 'recipient_subject_ids', 'paused'])(
    'answers 422 without `%s`: the body is the whole document',
    async (member) => {
      const { api, schedule, schedulePath } = await makeSchedule();
      const body: Record<string, unknown> = makeScheduleUpdate(schedule);
      const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));
      const answer = await api.put<{ errors: { pointer: string }[] }>(schedulePath, { body: rest });
      expect([answer.status, answer.body.errors.map(({ pointer }) => pointer)]).toEqual([422, [`/${member}`]]);
    },
  );

  it('answers 503 for a schedule that would run if the deployment has no worker, and pauses it anyway', async () => {
    const made = await makeSchedule();
    made.api.plane.reports.hasWorker = false;
    expect((await toRefusal(update(made, { recipient_subject_ids: [] }))).status).toBe(503);
    expect((await update(made, { paused: true })).pause_reason).toBe('manual');
    expect((await toRefusal(update(made, { paused: false }))).status).toBe(503);
  });
});

describe('the anchor of an interval', () => {
  it('is kept by every edit that names no anchor and keeps the interval', async () => {
    const made = await makeSchedule({ body: { cadence: { ...HOURLY, anchor: '2026-02-01T00:10:00Z' } } });
    const anchor = '2026-02-01T00:10:00.000Z';
    made.api.now = new Date('2026-03-04T05:06:07.000Z');
    expect(await update(made, { cadence: HOURLY })).toMatchObject({
      cadence: { ...HOURLY, anchor },
      next_run_at: '2026-03-01T12:10:00.000Z',
    });
    expect(await update(made, { cadence: { mode: 'interval', frequency: 'daily' } })).toMatchObject({
      cadence: { mode: 'interval', frequency: 'daily', anchor },
      next_run_at: '2026-03-05T00:10:00.000Z',
    });
    expect(
      await update(made, { cadence: { mode: 'interval', frequency: 'daily', timezone: 'Asia/Tokyo' } }),
    ).toMatchObject({
      cadence: { anchor, timezone: 'Asia/Tokyo' },
    });
    expect(await update(made, { cadence: { ...HOURLY, anchor: '2026-03-04T00:20:00Z' } })).toMatchObject({
      cadence: { anchor: '2026-03-04T00:20:00.000Z' },
      next_run_at: '2026-03-04T05:20:00.000Z',
    });
  });

  it('is new if a wall clock becomes an interval', async () => {
    const made = await makeSchedule();
    made.api.now = new Date('2026-03-04T05:06:07.000Z');
    expect(await update(made, { cadence: HOURLY })).toMatchObject({
      cadence: { ...HOURLY, anchor: '2026-03-04T05:06:07.000Z' },
      next_run_at: '2026-03-04T06:06:07.000Z',
    });
  });
});

describe('the recipients of an edited schedule', () => {
  it.each([
    ['a member who does not receive the report', SUBJECTS.costless],
    ['a recipient of the report with a smaller scope', SUBJECTS.narrow],
    ['an unknown subject', demoId('subject', 77)],
  ])('must satisfy the rule of new recipients: %s', async (_who, id) => {
    const made = await makeSchedule();
    const problem = await toRefusal(update(made, { recipient_subject_ids: [SUBJECTS.owner, id] }));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/recipient_subject_ids/1' }] });
  });

  it('are checked again, including unchanged ones', async () => {
    const made = await makeSchedule();
    copyAccess(made.api, 'analyst', 'narrow');
    expect((await toRefusal(update(made))).errors).toMatchObject([{ pointer: '/recipient_subject_ids/1' }]);
    expect((await update(made, { recipient_subject_ids: [SUBJECTS.owner] })).revision).toBe('2');
  });
});

describe('a schedule whose report was deleted', () => {
  async function makeOrphan(): Promise<MadeSchedule> {
    const made = await makeSchedule();
    await made.api.client().reports.delete(made.report.report_id);
    return made;
  }

  it('answers 422 at `paused` if it would run again', async () => {
    const made = await makeOrphan();
    expect(await toRefusal(update(made, { paused: false }))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      errors: [{ pointer: '/paused' }],
    });
  });

  it('also answers 422 if the report is deleted at the same moment', async () => {
    const made = await makeSchedule();
    const { scheduling, reportRows } = made.api.plane;
    const write = scheduling.schedules.update.bind(scheduling.schedules);
    scheduling.schedules.update = (...edit) => {
      reportRows.delete(made.report.report_id);
      return write(...edit);
    };
    const problem = await toRefusal(update(made, { cadence: HOURLY }));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/paused' }] });
  });

  it('can lose recipients and change its cadence with any state of the view, and can gain no recipient', async () => {
    const made = await makeOrphan();
    made.api.plane.views.delete(made.view.id);
    expect(await update(made, { recipient_subject_ids: [SUBJECTS.analyst], cadence: HOURLY })).toMatchObject({
      recipient_subject_ids: [SUBJECTS.analyst],
      pause_reason: 'report_deleted',
      next_run_at: null,
    });
    const problem = await toRefusal(update(made, { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.owner] }));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/recipient_subject_ids/1' }] });
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.update',
  send: ({ reportSchedules }, { schedule }) =>
    reportSchedules.update(schedule.schedule_id, makeScheduleUpdate(schedule)),
  method: 'PUT',
  path: ({ schedulePath }) => schedulePath,
  body: ({ schedule }) => makeScheduleUpdate(schedule),
  statuses: [200, 401, 403, 404, 412, 413, 415, 422, 429, 500, 503],
  asks: { schedules: 'update' },
});
