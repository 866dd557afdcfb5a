import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReportScheduleStore, type ReportScheduleStore } from '../../../../store/schedules/report-schedules.ts';
import { createReportStore, type ReportStore } from '../../../../store/reports/reports.ts';
import {
  DAILY,
  makeReport,
  newSchedule,
  outboxMark,
  outboxSince,
  present,
  rowOf,
  saveSchedule,
  type Scheduled,
} from '../schedules/schedule-world.ts';
import { openStoreWorld, type StoreWorld } from '../store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';
const LATER = '2026-03-02T09:00:00.000Z';
const PIN = { viewRevision: '2', windowSeconds: 3_600 };

let world: StoreWorld;
let reports: ReportStore;
let schedules: ReportScheduleStore;
beforeAll(async () => {
  world = await openStoreWorld();
  reports = createReportStore(world.pool, world.clock);
  schedules = createReportScheduleStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(NOW));

/** What the report is called and who receives it, with a pin where one is given. */
const edit = ({ tenancy }: Scheduled, pin?: typeof PIN | { viewRevision: string; windowSeconds: undefined }) => ({
  name: 'Renamed',
  recipient_subject_ids: [tenancy.otherId],
  pin,
});

describe('editing a report', () => {
  it('replaces name and recipients one revision on, and pins nothing that it is not told', async () => {
    const scheduled = await makeReport(world);
    const before = (await reports.find(scheduled.reportId))!;
    world.clock.set(LATER);
    expect(await reports.update(scheduled.reportId, '1', { ...edit(scheduled), recipient_subject_ids: [] })).toBe(true);
    expect(await reports.find(scheduled.reportId)).toEqual({
      ...before,
      name: 'Renamed',
      recipient_subject_ids: [],
      revision: '2',
      updated_at: LATER,
    });
  });

  it('is false from another revision and of a report that is gone, and writes nothing', async () => {
    const scheduled = await makeReport(world);
    const before = await reports.find(scheduled.reportId);
    expect(await reports.update(scheduled.reportId, '2', edit(scheduled))).toBe(false);
    expect(await reports.find(scheduled.reportId)).toEqual(before);
    await reports.delete(scheduled.reportId);
    expect(await reports.update(scheduled.reportId, '1', edit(scheduled))).toBe(false);
  });

  it('is a conflict for a name that its owner has in the workspace, and keeps its own', async () => {
    const scheduled = await makeReport(world);
    const other = await makeReport(world, scheduled.tenancy);
    await reports.update(other.reportId, '1', edit(scheduled));
    const taken = reports.update(scheduled.reportId, '1', edit(scheduled));
    await expect(taken).rejects.toMatchObject({ code: 'conflict', faults: [{ code: 'name_taken', pointer: '/name' }] });
    expect(await reports.update(other.reportId, '2', edit(scheduled))).toBe(true);
  });

  it('is one of two that come at once', async () => {
    const scheduled = await makeReport(world);
    const edits = await Promise.all([1, 2].map(() => reports.update(scheduled.reportId, '1', edit(scheduled))));
    expect(edits.sort()).toEqual([false, true]);
  });
});

describe('the schedules of a report that is edited', () => {
  it('are called as it is, lose whom it does not name, and nudge; a revision on where a reader sees a difference', async () => {
    const scheduled = await makeReport(world);
    const { ownerId, otherId, workspaceId } = scheduled.tenancy;
    const both = await saveSchedule(world, scheduled);
    const own = await saveSchedule(world, scheduled, { recipients: [ownerId] });
    world.clock.set(LATER);
    const mark = await outboxMark(world);
    await reports.update(scheduled.reportId, '1', { ...edit(scheduled), recipient_subject_ids: [] });
    expect(await outboxSince(world, mark)).toEqual([`nudge_dispatcher ${workspaceId}`]);
    expect((await schedules.find(both))?.record).toMatchObject({
      recipient_subject_ids: [ownerId],
      revision: '2',
      updated_at: LATER,
      paused: false,
      next_run_at: '2026-03-03T14:30:00.000Z',
    });
    expect((await schedules.find(own))?.record).toMatchObject({ recipient_subject_ids: [ownerId], revision: '1' });
    expect((await schedules.find(own))?.record.updated_at).toBe(NOW);
    for (const id of [both, own]) {
      expect(await rowOf(world, 'report_schedules', id)).toMatchObject({ report_name: 'Renamed', view_revision: 1n });
    }
    expect(otherId).not.toBe(ownerId);
  });

  it('keep the order of their recipients', async () => {
    const scheduled = await makeReport(world);
    const { ownerId, otherId } = scheduled.tenancy;
    const recipients = [otherId, ownerId];
    const id = await saveSchedule(world, scheduled, { recipients });
    await reports.update(scheduled.reportId, '1', edit(scheduled));
    expect((await schedules.find(id))?.record).toMatchObject({ recipient_subject_ids: recipients, revision: '1' });
  });

  it('follow its pin: what runs goes on, what is paused stays so', async () => {
    const scheduled = await makeReport(world);
    const armed = await saveSchedule(world, scheduled);
    const paused = await saveSchedule(world, scheduled, { next: undefined });
    await reports.update(scheduled.reportId, '1', edit(scheduled, PIN));
    expect((await reports.find(scheduled.reportId))?.view_revision).toBe('2');
    expect(await rowOf(world, 'report_schedules', armed)).toMatchObject({
      view_revision: 2n,
      window_seconds: 3_600n,
      revision: 2n,
      paused: false,
      next_run_at: new Date('2026-03-03T14:30:00.000Z'),
    });
    expect(await rowOf(world, 'report_schedules', paused)).toMatchObject({
      view_revision: 2n,
      window_seconds: 3_600n,
      revision: 2n,
      paused: true,
      pause_reason: 'manual',
    });
  });

  it('are paused by a pin that no schedule can ask, for what they were paused before where they were', async () => {
    const scheduled = await makeReport(world);
    const armed = await saveSchedule(world, scheduled);
    const paused = await saveSchedule(world, scheduled, { next: undefined });
    await reports.update(scheduled.reportId, '1', edit(scheduled, { viewRevision: '2', windowSeconds: undefined }));
    expect(await rowOf(world, 'report_schedules', armed)).toMatchObject({
      view_revision: 2n,
      window_seconds: 86_400n,
      paused: true,
      pause_reason: 'view_changed',
      next_run_at: null,
      next_local_date: null,
    });
    expect(await rowOf(world, 'report_schedules', paused)).toMatchObject({ paused: true, pause_reason: 'manual' });
  });

  it('that were deleted stay as they were', async () => {
    const scheduled = await makeReport(world);
    const id = await saveSchedule(world, scheduled);
    await schedules.delete(id);
    const before = await rowOf(world, 'report_schedules', id);
    await reports.update(scheduled.reportId, '1', edit(scheduled, PIN));
    expect(await rowOf(world, 'report_schedules', id)).toEqual(before);
  });
});

describe('a schedule that was judged by the report as it was', () => {
  it('is not made, and its key stays unused', async () => {
    const scheduled = await makeReport(world);
    await reports.update(scheduled.reportId, '1', edit(scheduled));
    const late = saveSchedule(world, scheduled);
    await expect(late).rejects.toMatchObject({ code: 'precondition_failed', faults: [{ code: 'revision_stale' }] });
    await saveSchedule(world, scheduled, { reportRevision: '2' });
  });

  it('is not edited', async () => {
    const scheduled = await makeReport(world);
    const id = await saveSchedule(world, scheduled);
    await reports.update(scheduled.reportId, '1', edit(scheduled));
    const written = { cadence: DAILY, tzdbVersion: '2025c', recipients: [], next: 'kept' } as const;
    expect(await schedules.update(id, '1', { ...written, reportRevision: '1' })).toBeUndefined();
    expect((await schedules.update(id, '1', { ...written, reportRevision: '2' }))?.record.revision).toBe('2');
  });

  it('never names somebody whom the report does not, whichever of the two comes first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const scheduled = await makeReport(world);
      const { workspaceId, ownerId, otherId } = scheduled.tenancy;
      const schedule = newSchedule(scheduled, { recipients: [otherId] });
      const key = { workspaceId, subjectId: ownerId, key: 'raced', fingerprint: 'f' };
      await Promise.allSettled([
        schedules.create({ key, schedule, present }),
        reports.update(scheduled.reportId, '1', { ...edit(scheduled), recipient_subject_ids: [] }),
      ]);
      const recipients = (await schedules.find(schedule.scheduleId))?.record.recipient_subject_ids ?? [];
      expect(recipients).toEqual([]);
    }
  });
});
