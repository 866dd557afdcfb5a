import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../../../clients/typescript/call-options.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import {
  FIRST_APPLICATION_ID,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  type SubjectName,
} from '../../../testing/api/demo-ids.ts';
import {
  makeApplicationQuery,
  makeReportBody,
  copyAccess,
  makeReport,
  saveView,
} from '../../../testing/api/made-report.ts';
import {
  makeScheduleUpdate,
  makeSchedule,
  SCHEDULES_PATH,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import type { TestApi } from '../../../testing/api/test-api.ts';

const pageOf = (api: TestApi, options: ListOptions = {}, as: SubjectName = 'owner') =>
  api.client(as).reportSchedules.list(options).page();

async function idsOf(api: TestApi, as: SubjectName = 'owner'): Promise<string[]> {
  return (await pageOf(api, {}, as)).items.map((one) => one.schedule_id);
}

/** Creates a report with this number of schedules of the owner, a second apart. Returns their ids, newest first. */
async function makeSchedules(count: number): Promise<{ api: TestApi; ids: string[] }> {
  const { api, report } = await makeReport();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    api.now = new Date(api.now.getTime() + 1_000);
    ids.unshift((await api.client().reportSchedules.create(makeScheduleBody(report))).data.schedule_id);
  }
  return { api, ids };
}

describe('customer.report_schedules.list', () => {
  it('answers 200 with only the schedules that the caller owns or receives, newest first', async () => {
    const { api, view, report, schedule: first } = await makeSchedule();
    api.now = new Date(api.now.getTime() + 1_000);
    const { data: own } = await api.client().reportSchedules.create(makeScheduleBody(report));
    api.now = new Date(api.now.getTime() + 1_000);
    const body = makeReportBody(view, { name: 'Other', recipient_subject_ids: [SUBJECTS.owner] });
    const { report: other } = (await api.client('analyst').reports.create(body)).data;
    const received = await api
      .client('analyst')
      .reportSchedules.create(makeScheduleBody(other, { recipient_subject_ids: [SUBJECTS.owner] }));
    expect(await idsOf(api)).toEqual([received.data.schedule_id, own.schedule_id, first.schedule_id]);
    expect(await idsOf(api, 'analyst')).toEqual([received.data.schedule_id, first.schedule_id]);
    for (const as of ['narrow', 'costless', 'deployer'] as const) expect(await idsOf(api, as)).toEqual([]);
  });

  it('shows schedules like customer.report_schedules.get', async () => {
    const { api, schedule } = await makeSchedule();
    api.alive = [];
    api.now = new Date('2026-03-28T12:00:00.000Z');
    const { data } = await api.client().reportSchedules.get(schedule.schedule_id);
    expect((await pageOf(api, {}, 'analyst')).items).toEqual([data]);
    expect(data.next_occurrences[0]?.note).toBe('dst_gap');
  });

  it('conceals schedules of reports that the caller no longer covers, including deleted reports', async () => {
    const { api, report, schedule } = await makeSchedule();
    const small = await saveView(api, makeApplicationQuery(FIRST_APPLICATION_ID));
    const other = (await api.client().reports.create(makeReportBody(small, { name: 'Small' }))).data.report;
    const { data: kept } = await api.client().reportSchedules.create(makeScheduleBody(other));
    await api.client().reports.delete(report.report_id);
    expect((await idsOf(api)).sort()).toEqual([schedule.schedule_id, kept.schedule_id].sort());
    copyAccess(api, 'owner', 'narrow');
    expect(await idsOf(api)).toEqual([kept.schedule_id]);
  });

  it('shows a hundred by default, and continues by cursor', async () => {
    const { api, ids } = await makeSchedules(103);
    const first = await pageOf(api);
    expect(first.items.map((one) => one.schedule_id)).toEqual(ids.slice(0, 100));
    const second = await pageOf(api, { cursor: first.nextCursor });
    expect(second.items.map((one) => one.schedule_id)).toEqual(ids.slice(100));
    expect(second.nextCursor).toBeUndefined();
  });

  it('neither repeats nor loses a schedule that is edited between two pages', async () => {
    const { api, ids } = await makeSchedules(3);
    const { reportSchedules } = api.client();
    const first = await pageOf(api, { limit: 2 });
    const last = (await reportSchedules.get(ids[2]!)).data;
    await reportSchedules.update(ids[2]!, makeScheduleUpdate(last, { paused: true }));
    const second = await pageOf(api, { limit: 2, cursor: first.nextCursor });
    expect(second.items.map((one) => [one.schedule_id, one.paused])).toEqual([[ids[2], true]]);
  });

  it('answers 422 for a limit that is not 1 to 100', async () => {
    const { api } = await makeSchedule();
    for (const limit of ['0', '101', '-1', '1.5', 'x', '']) {
      const { status, body } = await api.get<{ errors: { pointer: string }[] }>(SCHEDULES_PATH, { query: { limit } });
      expect([status, body.errors.map(({ pointer }) => pointer)], limit).toEqual([422, ['/limit']]);
    }
    for (const limit of [1, 100]) expect((await pageOf(api, { limit })).items).toHaveLength(1);
  });

  it('answers 422 for a cursor that is forged, altered, or of another person or list', async () => {
    const { api } = await makeSchedules(2);
    const cursor = (await pageOf(api, { limit: 1 })).nextCursor!;
    const altered = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    // The last character contains four bits of the signature and two unused bits, so its neighbour decodes to the same
    // bytes.
    const respelled = `${cursor.slice(0, -1)}${String.fromCharCode(cursor.charCodeAt(cursor.length - 1) + 1)}`;
    await saveView(api);
    const { nextCursor: ofViews } = await api.client().savedViews.list({ limit: 1 }).page();
    expect(ofViews).toBeDefined();
    const elsewhere = api.client('owner', { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID });
    for (const page of [
      pageOf(api, { cursor: 'x.y' }),
      pageOf(api, { cursor: altered }),
      pageOf(api, { cursor: respelled }),
      pageOf(api, { cursor: `${cursor}_` }),
      pageOf(api, { cursor: ofViews }),
      pageOf(api, { cursor }, 'analyst'),
      elsewhere.reportSchedules.list({ cursor }).page(),
    ]) {
      expect(await toRefusal(page)).toMatchObject({ status: 422, errors: [{ pointer: '/cursor' }] });
    }
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_schedules.list',
  send: ({ reportSchedules }) => reportSchedules.list().page(),
  method: 'GET',
  path: () => SCHEDULES_PATH,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: { schedules: 'list' },
});
