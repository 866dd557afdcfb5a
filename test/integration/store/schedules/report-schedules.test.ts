import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../store/postgres/new-id.ts';
import {
  createReportScheduleStore,
  type ReportScheduleStore,
  type ScheduleEdit,
} from '../../../../store/schedules/report-schedules.ts';
import { createReportStore } from '../../../../store/reports/reports.ts';
import { openStoreWorld, type StoreWorld } from '../store-world.ts';
import {
  DAILY,
  makeReport,
  newSchedule,
  outboxMark,
  outboxSince,
  present,
  putOccurrence,
  rowOf,
  saveSchedule,
  type Scheduled,
} from './schedule-world.ts';

const NOW = '2026-03-02T08:00:00.123Z';
const LATER = '2026-03-02T09:00:00.456Z';
const HOURLY = { mode: 'interval', frequency: 'hourly', anchor: '2026-03-01T00:00:00.000Z' } as const;

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
  return { cadence: DAILY, tzdbVersion: '2026a', recipients: [], reportRevision: '1', next: 'kept', ...over };
}

function deleteReport(reportId: string): Promise<unknown> {
  return createReportStore(world.pool, world.clock).delete(reportId);
}

async function countOf(table: 'report_schedules' | 'idempotency_keys', workspaceId: string): Promise<bigint> {
  const { rows } = await world.pool.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${table} WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows[0]!.count;
}

describe('creating a schedule', () => {
  it('commits the schedule, the nudge and the key together', async () => {
    const scheduled = await makeReport(world);
    const { tenancy, reportId, viewId } = scheduled;
    const mark = await outboxMark(world);
    const schedule = newSchedule(scheduled);
    const key = { workspaceId: tenancy.workspaceId, subjectId: tenancy.ownerId, key: 'first' };
    const { document } = await schedules.create({ key: { ...key, fingerprint: 'f' }, schedule, present });
    expect(document).toEqual({
      schedule_id: schedule.scheduleId,
      organization_id: tenancy.organizationId,
      workspace_id: tenancy.workspaceId,
      report_id: reportId,
      owner: tenancy.ownerId,
      cadence: DAILY,
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
    });
    const stored = await schedules.find(schedule.scheduleId);
    expect(present(stored!)).toEqual(document);
    expect(stored?.deletedReportScope).toBeUndefined();
    expect(await rowOf(world, 'report_schedules', schedule.scheduleId)).toMatchObject({
      report_name: 'Weekly figures',
      saved_view_id: viewId,
      view_revision: 1n,
      window_seconds: 86_400n,
      next_local_date: '2026-03-03',
      nudged_at: null,
      deleted_at: null,
    });
    expect(await outboxSince(world, mark)).toEqual([`nudge_dispatcher ${tenancy.workspaceId}`]);
    const recalled = await createReportStore(world.pool, world.clock).recall(key);
    expect(recalled).toEqual({ fingerprint: 'f', status: 201, document });
  });

  it('saves one without a next instant as paused by its owner', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world), { next: undefined, cadence: HOURLY });
    expect((await schedules.find(scheduleId))?.record).toMatchObject({
      cadence: HOURLY,
      paused: true,
      pause_reason: 'manual',
      next_run_at: null,
      revision: '1',
    });
  });

  it('makes one schedule of five duplicates that arrive at once, and tells all five of it', async () => {
    const scheduled = await makeReport(world);
    const { workspaceId, ownerId } = scheduled.tenancy;
    const mark = await outboxMark(world);
    const key = { workspaceId, subjectId: ownerId, key: 'five', fingerprint: 'same' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => schedules.create({ key, schedule: newSchedule(scheduled), present })),
    );
    for (const { document } of answers) expect(document).toEqual(answers[0]?.document);
    expect(await countOf('report_schedules', workspaceId)).toBe(1n);
    expect(await outboxSince(world, mark)).toEqual([`nudge_dispatcher ${workspaceId}`]);
  });

  it('answers 409 for a key that was used for another request, and writes nothing', async () => {
    const scheduled = await makeReport(world);
    const { workspaceId, ownerId } = scheduled.tenancy;
    const key = { workspaceId, subjectId: ownerId, key: 'reused' };
    await schedules.create({ key: { ...key, fingerprint: 'a' }, schedule: newSchedule(scheduled), present });
    const again = { key: { ...key, fingerprint: 'b' }, schedule: newSchedule(scheduled), present };
    await expect(schedules.create(again)).rejects.toMatchObject({ name: 'Refusal', code: 'conflict' });
    expect(await countOf('report_schedules', workspaceId)).toBe(1n);
  });

  it('answers 404 when the report is gone, and leaves the key unused', async () => {
    const scheduled = await makeReport(world);
    const { workspaceId } = scheduled.tenancy;
    await deleteReport(scheduled.reportId);
    const before = await countOf('idempotency_keys', workspaceId);
    await expect(saveSchedule(world, scheduled)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countOf('report_schedules', workspaceId)).toBe(0n);
    expect(await countOf('idempotency_keys', workspaceId)).toBe(before);
  });

  it('is paused by a deletion of the report at the same moment, or refused: never armed without its report', async () => {
    for (let round = 0; round < 5; round += 1) {
      const scheduled = await makeReport(world);
      const schedule = newSchedule(scheduled);
      const { workspaceId, owner: subjectId } = schedule;
      const key = { workspaceId, subjectId, key: 'race', fingerprint: 'f' };
      await Promise.allSettled([schedules.create({ key, schedule, present }), deleteReport(scheduled.reportId)]);
      const record = (await schedules.find(schedule.scheduleId))?.record;
      expect(record?.pause_reason ?? 'refused').toMatch(/^(report_deleted|refused)$/);
    }
  });
});

