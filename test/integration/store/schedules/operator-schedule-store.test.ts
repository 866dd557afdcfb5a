import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OccurrenceState } from '../../../../domain/schedules/report-occurrence.ts';
import type { PauseReason } from '../../../../domain/schedules/report-schedule.ts';
import { SCHEDULE_COMMANDS } from '../../../../operator/commands/schedule-commands.ts';
import type { CommandRow } from '../../../../operator/commands/command.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import { createOperatorScheduleStore } from '../../../../store/schedules/operator-schedule-store.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';
import { newView } from '../../../../testing/views/new-view.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let tenancy: Tenancy;

beforeAll(async () => {
  world = await openStoreWorld(NOW);
});
beforeEach(async () => {
  await world.pool.query('TRUNCATE report_schedules, report_occurrences');
  tenancy = await makeTenancy(world);
});
afterAll(() => world.close());

function run(
  command: 'schedule list' | 'occurrence list',
  values: Record<string, string> = {},
): Promise<readonly CommandRow[]> {
  const ports = { schedules: createOperatorScheduleStore(world.pool, world.clock) };
  return SCHEDULE_COMMANDS[command]!.run(ports, values, world.clock.now());
}

async function schedule(name: string, { nextRunAt, paused = '' }: { nextRunAt: string | null; paused?: PauseReason }) {
  const view = await createSavedViewStore(world.pool, world.clock).create(newView(tenancy));
  const scheduleId = newId('reportSchedule');
  await world.pool.query(
    `INSERT INTO report_schedules (schedule_id, organization_id, workspace_id, report_id, owner, report_name,
       saved_view_id, view_revision, window_seconds, cadence, tzdb_version, recipient_subject_ids, paused, pause_reason,
       next_run_at, skipped_total, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1, 86400, $12, '2025c', '{}', $8, $9, $10, 4, $11, $11)`,
    [
      scheduleId,
      tenancy.organizationId,
      tenancy.workspaceId,
      newId('report'),
      tenancy.ownerId,
      name,
      view.id,
      paused !== '',
      paused,
      nextRunAt,
      NOW,
      { mode: 'interval', frequency: 'daily', anchor: '2026-01-01T08:00:00.000Z', timezone: 'Europe/Berlin' },
    ],
  );
  return scheduleId;
}

