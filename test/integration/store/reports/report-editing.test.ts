import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createReportScheduleStore,
  type ReportScheduleStore,
} from '../../../../store/schedules/report-schedule-store.ts';
import { createReportStore, type ReportStore } from '../../../../store/reports/report-store.ts';
import { makeReport, outboxMark, outboxSince, readRow, saveSchedule } from '../schedules/schedule-rows.ts';
import {
  storableSchedule,
  presentStoredSchedule,
  type ScheduledReport,
} from '../../../../testing/schedules/new-schedule.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

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

/** An edit of the report's name and recipients, with an optional pin. */
const edit = ({ tenancy }: ScheduledReport, pin?: typeof PIN | { viewRevision: string; windowSeconds: undefined }) => ({
  name: 'Renamed',
  recipientSubjectIds: [tenancy.otherId],
  pin,
});

describe('the schedules of an edited report', () => {
  it('get its name, lose removed recipients, and nudge; the revision changes if a reader sees a difference', async () => {
    const scheduled = await makeReport(world);
    const { ownerId, otherId, workspaceId } = scheduled.tenancy;
    const both = await saveSchedule(world, scheduled);
    const own = await saveSchedule(world, scheduled, { recipients: [ownerId] });
    world.clock.set(LATER);
    const mark = await outboxMark(world);
    await reports.update(scheduled.reportId, '1', { ...edit(scheduled), recipientSubjectIds: [] });
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
      expect(await readRow(world, 'report_schedules', id)).toMatchObject({ report_name: 'Renamed', view_revision: 1n });
    }
    expect(otherId).not.toBe(ownerId);
  });

  it('follow its pin: running ones continue, paused ones stay paused', async () => {
    const scheduled = await makeReport(world);
    const armed = await saveSchedule(world, scheduled);
    const paused = await saveSchedule(world, scheduled, { next: undefined });
    await reports.update(scheduled.reportId, '1', edit(scheduled, PIN));
    expect((await reports.find(scheduled.reportId))?.view_revision).toBe('2');
    expect(await readRow(world, 'report_schedules', armed)).toMatchObject({
      view_revision: 2n,
      window_seconds: 3_600n,
      revision: 2n,
      paused: false,
      next_run_at: new Date('2026-03-03T14:30:00.000Z'),
    });
    expect(await readRow(world, 'report_schedules', paused)).toMatchObject({
      view_revision: 2n,
      window_seconds: 3_600n,
      revision: 2n,
      paused: true,
      pause_reason: 'manual',
    });
  });

  it('are paused by a pin that no schedule supports, and keep an earlier reason', async () => {
    const scheduled = await makeReport(world);
    const armed = await saveSchedule(world, scheduled);
    const paused = await saveSchedule(world, scheduled, { next: undefined });
    await reports.update(scheduled.reportId, '1', edit(scheduled, { viewRevision: '2', windowSeconds: undefined }));
    expect(await readRow(world, 'report_schedules', armed)).toMatchObject({
      view_revision: 2n,
      window_seconds: 86_400n,
      paused: true,
      pause_reason: 'view_changed',
      next_run_at: null,
      next_local_date: null,
    });
    expect(await readRow(world, 'report_schedules', paused)).toMatchObject({ paused: true, pause_reason: 'manual' });
  });

  it('that were deleted do not change', async () => {
    const scheduled = await makeReport(world);
    const id = await saveSchedule(world, scheduled);
    await schedules.delete(id);
    const before = await readRow(world, 'report_schedules', id);
    await reports.update(scheduled.reportId, '1', edit(scheduled, PIN));
    expect(await readRow(world, 'report_schedules', id)).toEqual(before);
  });
});

describe('a schedule that was checked against the earlier report', () => {
  it('never has a recipient that the report does not have, in either order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const scheduled = await makeReport(world);
      const { workspaceId, ownerId, otherId } = scheduled.tenancy;
      const schedule = storableSchedule(scheduled, { recipients: [otherId] });
      const key = { workspaceId, subjectId: ownerId, key: 'raced', fingerprint: 'f' };
      await Promise.allSettled([
        schedules.create({ key, schedule, present: presentStoredSchedule }),
        reports.update(scheduled.reportId, '1', { ...edit(scheduled), recipientSubjectIds: [] }),
      ]);
      const recipients = (await schedules.find(schedule.scheduleId))?.record.recipient_subject_ids ?? [];
      expect(recipients).toEqual([]);
    }
  });
});