describe('listing schedules', () => {
  it('shows what the subject owns or receives in the workspace, newest first, page after page through equal times', async () => {
    const scheduled = await makeReport(world);
    const { workspaceId, ownerId, otherId } = scheduled.tenancy;
    const tied = [];
    for (let count = 0; count < 3; count += 1) tied.push(await saveSchedule(world, scheduled));
    world.clock.set(LATER);
    const received = await saveSchedule(world, scheduled, { owner: otherId, recipients: [ownerId] });
    await saveSchedule(world, scheduled, { owner: otherId, recipients: [] });
    const deleted = await saveSchedule(world, scheduled);
    await schedules.delete(deleted);
    await saveSchedule(world, await makeReport(world));

    const page = async (after: { createdAt: string; id: string } | undefined) =>
      schedules.list({ workspaceId, subjectId: ownerId, limit: 2, after });
    const first = await page(undefined);
    const last = first.at(-1)!.record;
    const second = await page({ createdAt: last.created_at, id: last.schedule_id });
    const end = second.at(-1)!.record;
    const third = await page({ createdAt: end.created_at, id: end.schedule_id });
    const ids = [first, second, third].map((stored) => stored.map(({ record }) => record.schedule_id));
    const newest = [...tied].sort().reverse();
    expect(ids).toEqual([[received, newest[0]], [newest[1], newest[2]], []]);
  });
});

describe('updating a schedule', () => {
  it('replaces what can be edited, one revision on, and nudges', async () => {
    const scheduled = await makeReport(world);
    const { workspaceId, otherId } = scheduled.tenancy;
    const scheduleId = await saveSchedule(world, scheduled);
    const mark = await outboxMark(world);
    world.clock.set(LATER);
    const next = { at: new Date('2026-03-02T10:00:00.000Z'), localDate: undefined };
    const updated = await schedules.update(scheduleId, '1', edit({ cadence: HOURLY, recipients: [otherId], next }));
    expect(updated?.record).toMatchObject({
      cadence: HOURLY,
      tzdb_version: '2026a',
      recipient_subject_ids: [otherId],
      paused: false,
      pause_reason: '',
      revision: '2',
      next_run_at: '2026-03-02T10:00:00.000Z',
      created_at: NOW,
      updated_at: LATER,
    });
    expect(await schedules.find(scheduleId)).toEqual(updated);
    expect(await outboxSince(world, mark)).toEqual([`nudge_dispatcher ${workspaceId}`]);
  });

  it('keeps what is owed, and the release that computed it, where neither cadence nor pause changes', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world));
    const updated = await schedules.update(scheduleId, '1', edit({ recipients: [] }));
    expect(updated?.record).toMatchObject({
      next_run_at: '2026-03-03T14:30:00.000Z',
      tzdb_version: '2025c',
      recipient_subject_ids: [],
      revision: '2',
    });
    expect(await rowOf(world, 'report_schedules', scheduleId)).toMatchObject({ next_local_date: '2026-03-03' });
  });

  it('changes nothing at another revision, of a deleted schedule, and where there is none', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const deleted = await saveSchedule(world, scheduled);
    await schedules.delete(deleted);
    const before = await rowOf(world, 'report_schedules', scheduleId);
    const mark = await outboxMark(world);
    expect(await schedules.update(scheduleId, '2', edit({ next: 'paused' }))).toBeUndefined();
    expect(await schedules.update(deleted, '1', edit())).toBeUndefined();
    expect(await schedules.update(newId('reportSchedule'), '1', edit())).toBeUndefined();
    expect(await rowOf(world, 'report_schedules', scheduleId)).toEqual(before);
    expect(await outboxSince(world, mark)).toEqual([]);
  });

  it('lets one of five updates at once through', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world));
    const answers = await Promise.all(Array.from({ length: 5 }, () => schedules.update(scheduleId, '1', edit())));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect((await schedules.find(scheduleId))?.record.revision).toBe('2');
  });

  it('keeps the reason of a pause that is in force', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world));
    await world.pool.query(
      `UPDATE report_schedules SET paused = true, pause_reason = 'view_changed', next_run_at = NULL,
         next_local_date = NULL, revision = 2 WHERE schedule_id = $1`,
      [scheduleId],
    );
    const updated = await schedules.update(scheduleId, '2', edit({ next: 'paused' }));
    expect(updated?.record).toMatchObject({ paused: true, pause_reason: 'view_changed', revision: '3' });
    const next = { at: new Date('2026-03-04T14:30:00.000Z'), localDate: '2026-03-04' };
    expect((await schedules.update(scheduleId, '3', edit({ next })))?.record).toMatchObject({
      paused: false,
      pause_reason: '',
      next_run_at: '2026-03-04T14:30:00.000Z',
      revision: '4',
    });
  });

  it('does not arm a schedule whose report was deleted, and edits it as long as it stays paused', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    await deleteReport(scheduled.reportId);
    const next = { at: new Date('2026-03-04T14:30:00.000Z'), localDate: '2026-03-04' };
    expect(await schedules.update(scheduleId, '2', edit({ next }))).toBeUndefined();
    expect((await schedules.update(scheduleId, '2', edit({ next: 'paused' })))?.record).toMatchObject({
      paused: true,
      pause_reason: 'report_deleted',
      recipient_subject_ids: [],
      revision: '3',
    });
  });
});

