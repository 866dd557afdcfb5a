import { describe, expect, it } from 'vitest';
import { newId } from '../../store/postgres/new-id.ts';
import type { NewSchedule, ScheduleEdit } from '../../store/schedules/report-schedule-store.ts';
import {
  DAILY_IN_NEW_YORK,
  storableSchedule,
  presentStoredSchedule,
  type ScheduledReport,
} from '../schedules/new-schedule.ts';
import type { ContractPlane } from './contract-plane.ts';
import { makePlaneReport, readPages, saveSchedule, readOutboxItems } from './plane-steps.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';
const HOURLY = { mode: 'interval', frequency: 'hourly', anchor: '2026-03-01T00:00:00.000Z' } as const;
const NEXT = { at: new Date('2026-03-04T14:30:00.000Z'), localDate: '2026-03-04' };

/** Tests the contract of every schedule store for creating, listing and editing. `plane` is called when a test runs. */
export function describeScheduleContract(plane: () => ContractPlane): void {
  const edit = (over: Partial<ScheduleEdit> = {}): ScheduleEdit => ({
    ...{ cadence: DAILY_IN_NEW_YORK, tzdbVersion: '2026a', recipients: [], reportRevision: '1', next: 'kept' },
    ...over,
  });

  /** A report with a schedule, both made at `NOW`. */
  async function saved(over: Partial<NewSchedule> = {}): Promise<ScheduledReport & { scheduleId: string }> {
    plane().clock.set(NOW);
    const scheduled = await makePlaneReport(plane());
    return { ...scheduled, scheduleId: await saveSchedule(plane(), scheduled, over) };
  }

  /** The number of the owner's schedules in the workspace. */
  async function countOf({ tenancy }: ScheduledReport): Promise<number> {
    const list = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, limit: 100, after: undefined };
    return (await plane().schedules.list(list)).length;
  }

  describe('creating a schedule', () => {
    it('stores the schedule, the nudge and the key together', async () => {
      const { schedules, clock } = plane();
      clock.set(NOW);
      const scheduled = await makePlaneReport(plane());
      const { tenancy, reportId } = scheduled;
      const schedule = storableSchedule(scheduled);
      const key = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: 'first' };
      const document = {
        schedule_id: schedule.scheduleId,
        organization_id: tenancy.organizationId,
        workspace_id: tenancy.workspaceId,
        report_id: reportId,
        owner: tenancy.ownerId,
        cadence: DAILY_IN_NEW_YORK,
        tzdb_version: '2025c',
        recipient_subject_ids: [tenancy.ownerId, tenancy.otherId],
        paused: false,
        pause_reason: '',
        execution_state: 'armed',
        unavailable_reasons: [],
        revision: '1',
        next_run_at: '2026-03-03T14:30:00.000Z',
        next_occurrences: [],
        last_scheduled_for: null,
        skipped_total: 0,
        created_at: NOW,
        updated_at: NOW,
      };
      const items = await readOutboxItems(plane(), async () =>
        expect(
          await schedules.create({ key: { ...key, fingerprint: 'f' }, schedule, present: presentStoredSchedule }),
        ).toEqual({
          document,
          isReplay: false,
        }),
      );
      expect(items).toEqual([`nudge_dispatcher ${tenancy.workspaceId}`]);
      const stored = await schedules.find(schedule.scheduleId);
      expect(presentStoredSchedule(stored!)).toEqual(document);
      expect(stored?.deletedReportScope).toBeUndefined();
      expect(await plane().reports.recall(key)).toEqual({ fingerprint: 'f', status: 201, document });
    });

    it('saves one without a next instant as paused by its owner', async () => {
      const { scheduleId } = await saved({ next: undefined, cadence: HOURLY });
      expect((await plane().schedules.find(scheduleId))?.record).toMatchObject({
        cadence: HOURLY,
        paused: true,
        pause_reason: 'manual',
        next_run_at: null,
        revision: '1',
      });
    });

    it('creates one schedule for five concurrent duplicates, and returns it to all five', async () => {
      const scheduled = await makePlaneReport(plane());
      const { workspaceId, ownerId } = scheduled.tenancy;
      const key = { workspaceId, subjectId: ownerId, key: 'five', fingerprint: 'same' };
      const items = await readOutboxItems(plane(), async () => {
        const answers = await Promise.all(
          Array.from({ length: 5 }, () =>
            plane().schedules.create({ key, schedule: storableSchedule(scheduled), present: presentStoredSchedule }),
          ),
        );
        for (const { document } of answers) expect(document).toEqual(answers[0]?.document);
        expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      });
      expect(items).toEqual([`nudge_dispatcher ${workspaceId}`]);
      expect(await countOf(scheduled)).toBe(1);
    });

    it('is a conflict for a key of another request, and writes nothing', async () => {
      const scheduled = await makePlaneReport(plane());
      const { workspaceId, ownerId } = scheduled.tenancy;
      const create = (fingerprint: string) => {
        const key = { workspaceId, subjectId: ownerId, key: 'reused', fingerprint };
        return plane().schedules.create({ key, schedule: storableSchedule(scheduled), present: presentStoredSchedule });
      };
      await create('a');
      const items = await readOutboxItems(plane(), () =>
        expect(create('b')).rejects.toMatchObject({ name: 'Refusal', code: 'conflict' }),
      );
      expect(items).toEqual([]);
      expect(await countOf(scheduled)).toBe(1);
    });

    it('is not found if the report was deleted, and leaves the key unused', async () => {
      const { schedules, reports } = plane();
      const scheduled = await makePlaneReport(plane());
      const { workspaceId, ownerId } = scheduled.tenancy;
      await reports.delete(scheduled.reportId);
      const key = { workspaceId, subjectId: ownerId, key: 'unused' };
      const create = schedules.create({
        key: { ...key, fingerprint: 'f' },
        schedule: storableSchedule(scheduled),
        present: presentStoredSchedule,
      });
      await expect(create).rejects.toMatchObject({ code: 'not_found' });
      expect(await countOf(scheduled)).toBe(0);
      expect(await reports.recall(key)).toBeUndefined();
    });

    it('is refused if the report has changed since the check of the schedule', async () => {
      const scheduled = await makePlaneReport(plane());
      const change = { name: 'Renamed', recipientSubjectIds: [scheduled.tenancy.otherId], pin: undefined };
      await plane().reports.update(scheduled.reportId, '1', change);
      await expect(saveSchedule(plane(), scheduled)).rejects.toMatchObject({
        code: 'precondition_failed',
        faults: [{ code: 'revision_stale', pointer: '/expected_report_revision' }],
      });
      expect(await countOf(scheduled)).toBe(0);
      await saveSchedule(plane(), scheduled, { reportRevision: '2' });
    });
  });

  describe('listing schedules', () => {
    it('shows the schedules that the subject owns or receives in the workspace, newest first, page by page through equal times', async () => {
      const { schedules, clock } = plane();
      clock.set(NOW);
      const scheduled = await makePlaneReport(plane());
      const { workspaceId, ownerId, otherId } = scheduled.tenancy;
      const tied: string[] = [];
      for (let count = 0; count < 3; count += 1) tied.push(await saveSchedule(plane(), scheduled));
      clock.set(LATER);
      const received = await saveSchedule(plane(), scheduled, { owner: otherId, recipients: [ownerId] });
      await saveSchedule(plane(), scheduled, { owner: otherId, recipients: [] });
      await schedules.delete(await saveSchedule(plane(), scheduled));
      await saveSchedule(plane(), await makePlaneReport(plane()));
      const list = (page: { limit: number; after: { createdAt: string; id: string } | undefined }) =>
        schedules.list({ workspaceId, subjectId: ownerId, ...page });
      const keyOf = ({ record }: Awaited<ReturnType<typeof list>>[number]) => ({
        createdAt: record.created_at,
        id: record.schedule_id,
      });
      const [third, second, first] = [...tied].sort();
      expect(await readPages(list, 2, keyOf)).toEqual([[received, first], [second, third], []]);
    });
  });

  describe('updating a schedule', () => {
    it('replaces the editable members with the next revision, and nudges', async () => {
      const { scheduleId, tenancy } = await saved();
      plane().clock.set(LATER);
      const next = { at: new Date('2026-03-02T10:00:00.000Z'), localDate: undefined };
      const before = await plane().schedules.find(scheduleId);
      const items = await readOutboxItems(plane(), async () => {
        const change = edit({ cadence: HOURLY, recipients: [tenancy.otherId], next });
        const updated = await plane().schedules.update(scheduleId, '1', change);
        expect(updated?.record).toEqual({
          ...before?.record,
          cadence: HOURLY,
          tzdb_version: '2026a',
          recipient_subject_ids: [tenancy.otherId],
          revision: '2',
          next_run_at: '2026-03-02T10:00:00.000Z',
          updated_at: LATER,
        });
        expect(await plane().schedules.find(scheduleId)).toEqual(updated);
      });
      expect(items).toEqual([`nudge_dispatcher ${tenancy.workspaceId}`]);
    });

    it('keeps the owed instant, and the release that computed it, if neither cadence nor pause changes', async () => {
      const { scheduleId } = await saved();
      expect((await plane().schedules.update(scheduleId, '1', edit()))?.record).toMatchObject({
        next_run_at: '2026-03-03T14:30:00.000Z',
        tzdb_version: '2025c',
        recipient_subject_ids: [],
        revision: '2',
      });
    });

    it('changes nothing at another revision, for a deleted schedule, or for a missing one', async () => {
      const { schedules } = plane();
      const { scheduleId, ...scheduled } = await saved();
      const deleted = await saveSchedule(plane(), scheduled);
      await schedules.delete(deleted);
      const before = await schedules.find(scheduleId);
      const items = await readOutboxItems(plane(), async () => {
        expect(await schedules.update(scheduleId, '2', edit({ next: 'paused' }))).toBeUndefined();
        expect(await schedules.update(deleted, '1', edit())).toBeUndefined();
        expect(await schedules.update(newId('reportSchedule'), '1', edit())).toBeUndefined();
      });
      expect(items).toEqual([]);
      expect(await schedules.find(scheduleId)).toEqual(before);
      expect(await schedules.find(deleted)).toBeUndefined();
      expect(await schedules.find(newId('reportSchedule'))).toBeUndefined();
    });

    it('changes nothing if the report has changed since the check of the edit', async () => {
      const { scheduleId, reportId, tenancy } = await saved();
      const change = { name: 'Renamed', recipientSubjectIds: [tenancy.otherId], pin: undefined };
      await plane().reports.update(reportId, '1', change);
      expect(await plane().schedules.update(scheduleId, '1', edit())).toBeUndefined();
      const updated = await plane().schedules.update(scheduleId, '1', edit({ reportRevision: '2' }));
      expect(updated?.record.revision).toBe('2');
    });

    it('lets one of five concurrent updates succeed', async () => {
      const { scheduleId } = await saved();
      const updates = Array.from({ length: 5 }, () => plane().schedules.update(scheduleId, '1', edit()));
      expect((await Promise.all(updates)).filter((answer) => answer !== undefined)).toHaveLength(1);
      expect((await plane().schedules.find(scheduleId))?.record.revision).toBe('2');
    });

    it('pauses and arms again, and keeps the reason of a pause in force', async () => {
      const { schedules, reports } = plane();
      const { scheduleId, reportId, tenancy } = await saved();
      const pin = { viewRevision: '2', windowSeconds: undefined };
      await reports.update(reportId, '1', { name: 'Fixed', recipientSubjectIds: [tenancy.otherId], pin });
      const stopped = { paused: true, pause_reason: 'view_changed', next_run_at: null };
      const update = async (revision: string, next: ScheduleEdit['next']) =>
        (await schedules.update(scheduleId, revision, edit({ next, reportRevision: '2' })))?.record;
      expect(await update('2', 'paused')).toMatchObject({ ...stopped, revision: '3' });
      expect(await update('3', 'kept')).toMatchObject({ ...stopped, revision: '4' });
      const armed = { paused: false, pause_reason: '', next_run_at: '2026-03-04T14:30:00.000Z', revision: '5' };
      expect(await update('4', NEXT)).toMatchObject(armed);
      const paused = { paused: true, pause_reason: 'manual', next_run_at: null, revision: '6' };
      expect(await update('5', 'paused')).toMatchObject(paused);
    });

    it('does not arm a schedule whose report was deleted, and edits it while it stays paused', async () => {
      const { schedules, reports } = plane();
      const { scheduleId, reportId } = await saved();
      await reports.delete(reportId);
      const update = async (revision: string, next: ScheduleEdit['next']) =>
        (await schedules.update(scheduleId, revision, edit({ next, reportRevision: undefined })))?.record;
      expect(await update('2', NEXT)).toBeUndefined();
      const kept = { paused: true, pause_reason: 'report_deleted', recipient_subject_ids: [] };
      expect(await update('2', 'paused')).toMatchObject({ ...kept, revision: '3' });
      expect(await update('3', 'kept')).toMatchObject({ ...kept, revision: '4' });
    });
  });
}
