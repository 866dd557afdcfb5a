import { describe, expect, it } from 'vitest';
import type { InboxItemRecord } from '../../../store/schedules/report-inbox-store.ts';
import { demoId, type SubjectName } from '../../../testing/api/demo-ids.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import { makeSchedule, type MadeSchedule, putItem, putOccurrence } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

const DETAIL = 'The saved view has revision 2, and the report uses revision 1.';
const REMEDY =
  'Update the report with expected_view_revision to use the current view, or create a report of another view. Then resume the schedule.';

/** Creates a schedule that the server paused, and the item that reports the pause to its owner. */
async function makePaused(code = 'view_changed'): Promise<MadeSchedule & { item: InboxItemRecord }> {
  const made = await makeSchedule();
  putOccurrence(made, { state: 'failed', run_id: '', failure_code: code, failure_detail: DETAIL });
  const item = putItem(made, 'owner', { event_type: 'schedule_paused', source_kind: 'failed_occurrence', run_id: '' });
  return { ...made, item };
}

const listOf = async ({ api }: MadeSchedule, as: SubjectName = 'owner') =>
  (await api.client(as).reportInbox.list().page()).items;

const open = async ({ api }: MadeSchedule, as: SubjectName = 'owner') =>
  (await api.client(as).reportInbox.open(demoId('delivery', 1))).data;

const summaryOf = async ({ api }: MadeSchedule) => (await api.client().reportInbox.summary()).data;

describe('an item about a paused schedule', () => {
  it('names the report, the reason, and the owner’s next action', async () => {
    const made = await makePaused();
    const notice = { code: 'view_changed', detail: DETAIL, remedy: REMEDY };
    expect(await listOf(made)).toEqual([{ ...made.item, report_name: 'Weekly', notice }]);
    expect(await listOf(made, 'analyst')).toEqual([]);
  });

  it('is opened without a run, once, and counts as unread before', async () => {
    const made = await makePaused();
    expect(await summaryOf(made)).toEqual({ unread_count: 1, truncated: false });
    made.api.now = new Date('2026-03-02T08:00:00.000Z');
    const opened = await open(made);
    expect(Object.keys(opened)).toEqual(['item']);
    expect(opened.item).toMatchObject({ read_at: '2026-03-02T08:00:00.000Z', notice: { remedy: REMEDY } });
    made.api.now = new Date('2026-03-03T08:00:00.000Z');
    expect((await open(made)).item.read_at).toBe('2026-03-02T08:00:00.000Z');
    expect(await summaryOf(made)).toEqual({ unread_count: 0, truncated: false });
    expect((await toRefusal(open(made, 'analyst'))).status).toBe(404);
  });

  it('shows only the code to an owner who can no longer see the report', async () => {
    const made = await makePaused('authority_lost');
    copyAccess(made.api, 'owner', 'narrow');
    const remedy = 'Request access to the complete scope of the saved view. Then resume the schedule.';
    const hidden = { ...made.item, report_name: null, notice: { code: 'authority_lost', detail: '', remedy } };
    expect(await listOf(made)).toEqual([hidden]);
    expect((await open(made)).item).toEqual({ ...hidden, read_at: made.api.now.toISOString() });
  });

  it('remains without the report’s name after the report is deleted', async () => {
    const made = await makePaused();
    await made.api.client().reports.delete(made.report.report_id);
    expect(await listOf(made)).toMatchObject([{ report_name: null, notice: { code: 'view_changed', detail: '' } }]);
  });
});