/** What stopping makes of each state: the state after it, and whether that is its doing, of which its workflow is told. */
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
): Promise<Scheduled & { scheduleId: string; occurrenceId: string }> {
  const scheduled = await makeReport(world);
  const scheduleId = await saveSchedule(world, scheduled);
  const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state });
  return { ...scheduled, scheduleId, occurrenceId };
}

/** Compares an occurrence that was stopped, or left alone, with what it was before. */
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
  const after = await rowOf(world, 'report_occurrences', before['occurrence_id'] as string);
  expect(after).toEqual(isStopped ? expected : before);
}

describe('pausing a schedule', () => {
  it.each(STOPPED)('makes $becomes of what is $state', async (stopped) => {
    const { scheduleId, occurrenceId, tenancy } = await withOccurrence(stopped.state);
    const before = await rowOf(world, 'report_occurrences', occurrenceId);
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

  it('leaves the occurrence of another schedule of the workspace alone', async () => {
    const { occurrenceId, ...scheduled } = await withOccurrence('running');
    const another = await saveSchedule(world, scheduled);
    const before = await rowOf(world, 'report_occurrences', occurrenceId);
    expect((await schedules.update(another, '1', edit({ next: 'paused' })))?.record.paused).toBe(true);
    expect(await schedules.delete(another)).toMatchObject({ occurrences_cancelled: 0 });
    expect(await rowOf(world, 'report_occurrences', occurrenceId)).toEqual(before);
  });
});

describe('deleting a schedule', () => {
  it.each(STOPPED)('makes $becomes of what is $state, and keeps it as history', async (stopped) => {
    const { scheduleId, occurrenceId, tenancy } = await withOccurrence(stopped.state);
    const before = await rowOf(world, 'report_occurrences', occurrenceId);
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
    expect(await rowOf(world, 'report_schedules', scheduleId)).toMatchObject({
      deleted_at: new Date(LATER),
      next_run_at: null,
      next_local_date: null,
      paused: false,
    });
    expect(await schedules.delete(scheduleId)).toBeUndefined();
  });

  it('happens once, however many ask at once', async () => {
    const { scheduleId } = await withOccurrence('claimed');
    const answers = await Promise.all(Array.from({ length: 5 }, () => schedules.delete(scheduleId)));
    expect(answers.filter((answer) => answer !== undefined)).toMatchObject([{ occurrences_cancelled: 1 }]);
    expect(await schedules.delete(newId('reportSchedule'))).toBeUndefined();
  });

  it('deletes a paused one', async () => {
    const scheduleId = await saveSchedule(world, await makeReport(world), { next: undefined });
    expect(await schedules.delete(scheduleId)).toMatchObject({ occurrences_cancelled: 0 });
  });
});
