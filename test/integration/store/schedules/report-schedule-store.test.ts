import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createReportScheduleStore,
  type ReportScheduleStore,
  type ScheduleEdit,
} from '../../../../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';
import {
  DAILY_IN_NEW_YORK,
  storableSchedule,
  presentStoredSchedule,
  type ScheduledReport,
} from '../../../../testing/schedules/new-schedule.ts';
import { makeReport, outboxMark, outboxSince, putOccurrence, readRow, saveSchedule } from './schedule-rows.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';

let world: StoreWorld;
let schedules: ReportScheduleStore;
beforeAll(async () => {
  world = await openStoreWorld();
  schedules = createReportScheduleStore(world.pool, world.clock);
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.set(NOW);
});

function edit(over: Partial<ScheduleEdit> = {}): ScheduleEdit {
  return {
    cadence: DAILY_IN_NEW_YORK,
    tzdbVersion: '2026a',
    recipients: [],
    reportRevision: '1',
    next: 'kept',
    ...over,
  };
}

function deleteReport(reportId: string): Promise<unknown> {
  return createReportStore(world.pool, world.clock).delete(reportId);
}

describe('creating a schedule', () => {
  it('writes the columns that planning reads', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    expect(await readRow(world, 'report_schedules', scheduleId)).toMatchObject({
      report_name: 'Weekly figures',
      saved_view_id: scheduled.viewId,
      view_revision: 1n,
      window_seconds: 86_400n,
      next_local_date: '2026-03-03',
      nudged_at: null,
      deleted_at: null,
    });
  });

  it('is paused by a concurrent deletion of the report, or refused: never armed without its report', async () => {
    for (let round = 0; round < 5; round += 1) {
      const scheduled = await makeReport(world);
      const schedule = storableSchedule(scheduled);
      const { workspaceId, owner: subjectId } = schedule;
      const key = { workspaceId, subjectId, key: 'race', fingerprint: 'f' };
      await Promise.allSettled([
        schedules.create({ key, schedule, present: presentStoredSchedule }),
        deleteReport(scheduled.reportId),
      ]);
      const record = (await schedules.find(schedule.scheduleId))?.record;
      expect(record?.pause_reason ?? 'refused').toMatch(/^(report_deleted|refused)$/);
    }
  });
});

describe('updating a schedule', () => {
  it('keeps the local date of the owed instant if neither cadence nor pause changes', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world));
    await schedules.update(scheduleId, '1', edit({ recipients: [] }));
    expect(await readRow(world, 'report_schedules', scheduleId)).toMatchObject({ next_local_date: '2026-03-03' });
  });

  it('does not change a row at another revision', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world));
    const before = await readRow(world, 'report_schedules', scheduleId);
    expect(await schedules.update(scheduleId, '2', edit({ next: 'paused' }))).toBeUndefined();
    expect(await readRow(world, 'report_schedules', scheduleId)).toEqual(before);
  });
});

/**
 * The state after a stop, by the state before it. `isStopped` is true if the stop changes the state and notifies the
 * workflow.
 */
const STOPPED = [
  { state: 'claimed', becomes: 'cancelled', isStopped: true },
  { state: 'running', becomes: 'cancelling', isStopped: true },
  { state: 'cancelling', becomes: 'cancelling', isStopped: false },
  { state: 'delivered', becomes: 'delivered', isStopped: false },
  { state: 'failed', becomes: 'failed', isStopped: false },
  { state: 'cancelled', becomes: 'cancelled', isStopped: false },
  { state: 'missed', becomes: 'missed', isStopped: false },
] as const;

type Stopped = (typeof STOPPED)[number];

async function withOccurrence(
  state: Stopped['state'],
): Promise<ScheduledReport & { scheduleId: string; occurrenceId: string }> {
  const scheduled = await makeReport(world);
  const scheduleId = await saveSchedule(world, scheduled);
  const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state });
  return { ...scheduled, scheduleId, occurrenceId };
}

/** Compares an occurrence with its earlier state, after a stop that changed it or left it unchanged. */
async function expectStopped(
  { becomes, isStopped }: Stopped,
  before: Record<string, unknown>,
  outcome: { readonly code: string; readonly detail: string },
): Promise<void> {
  const expected = {
    ...before,
    state: becomes,
    finished_at: becomes === 'cancelled' ? new Date(LATER) : null,
    failure_code: outcome.code,
    failure_detail: outcome.detail,
    touched_at: new Date(LATER),
  };
  const after = await readRow(world, 'report_occurrences', before['occurrence_id'] as string);
  expect(after).toEqual(isStopped ? expected : before);
}

describe('pausing a schedule', () => {
  it.each(STOPPED)('makes an occurrence $becomes if it is $state', async (stopped) => {
    const { scheduleId, occurrenceId, tenancy } = await withOccurrence(stopped.state);
    const before = await readRow(world, 'report_occurrences', occurrenceId);
    const mark = await outboxMark(world);
    world.clock.set(LATER);
    expect((await schedules.update(scheduleId, '1', edit({ next: 'paused' })))?.record).toMatchObject({
      paused: true,
      pause_reason: 'manual',
      next_run_at: null,
      revision: '2',
      updated_at: LATER,
    });
    await expectStopped(stopped, before, {
      code: 'schedule_paused',
      detail: 'The owner of the schedule paused it while this occurrence was in flight.',
    });
    expect(await outboxSince(world, mark)).toEqual([
      ...(stopped.isStopped ? [`cancel_occurrence ${occurrenceId}`] : []),
      `nudge_dispatcher ${tenancy.workspaceId}`,
    ]);
  });

  it('does not change the occurrence of another schedule of the workspace', async () => {
    const { occurrenceId, ...scheduled } = await withOccurrence('running');
    const another = await saveSchedule(world, scheduled);
    const before = await readRow(world, 'report_occurrences', occurrenceId);
    expect((await schedules.update(another, '1', edit({ next: 'paused' })))?.record.paused).toBe(true);
    expect(await schedules.delete(another)).toMatchObject({ occurrences_cancelled: 0 });
    expect(await readRow(world, 'report_occurrences', occurrenceId)).toEqual(before);
  });
});

describe('deleting a schedule', () => {
  it.each(STOPPED)('makes an occurrence $becomes if it is $state, and keeps it as history', async (stopped) => {
    const { scheduleId, occurrenceId, tenancy } = await withOccurrence(stopped.state);
    const before = await readRow(world, 'report_occurrences', occurrenceId);
    const mark = await outboxMark(world);
    world.clock.set(LATER);
    expect(await schedules.delete(scheduleId)).toEqual({
      schedule_id: scheduleId,
      deleted_at: LATER,
      occurrences_cancelled: stopped.isStopped ? 1 : 0,
    });
    await expectStopped(stopped, before, {
      code: 'schedule_deleted',
      detail: 'The owner of the schedule deleted it while this occurrence was in flight.',
    });
    expect(await outboxSince(world, mark)).toEqual([
      ...(stopped.isStopped ? [`cancel_occurrence ${occurrenceId}`] : []),
      `nudge_dispatcher ${tenancy.workspaceId}`,
    ]);
    expect(await schedules.find(scheduleId)).toBeUndefined();
    expect(await readRow(world, 'report_schedules', scheduleId)).toMatchObject({
      deleted_at: new Date(LATER),
      next_run_at: null,
      next_local_date: null,
      paused: false,
    });
    expect(await schedules.delete(scheduleId)).toBeUndefined();
  });
});
