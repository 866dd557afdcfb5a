import { describe, expect, it } from 'vitest';
import type { ListOptions } from '../../../clients/typescript/call-options.ts';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId, NEXT_WORKSPACE_ID, ORGANIZATION_ID, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import type { ReportInboxItemV1 } from '../../../contracts/schedules/report-inbox-item.ts';
import type { InboxItemRecord } from '../../../store/schedules/report-inbox-store.ts';
import { INBOX_PATH, makeSchedule, type MadeSchedule, putItem } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const pageOf = ({ api }: MadeSchedule, options?: ListOptions, as: SubjectName = 'owner') =>
  api.client(as).reportInbox.list(options).page();

/** The item as a caller who can open its run gets it. */
const named = ({ report }: MadeSchedule, item: InboxItemRecord): ReportInboxItemV1 => ({
  ...item,
  report_name: report.name,
});

/** Stores this number of items for the owner, an hour apart. Returns their ids, newest first. */
function putHours(made: MadeSchedule, count: number): string[] {
  const hours = Array.from({ length: count }, (_, index) => index);
  for (const hour of hours) {
    putItem(made, 'owner', { delivered_at: new Date(Date.UTC(2026, 1, 1, hour)).toISOString() }, 1_000 - hour);
  }
  return hours.reverse().map((hour) => demoId('delivery', 1_000 - hour));
}

describe('customer.report_inbox.list', () => {
  it('answers 200 with the caller’s items, newest first: identifiers, and the name of the report', async () => {
    const made = await makeSchedule();
    const older = putItem(made, 'owner', {}, 1);
    const newer = putItem(made, 'owner', { delivered_at: '2026-03-01T01:31:00.000Z' }, 2);
    const theirs = putItem(made, 'analyst', {}, 3);
    expect((await pageOf(made)).items).toEqual([named(made, newer), named(made, older)]);
    expect((await pageOf(made, {}, 'analyst')).items).toEqual([named(made, theirs)]);
    expect((await pageOf(made, {}, 'costless')).items).toEqual([]);
    expect(Object.keys(named(made, older)).sort()).toEqual([
      'delivered_at',
      'delivery_id',
      'event_type',
      'organization_id',
      'read_at',
      'report_id',
      'report_name',
      'run_id',
      'schedule_id',
      'source_id',
      'source_kind',
      'workspace_id',
    ]);
  });

  it('shows read and unread items, and items that cannot be opened here', async () => {
    const made = await makeSchedule();
    const foreign = putItem(made, 'owner', { event_type: 'alert_raised', source_kind: 'alert_episode' }, 2);
    const read = putItem(made, 'owner', { read_at: '2026-03-01T02:00:00.000Z' }, 1);
    expect((await pageOf(made)).items).toEqual([named(made, foreign), named(made, read)]);
  });

  it('shows the current name of the report', async () => {
    const made = await makeSchedule();
    const { plane } = made.api;
    const item = putItem(made, 'analyst');
    plane.reportRows.set(made.report.report_id, { ...made.report, name: 'Renamed' });
    expect((await pageOf(made, {}, 'analyst')).items).toEqual([{ ...item, report_name: 'Renamed' }]);
  });

  it.each<[string, (made: MadeSchedule) => unknown]>([
    ['the report was deleted', ({ api, report }) => api.client().reports.delete(report.report_id)],
    ['the run was removed', ({ api, run }) => api.plane.runRows.delete(run.run_id)],
    [
      'the run is 90 days old',
      ({ api, run }) => {
        api.plane.settle(run.run_id, { state: 'failed' });
        api.now = new Date(api.now.getTime() + 90 * 86_400_000);
      },
    ],
    [
      'the report was renamed, and the caller is no longer a recipient',
      ({ api, report }) =>
        api.plane.reportRows.set(report.report_id, { ...report, name: 'Not for them', recipient_subject_ids: [] }),
    ],
  ])('shows no report name after %s', async (_why, change) => {
    const made = await makeSchedule();
    const item = putItem(made, 'analyst');
    await change(made);
    expect((await pageOf(made, {}, 'analyst')).items).toEqual([{ ...item, report_name: null }]);
  });

  it('still shows an item to a caller who can no longer open it, without the report’s name', async () => {
    const made = await makeSchedule();
    const item = putItem(made, 'analyst');
    copyAccess(made.api, 'analyst', 'narrow');
    expect((await pageOf(made, {}, 'analyst')).items).toEqual([{ ...item, report_name: null }]);
    expect((await toRefusal(made.api.client('analyst').reportInbox.open(item.delivery_id))).status).toBe(404);
  });

  it('shows only the items of the workspace', async () => {
    const made = await makeSchedule();
    putItem(made, 'owner');
    const elsewhere = made.api.client('owner', { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID });
    expect((await elsewhere.reportInbox.list().page()).items).toEqual([]);
  });

  it('pages 50 items at a time by default, without repeated and missing items', async () => {
    const made = await makeSchedule();
    const ids = putHours(made, 120);
    const found: string[] = [];
    for await (const one of made.api.client().reportInbox.list()) found.push(one.delivery_id);
    expect(found).toEqual(ids);
    expect((await pageOf(made)).items).toHaveLength(50);
    expect((await pageOf(made, { limit: 100 })).items).toHaveLength(100);
  });

  it('orders items of one moment by their ids', async () => {
    const made = await makeSchedule();
    for (const number of [3, 1, 2]) putItem(made, 'owner', {}, number);
    const ids: string[] = [];
    for await (const one of made.api.client().reportInbox.list({ limit: 1 })) ids.push(one.delivery_id);
    expect(ids).toEqual([3, 2, 1].map((number) => demoId('delivery', number)));
  });

  it('answers 422 for a limit that is not 1 to 100', async () => {
    const { api } = await makeSchedule();
    for (const limit of ['0', '101', 'x']) {
      const { status, body } = await api.get(INBOX_PATH, { query: { limit } });
      expect([status, body['errors']], limit).toMatchObject([422, [{ pointer: '/limit' }]]);
    }
  });

  it('answers 422 for a forged cursor, and for a cursor of another person or list', async () => {
    const made = await makeSchedule();
    putHours(made, 2);
    putItem(made, 'analyst', {}, 5_000);
    const cursor = (await pageOf(made, { limit: 1 })).nextCursor!;
    const schedules = made.api.client().reportSchedules.list({ cursor }).page();
    for (const page of [pageOf(made, { cursor: 'x.y' }), pageOf(made, { cursor }, 'analyst'), schedules]) {
      expect(await toRefusal(page)).toMatchObject({ status: 422, errors: [{ pointer: '/cursor' }] });
    }
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_inbox.list',
  send: ({ reportInbox }) => reportInbox.list().page(),
  method: 'GET',
  path: () => INBOX_PATH,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: { inbox: 'list' },
});