async function occurrence(scheduleId: string, state: OccurrenceState, over: Record<string, unknown> = {}) {
  const isMissed = state === 'missed';
  const row = {
    occurrence_id: newId('reportOccurrence'),
    schedule_id: scheduleId,
    report_id: newId('report'),
    organization_id: tenancy.organizationId,
    workspace_id: tenancy.workspaceId,
    schedule_revision: 1,
    view_revision: 1,
    scheduled_for: '2026-03-01T06:00:00.000Z',
    window_from: isMissed ? null : '2026-02-28T06:00:00.000Z',
    window_to: isMissed ? null : '2026-03-01T06:00:00.000Z',
    recipient_subject_ids: [],
    state,
    skipped_count: 0,
    created_at: NOW,
    finished_at: NOW,
    touched_at: NOW,
    ...over,
  };
  const names = Object.keys(row);
  await world.pool.query(
    `INSERT INTO report_occurrences (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.occurrence_id;
}

/** Creates two overdue schedules, one that is due later, and two that are paused. */
async function schedulesOfEachKind() {
  const own = await schedule('Own', { nextRunAt: null, paused: 'manual' });
  const paused = await schedule('Paused', { nextRunAt: null, paused: 'view_changed' });
  const coming = await schedule('Coming', { nextRunAt: '2026-03-02T09:00:00.000Z' });
  const late = await schedule('Late', { nextRunAt: '2026-03-02T07:58:30.500Z' });
  const latest = await schedule('Latest', { nextRunAt: '2026-02-27T08:00:00.000Z' });
  return { own, paused, coming, late, latest };
}

describe('the schedules that operators see', () => {
  it('are the longest overdue first, by name, then those that the server paused, and those that owners paused last', async () => {
    const { own, paused, coming, late, latest } = await schedulesOfEachKind();
    await occurrence(latest, 'missed', {
      scheduled_for: '2026-02-20T08:00:00.000Z',
      skipped_count: 1,
      skipped_from: '2026-02-20T08:00:00.000Z',
      skipped_to: '2026-02-20T08:00:00.000Z',
    });
    const shared = {
      organization: 'Org',
      workspace: 'Ws',
      owner: 'Owner',
      cadence: 'daily from 2026-01-01T08:00:00.000Z',
      timezone: 'Europe/Berlin',
      recipients: '0',
      workspace_id: tenancy.workspaceId,
      skipped_total: '4',
    };
    expect(await run('schedule list', { workspace: tenancy.workspaceId })).toEqual([
      {
        ...shared,
        report: 'Latest',
        schedule_id: latest,
        next_run_at: '2026-02-27T08:00:00.000Z',
        overdue_seconds: '259200',
        last_missed: '2026-02-20T08:00:00.000Z',
      },
      { ...shared, report: 'Late', schedule_id: late, next_run_at: '2026-03-02T07:58:30.500Z', overdue_seconds: '89' },
      { ...shared, report: 'Paused', schedule_id: paused, paused: 'view_changed' },
      { ...shared, report: 'Coming', schedule_id: coming, next_run_at: '2026-03-02T09:00:00.000Z' },
      { ...shared, report: 'Own', schedule_id: own, paused: 'manual' },
    ]);
    const order = ['Latest', 'Late', 'Paused', 'Coming', 'Own'];
    expect((await run('schedule list')).map(({ report }) => report)).toEqual(order);
    expect(await run('schedule list', { workspace: newId('workspace') })).toEqual([]);
  });

  it('have their missed instants, with the time of detection and the count', async () => {
    const scheduleId = await schedule('Weekly', { nextRunAt: '2026-03-09T08:00:00.000Z' });
    const missed = await occurrence(scheduleId, 'missed', {
      skipped_count: 3,
      skipped_from: '2026-02-15T06:00:00.000Z',
      skipped_to: '2026-03-01T06:00:00.000Z',
    });
    expect(await run('occurrence list', { state: 'missed', schedule: scheduleId })).toEqual([
      {
        report: 'Weekly',
        workspace: 'Ws',
        scheduled_for: '2026-03-01T06:00:00.000Z',
        state: 'missed',
        noticed_at: NOW,
        skipped_count: '3',
        skipped_from: '2026-02-15T06:00:00.000Z',
        skipped_to: '2026-03-01T06:00:00.000Z',
        occurrence_id: missed,
        schedule_id: scheduleId,
      },
    ]);
  });

  it('have the reasons of failed occurrences, newest first, of all schedules', async () => {
    const scheduleId = await schedule('Daily', { nextRunAt: '2026-03-09T08:00:00.000Z' });
    const failure = { failure_code: 'view_changed', failure_detail: 'The view has moved.' };
    const older = await occurrence(scheduleId, 'failed', failure);
    const newer = await occurrence(scheduleId, 'failed', { ...failure, scheduled_for: '2026-03-02T06:00:00.000Z' });
    await occurrence(scheduleId, 'delivered', { scheduled_for: '2026-02-25T06:00:00.000Z' });
    expect(await run('occurrence list', { state: 'failed' })).toEqual([
      expect.objectContaining({ occurrence_id: newer, ...failure }),
      expect.objectContaining({ occurrence_id: older, ...failure }),
    ]);
  });

  it('count as overdue after a minute, but not while their workspace is busy', async () => {
    const oversight = createOperatorScheduleStore(world.pool, world.clock);
    await schedulesOfEachKind();
    const before = await oversight.overdue();
    expect(before).toEqual({ count: 2, oldestSeconds: 259_200 });
    const scheduleId = await schedule('Busy', { nextRunAt: '2026-03-09T08:00:00.000Z' });
    await occurrence(scheduleId, 'running', { finished_at: null });
    expect(await oversight.overdue()).toEqual({ count: 0, oldestSeconds: 0 });
  });

  it('have a sentence about the server’s pause, if their last occurrence has one', async () => {
    const detail = 'The saved view has revision 3, and the report uses revision 2.';
    const failed = { failure_code: 'view_changed', failure_detail: detail };
    const explained = await schedule('Explained', { nextRunAt: null, paused: 'view_changed' });
    await occurrence(explained, 'failed', failed);
    const unexplained = await schedule('Unexplained', { nextRunAt: null, paused: 'report_deleted' });
    await occurrence(unexplained, 'failed', failed);
    const rows = await run('schedule list');
    expect(rows.filter(({ report }) => ['Explained', 'Unexplained'].includes(String(report)))).toEqual([
      expect.objectContaining({ report: 'Explained', paused: 'view_changed', paused_because: detail }),
      expect.not.objectContaining({ paused_because: expect.anything() as string }),
    ]);
  });

  it('cannot be filtered by an unknown state', async () => {
    await expect(Promise.resolve().then(() => run('occurrence list', { state: 'late' }))).rejects.toThrow(
      '--state must be one of claimed, running, delivered, failed, cancelling, cancelled, missed.',
    );
  });
});
