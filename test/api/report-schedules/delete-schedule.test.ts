import { describe, expect, it } from 'vitest';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { makeSchedule, putItem, putOccurrence } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

describe('customer.report_schedules.delete', () => {
  it('answers 200 with the time of the deletion, and notifies the dispatcher', async () => {
    const { api, schedule } = await makeSchedule();
    api.now = new Date('2026-03-02T00:00:00.000Z');
    const { data } = await api.client().reportSchedules.delete(schedule.schedule_id);
    expect(data).toEqual({
      schedule_id: schedule.schedule_id,
      deleted_at: '2026-03-02T00:00:00.000Z',
      occurrences_cancelled: 0,
    });
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'nudge_dispatcher', workflowId: WORKSPACE_ID });
  });

  it.each([
    ['claimed', 'cancelled'],
    ['running', 'cancelling'],
  ] as const)('stops work in flight: %s becomes %s', async (state, after) => {
    const made = await makeSchedule();
    const { api, schedule } = made;
    const { occurrence_id: id } = putOccurrence(made, { state });
    const { data } = await api.client().reportSchedules.delete(schedule.schedule_id);
    expect(data.occurrences_cancelled).toBe(1);
    expect(api.plane.scheduling.occurrences.get(id)).toMatchObject({ state: after, failure_code: 'schedule_deleted' });
  });

  it('removes it from every read, with its occurrences, and keeps delivered items', async () => {
    const made = await makeSchedule();
    const { api, schedule } = made;
    const { occurrence_id: occurrence } = putOccurrence(made, { state: 'missed' });
    const item = putItem(made, 'analyst');
    const { reportSchedules } = api.client();
    await reportSchedules.delete(schedule.schedule_id);
    for (const call of [
      reportSchedules.get(schedule.schedule_id),
      reportSchedules.occurrences(schedule.schedule_id).page(),
      reportSchedules.occurrences.rerun(schedule.schedule_id, occurrence),
      reportSchedules.delete(schedule.schedule_id),
    ]) {
      expect((await toRefusal(call)).status).toBe(404);
    }
    expect((await reportSchedules.list().page()).items).toEqual([]);
    const { reportInbox } = api.client('analyst');
    expect((await reportInbox.list().page()).items).toEqual([{ ...item, report_name: made.report.name }]);
    expect((await reportInbox.open(item.delivery_id)).data.run?.run_id).toBe(item.run_id);
  });

  it('does not check the view: a schedule can always be removed', async () => {
    const { api, view, schedule } = await makeSchedule();
    api.plane.views.delete(view.id);
    api.plane.reports.hasWorker = false;
    expect((await api.client().reportSchedules.delete(schedule.schedule_id)).data.schedule_id).toBe(
      schedule.schedule_id,
    );
  });

  it('removes a schedule whose report was deleted', async () => {
    const { api, report, schedule } = await makeSchedule();
    await api.client().reports.delete(report.report_id);
    expect((await api.client().reportSchedules.delete(schedule.schedule_id)).data.occurrences_cancelled).toBe(0);
  });

  it('answers 403 to a recipient, and 404 if another request was faster', async () => {
    const { api, schedule } = await makeSchedule();
    const call = (as: 'owner' | 'analyst') => api.client(as).reportSchedules.delete(schedule.schedule_id);
    expect(await toRefusal(call('analyst'))).toMatchObject({ status: 403, type: 'forbidden' });
    expect(api.plane.scheduling.rows.size).toBe(1);
    api.plane.scheduling.schedules.delete = () => Promise.resolve(undefined);
    expect((await toRefusal(call('owner'))).status).toBe(404);
    expect((await toRefusal(api.client().reportSchedules.delete(MISSING_IDS.schedule))).status).toBe(404);
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.delete',
  send: ({ reportSchedules }, { schedule }) => reportSchedules.delete(schedule.schedule_id),
  method: 'DELETE',
  path: ({ schedulePath }) => schedulePath,
  statuses: [200, 401, 403, 404, 413, 415, 422, 429, 500, 503],
  asks: { schedules: 'delete' },
});
