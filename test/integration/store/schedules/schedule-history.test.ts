import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createReportInboxStore, type ReportInboxStore } from '../../../../store/schedules/report-inbox.ts';
import {
  createReportOccurrenceStore,
  type ReportOccurrenceStore,
} from '../../../../store/schedules/report-occurrences.ts';
import { createReportRunStore } from '../../../../store/reports/report-runs.ts';
import { createReportStore } from '../../../../store/reports/reports.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep.ts';
import { newRun, openStoreWorld, type StoreWorld, type Tenancy } from '../store-world.ts';
import { makeReport, putOccurrence, saveSchedule } from './schedule-world.ts';

const NOW = '2026-03-02T08:00:00.123Z';

let world: StoreWorld;
let occurrences: ReportOccurrenceStore;
let inbox: ReportInboxStore;
beforeAll(async () => {
  world = await openStoreWorld(NOW);
  occurrences = createReportOccurrenceStore(world.pool);
  inbox = createReportInboxStore(world.pool, world.clock);
});
afterAll(() => world.close());

describe('the occurrences of a schedule', () => {
  it('are shown with their window, and a missed one without', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const scheduledFor = '2026-03-01T14:30:00.000Z';
    const missed = await putOccurrence(world, scheduled, { scheduleId, state: 'missed', scheduledFor });
    const shown = {
      schedule_id: scheduleId,
      report_id: scheduled.reportId,
      schedule_revision: '1',
      view_revision: '1',
      failure_code: '',
      failure_detail: '',
      skipped_count: 0,
      delivered_count: 0,
      suppressed_count: 0,
      attempt: 0,
      created_at: NOW,
    };
    expect(await occurrences.findOccurrence(missed.occurrenceId)).toEqual({
      ...shown,
      occurrence_id: missed.occurrenceId,
      scheduled_for: scheduledFor,
      state: 'missed',
      run_id: '',
      skipped_count: 1,
      skipped_from: scheduledFor,
      skipped_to: scheduledFor,
      finished_at: NOW,
    });
    const running = await putOccurrence(world, scheduled, { scheduleId, state: 'running' });
    expect(await occurrences.findOccurrence(running.occurrenceId)).toEqual({
      ...shown,
      occurrence_id: running.occurrenceId,
      scheduled_for: '2026-03-02T14:30:00.000Z',
      window: { from: '2026-03-01T14:30:00.000Z', to: '2026-03-02T14:30:00.000Z' },
      state: 'running',
      run_id: running.runId,
    });
    expect(await occurrences.findOccurrence(newId('reportOccurrence'))).toBeUndefined();
  });

  it('tell who stopped them once they have stopped', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state: 'cancelling' });
    const stopping = await occurrences.findOccurrence(occurrenceId);
    expect(stopping).toMatchObject({ state: 'cancelling', failure_code: '', failure_detail: '' });
    await world.pool.query(
      `UPDATE report_occurrences SET state = 'cancelled', finished_at = $2 WHERE occurrence_id = $1`,
      [occurrenceId, world.clock.now()],
    );
    const stopped = await occurrences.findOccurrence(occurrenceId);
    expect(stopped).toMatchObject({ failure_code: 'schedule_paused', failure_detail: 'Somebody paused it.' });
  });

  it('are listed by instant, the newest first, page after page, and of one schedule alone', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const other = await saveSchedule(world, scheduled);
    const instants = ['2026-03-01', '2026-02-27', '2026-02-28'].map((day) => `${day}T14:30:00.000Z`);
    const ids = new Map<string, string>();
    for (const scheduledFor of instants) {
      const { occurrenceId } = await putOccurrence(world, scheduled, { scheduleId, state: 'delivered', scheduledFor });
      ids.set(scheduledFor, occurrenceId);
      await putOccurrence(world, scheduled, { scheduleId: other, state: 'delivered', scheduledFor });
    }
    const newest = [...instants].sort().reverse();
    const first = await occurrences.listOccurrences({ scheduleId, limit: 2, after: undefined });
    const last = first.at(-1)!;
    const after = { createdAt: last.scheduled_for, id: last.occurrence_id };
    const second = await occurrences.listOccurrences({ scheduleId, limit: 2, after });
    const listed = [first, second].map((page) => page.map((occurrence) => occurrence.occurrence_id));
    expect(listed).toEqual([[ids.get(newest[0]!), ids.get(newest[1]!)], [ids.get(newest[2]!)]]);
  });
});

it('keeps the history of schedules when the rows of its runs go', async () => {
  world.clock.set(NOW);
  const scheduled = await makeReport(world);
  const scheduleId = await saveSchedule(world, scheduled);
  const { occurrenceId, runId } = await putOccurrence(world, scheduled, { scheduleId, state: 'delivered' });
  await world.pool.query(`UPDATE report_runs SET state = 'cancelled', finished_at = $2 WHERE run_id = $1`, [
    runId,
    world.clock.now(),
  ]);
  const before = await occurrences.findOccurrence(occurrenceId);
  world.clock.set('2026-05-31T08:00:00.123Z');
  const sweeps = createRetentionSweepStore(world.pool, world.clock, { auditDays: 400 });
  expect(await sweeps.removeFromWorkspace('runs', scheduled.tenancy.workspaceId, 10)).toBe(1);
  expect(await createReportRunStore(world.pool).findRun(runId)).toBeUndefined();
  expect(await occurrences.findOccurrence(occurrenceId)).toEqual(before);
});

