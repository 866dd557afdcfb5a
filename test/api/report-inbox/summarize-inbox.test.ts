import { describe, expect, it } from 'vitest';
import { describeScheduleRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId, NEXT_WORKSPACE_ID, ORGANIZATION_ID, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import { INBOX_PATH, makeSchedule, type MadeSchedule, putItem } from '../../../testing/api/made-schedule.ts';

const summaryOf = async ({ api }: MadeSchedule, as: SubjectName = 'owner') =>
  (await api.client(as).reportInbox.summary()).data;

const counted = (unread: number, truncated = false) => ({ unread_count: unread, truncated });

describe('customer.report_inbox.summary', () => {
  it('counts the caller’s unopened items, and opens none', async () => {
    const made = await makeSchedule();
    expect(await summaryOf(made)).toEqual(counted(0));
    for (const number of [1, 2, 3]) putItem(made, 'owner', {}, number);
    putItem(made, 'analyst', {}, 4);
    expect(await summaryOf(made)).toEqual(counted(3));
    expect(await summaryOf(made)).toEqual(counted(3));
    await made.api.client().reportInbox.open(demoId('delivery', 2));
    expect(await summaryOf(made)).toEqual(counted(2));
    expect(await summaryOf(made, 'analyst')).toEqual(counted(1));
    expect(await summaryOf(made, 'costless')).toEqual(counted(0));
  });

  it('excludes items that the caller can no longer open', async () => {
    const made = await makeSchedule();
    putItem(made, 'analyst');
    const giveBack = copyAccess(made.api, 'analyst', 'narrow');
    expect(await summaryOf(made, 'analyst')).toEqual(counted(0));
    giveBack();
    expect(await summaryOf(made, 'analyst')).toEqual(counted(1));
    await made.api.client().reports.delete(made.report.report_id);
    expect(await summaryOf(made, 'analyst')).toEqual(counted(0));
  });

  it('counts only the workspace', async () => {
    const made = await makeSchedule();
    putItem(made, 'owner');
    const elsewhere = made.api.client('owner', { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID });
    expect((await elsewhere.reportInbox.summary()).data).toEqual(counted(0));
  });

  it.each([
    [100, false],
    [101, true],
  ])('states whether the count of %s is complete', async (count, truncated) => {
    const made = await makeSchedule();
    for (let number = 1; number <= count; number += 1) putItem(made, 'owner', {}, number);
    expect(await summaryOf(made)).toEqual(counted(100, truncated));
  });
});

describeScheduleRefusals({
  operationId: 'customer.report_inbox.summary',
  send: ({ reportInbox }) => reportInbox.summary(),
  method: 'GET',
  path: () => `${INBOX_PATH}/summary`,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: { inbox: 'listUnread' },
});
