import { describe, expect, it } from 'vitest';
import type { Component } from '../../../domain/kernel/components.ts';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { FIRST_APPLICATION_ID, SUBJECTS, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { makeApplicationQuery, copyAccess } from '../../../testing/api/made-report.ts';
import {
  makeScheduleUpdate,
  makeSchedule,
  type MadeSchedule,
  putInUnknownZone,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { START_TIME } from '../../../testing/api/test-api.ts';

const get = async ({ api, schedule }: MadeSchedule, as: SubjectName = 'owner') =>
  (await api.client(as).reportSchedules.get(schedule.schedule_id)).data;

describe('customer.report_schedules.get', () => {
  it('answers 200 with the schedule, to its owner and its recipients equally', async () => {
    const made = await makeSchedule();
    expect(await get(made)).toEqual(made.schedule);
    expect(await get(made, 'analyst')).toEqual(made.schedule);
  });

  it('shows the next three instants from now, regardless of owed instants', async () => {
    const made = await makeSchedule();
    made.api.now = new Date('2026-03-28T01:30:00.000Z');
    const { next_run_at: due, next_occurrences: next } = await get(made);
    expect(due).toBe('2026-03-02T01:30:00.000Z');
    expect(next).toEqual([
      { scheduled_utc: '2026-03-29T01:30:00.000Z', local: '2026-03-29T03:30:00.000+02:00', note: 'dst_gap' },
      { scheduled_utc: '2026-03-30T00:30:00.000Z', local: '2026-03-30T02:30:00.000+02:00', note: '' },
      { scheduled_utc: '2026-03-31T00:30:00.000Z', local: '2026-03-31T02:30:00.000+02:00', note: '' },
    ]);
    made.api.now = new Date('2026-10-23T12:00:00.000Z');
    expect((await get(made)).next_occurrences).toEqual([
      { scheduled_utc: '2026-10-24T00:30:00.000Z', local: '2026-10-24T02:30:00.000+02:00', note: '' },
      { scheduled_utc: '2026-10-25T00:30:00.000Z', local: '2026-10-25T02:30:00.000+02:00', note: 'dst_fold' },
      { scheduled_utc: '2026-10-26T01:30:00.000Z', local: '2026-10-26T02:30:00.000+01:00', note: '' },
    ]);
  });

  it('shows the delay and its reason if the planning clock was ahead, until the schedule is saved again', async () => {
    const made = await makeSchedule();
    const { rows } = made.api.plane.scheduling;
    const stored = rows.get(made.schedule.schedule_id)!;
    const record = {
      ...stored.record,
      next_run_at: '2026-03-05T01:30:00.000Z',
      last_scheduled_for: '2026-03-04T01:30:00.000Z',
    };
    rows.set(record.schedule_id, { ...stored, record });
    const shown = await get(made);
    expect(shown.delay).toEqual({
      cause: 'clock_was_ahead',
      skipped_from: '2026-03-02T01:30:00.000Z',
      seconds: 3 * 86_400,
    });
    expect(shown.next_occurrences.map(({ scheduled_utc: at }) => at)).toEqual([
      '2026-03-05T01:30:00.000Z',
      '2026-03-06T01:30:00.000Z',
      '2026-03-07T01:30:00.000Z',
    ]);
    const update = made.api.client().reportSchedules;
    await update.update(shown.schedule_id, makeScheduleUpdate(shown, { paused: true }));
    const paused = await get(made);
    expect([paused.delay, paused.next_occurrences]).toEqual([undefined, []]);
    await update.update(shown.schedule_id, makeScheduleUpdate(paused, { paused: false }));
    const resumed = await get(made);
    expect([resumed.delay, resumed.next_run_at]).toEqual([undefined, '2026-03-02T01:30:00.000Z']);
  });

  it('shows no instant of a zone that this process does not support', async () => {
    const made = await makeSchedule();
    const { cadence } = putInUnknownZone(made);
    expect(await get(made)).toMatchObject({ cadence, next_occurrences: [], next_run_at: '2026-03-02T01:30:00.000Z' });
  });

  it.each(['manual', 'authority_lost', 'view_changed', 'invalid_request'] as const)(
    'shows a pause and its reason, without a next instant: %s',
    async (reason) => {
      const made = await makeSchedule();
      made.api.plane.scheduling.pause(made.schedule.schedule_id, reason);
      expect(await get(made)).toMatchObject({
        paused: true,
        pause_reason: reason,
        execution_state: 'paused',
        next_run_at: null,
        next_occurrences: [],
        revision: '2',
      });
    },
  );

  it.each<[string, Component]>([
    ['dispatcher', 'worker.dispatcher'],
    ['report_worker', 'worker.due_runs'],
    ['reader', 'reader'],
    ['inbox', 'inbox'],
  ])('is unavailable without a heartbeat of its %s, and paused before that', async (part, component) => {
    const made = await makeSchedule();
    const { api } = made;
    api.alive = api.alive.filter((one) => one !== component);
    expect(await get(made)).toMatchObject({ execution_state: 'unavailable', unavailable_reasons: [part] });
    // The schedule stays due, so a component that recovers finds it.
    expect((await get(made)).next_run_at).toBe(made.schedule.next_run_at);
    api.plane.scheduling.pause(made.schedule.schedule_id, 'manual');
    expect(await get(made)).toMatchObject({ execution_state: 'paused', unavailable_reasons: [part] });
    api.alive.push(component);
    expect(await get(made)).toMatchObject({ execution_state: 'paused', unavailable_reasons: [] });
  });

  it.each<[string, Component[], string[]]>([
    ['no worker process', ['api'], ['dispatcher', 'report_worker']],
    ['no Temporal', ['api', 'reconciler', 'reader'], ['dispatcher', 'report_worker']],
    ['neither Temporal nor ClickHouse', ['api', 'reconciler'], ['dispatcher', 'report_worker', 'reader']],
    ['no ClickHouse', ['api', 'reconciler', 'worker.dispatcher', 'worker.due_runs', 'inbox'], ['reader']],
    ['all but the worker of due runs', ['api', 'worker.due_runs'], ['dispatcher', 'reader', 'inbox']],
  ])('lists the missing components in the order of the contract, and no others, with %s', async (_, alive, missing) => {
    const made = await makeSchedule();
    made.api.alive = alive;
    expect(await get(made)).toMatchObject({ execution_state: 'unavailable', unavailable_reasons: missing });
  });

  it.each([
    [60, 'armed'],
    [61, 'unavailable'],
  ])('treats a component that was silent for %i s as present or not: %s', async (seconds, state) => {
    const made = await makeSchedule();
    const seen = made.api.lastSeen();
    made.api.lastSeen = () => seen.set('inbox', new Date(START_TIME.getTime() - seconds * 1_000));
    expect((await get(made)).execution_state).toBe(state);
  });

  it('answers 404 to a recipient of the report who does not receive the schedule', async () => {
    const recipients = { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.costless] };
    const made = await makeSchedule({ report: { body: recipients } });
    expect((await toRefusal(get(made, 'costless'))).status).toBe(404);
  });

  it.each(['owner', 'analyst'] as const)(
    'conceals it immediately from the %s who loses access to the report, and shows it again with the access',
    async (as) => {
      const made = await makeSchedule();
      const giveBack = copyAccess(made.api, as, 'narrow');
      expect((await toRefusal(get(made, as))).status).toBe(404);
      giveBack();
      expect(await get(made, as)).toEqual(made.schedule);
    },
  );

  it('remains paused after its report is deleted, for those who cover the scope of the report', async () => {
    const made = await makeSchedule({ report: { view: makeApplicationQuery(FIRST_APPLICATION_ID) } });
    await made.api.client().reports.delete(made.report.report_id);
    expect(await get(made, 'analyst')).toMatchObject({
      pause_reason: 'report_deleted',
      report_id: made.report.report_id,
    });
    copyAccess(made.api, 'analyst', 'narrow');
    expect((await get(made, 'analyst')).revision).toBe('2');
    copyAccess(made.api, 'analyst', 'neighbour');
    expect((await toRefusal(get(made, 'analyst'))).status).toBe(404);
  });

  it('answers 404 for a schedule that is missing, deleted, or has an invalid id', async () => {
    const { api, schedule } = await makeSchedule();
    await api.client().reportSchedules.delete(schedule.schedule_id);
    for (const id of [MISSING_IDS.schedule, schedule.schedule_id, schedule.report_id, 'nonsense']) {
      expect((await toRefusal(api.client().reportSchedules.get(id))).status).toBe(404);
    }
  });

  it('needs neither a reader nor a worker', async () => {
    const made = await makeSchedule();
    made.api.plane.reports.hasWorker = false;
    expect(await get(made)).toEqual(made.schedule);
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.get',
  send: ({ reportSchedules }, { schedule }) => reportSchedules.get(schedule.schedule_id),
  method: 'GET',
  path: ({ schedulePath }) => schedulePath,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: { schedules: 'find' },
});