describe('the inbox', () => {
  async function deliver(
    tenancy: Tenancy,
    over: { recipient?: string; workspaceId?: string; reportId?: string; runId?: string } = {},
  ): Promise<string> {
    const deliveryId = newId('delivery');
    await world.pool.query(
      `INSERT INTO report_inbox_items (delivery_id, organization_id, workspace_id, recipient, event_type, source_kind,
         source_id, report_id, run_id, schedule_id, delivered_at)
       VALUES ($1, $2, $3, $4, 'report_delivered', 'report_occurrence', $5, $7, $8, 'rsch_x', $6)`,
      [
        deliveryId,
        tenancy.organizationId,
        over.workspaceId ?? tenancy.workspaceId,
        over.recipient ?? tenancy.ownerId,
        `rocc_of_${deliveryId}`,
        world.clock.now(),
        over.reportId ?? 'rpt_x',
        over.runId ?? 'rrun_x',
      ],
    );
    return deliveryId;
  }

  it('keeps an item with its recipient, and the instant at which it was opened first', async () => {
    world.clock.set(NOW);
    const { tenancy } = await makeReport(world);
    const deliveryId = await deliver(tenancy);
    const item = {
      delivery_id: deliveryId,
      organization_id: tenancy.organizationId,
      workspace_id: tenancy.workspaceId,
      event_type: 'report_delivered',
      source_kind: 'report_occurrence',
      source_id: `rocc_of_${deliveryId}`,
      report_id: 'rpt_x',
      run_id: 'rrun_x',
      schedule_id: 'rsch_x',
      delivered_at: NOW,
      read_at: null,
    };
    expect(await inbox.find(deliveryId)).toEqual({ item, recipient: tenancy.ownerId });
    world.clock.set('2026-03-02T09:00:00.000Z');
    const opened = await Promise.all(Array.from({ length: 5 }, () => inbox.markRead(deliveryId)));
    expect(opened).toEqual(Array.from({ length: 5 }, () => new Date('2026-03-02T09:00:00.000Z')));
    world.clock.set('2026-03-02T10:00:00.000Z');
    expect(await inbox.markRead(deliveryId)).toEqual(new Date('2026-03-02T09:00:00.000Z'));
    expect((await inbox.find(deliveryId))?.item).toEqual({ ...item, read_at: '2026-03-02T09:00:00.000Z' });
    expect(await inbox.markRead(newId('delivery'))).toBeUndefined();
    expect(await inbox.find(newId('delivery'))).toBeUndefined();
  });

  it('lists what one person got in one workspace, newest first, page after page through equal times', async () => {
    world.clock.set(NOW);
    const { tenancy } = await makeReport(world);
    const elsewhere = await makeReport(world);
    const tied = [await deliver(tenancy), await deliver(tenancy), await deliver(tenancy)];
    world.clock.set('2026-03-02T08:00:00.124Z');
    const newest = await deliver(tenancy);
    await deliver(tenancy, { recipient: tenancy.otherId });
    await deliver(tenancy, { workspaceId: elsewhere.tenancy.workspaceId });

    const mine = { workspaceId: tenancy.workspaceId, recipient: tenancy.ownerId };
    const first = await inbox.list({ ...mine, limit: 3, after: undefined });
    const last = first.at(-1)!.item;
    const after = { createdAt: last.delivered_at, id: last.delivery_id };
    const second = await inbox.list({ ...mine, limit: 3, after });
    const ids = [first, second].map((page) => page.map(({ item }) => item.delivery_id));
    const [c, b, a] = [...tied].sort().reverse();
    expect(ids).toEqual([[newest, c, b], [a]]);
  });

  it('lists with each item what decides whether it opens, as it is now', async () => {
    world.clock.set(NOW);
    const { tenancy, reportId, firstRunId: runId } = await makeReport(world);
    await deliver(tenancy);
    world.clock.set('2026-03-02T08:00:00.124Z');
    await deliver(tenancy, { reportId, runId });
    await world.pool.query(`UPDATE reports SET name = 'Renamed' WHERE report_id = $1`, [reportId]);
    const listed = () =>
      inbox.list({ workspaceId: tenancy.workspaceId, recipient: tenancy.ownerId, limit: 9, after: undefined });
    const source = {
      report: { name: 'Renamed', owner: tenancy.ownerId, recipient_subject_ids: [tenancy.otherId] },
      run: {},
      scopeEnvironmentIds: newRun(tenancy, reportId).scopeEnvironmentIds,
    };
    expect((await listed()).map((one) => one.source)).toEqual([source, undefined]);
    await world.pool.query(
      `UPDATE report_runs SET state = 'cancelled', finished_at = $2, expires_at = $2 WHERE run_id = $1`,
      [runId, world.clock.now()],
    );
    const settled = { ...source, run: { finished_at: '2026-03-02T08:00:00.124Z' } };
    expect((await listed()).map((one) => one.source)).toEqual([settled, undefined]);
    await createReportStore(world.pool, world.clock).delete(reportId);
    expect((await listed()).map((one) => one.source)).toEqual([undefined, undefined]);
  });
});
