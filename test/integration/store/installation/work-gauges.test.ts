import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHeartbeatStore } from '../../../../store/installation/heartbeat-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { createPool } from '../../../../store/postgres/pool.ts';
import { createWorkGauges, type WorkGauges } from '../../../../store/installation/work-gauges.ts';
import { makeReport, putOccurrence, saveSchedule } from '../schedules/schedule-rows.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;
let gauges: WorkGauges;

// Gauges count the rows of all workspaces, so each test has a separate database.
beforeEach(async () => {
  world = await openStoreWorld(NOW);
  gauges = createWorkGauges(world.pool, world.clock);
});
afterEach(() => world.close());

const NONE = { count: 0, oldestSeconds: 0 };

describe('the work of an empty control plane', () => {
  it('is zero in every gauge', async () => {
    expect(Object.fromEntries(await gauges.outbox())).toEqual({
      start_report_run: { ...NONE, dead: 0 },
      cancel_report_run: { ...NONE, dead: 0 },
      nudge_dispatcher: { ...NONE, dead: 0 },
      cancel_occurrence: { ...NONE, dead: 0 },
      show_missed_occurrence: { ...NONE, dead: 0 },
      start_comparison_run: { ...NONE, dead: 0 },
      cancel_comparison_run: { ...NONE, dead: 0 },
      start_experiment_run: { ...NONE, dead: 0 },
      cancel_experiment_run: { ...NONE, dead: 0 },
      start_calibration_fit: { ...NONE, dead: 0 },
    });
    expect(Object.fromEntries(await gauges.runs())).toEqual({ queued: NONE, running: NONE });
    expect(Object.fromEntries(await gauges.occurrences())).toEqual({ claimed: NONE, running: NONE, cancelling: NONE });
    expect(await gauges.schedules()).toEqual({ overdue: NONE, aheadOfClock: 0, skippedTotal: 0, missedLastHour: 0 });
    expect(await gauges.ingest()).toEqual({
      waitingSeconds: undefined,
      unloaded: NONE,
      unseenLines: 0,
      quarantinedLastHour: 0,
      quarantine: { keptBytes: 0, beyondShares: 0 },
    });
    expect(await gauges.unaccountedCounters()).toBe(0);
    expect([await gauges.notices.overdueSeconds(), await gauges.awaitedCredentialSeconds()]).toEqual([0, 0]);
    expect(Object.fromEntries(await gauges.notices.lastHour())).toEqual({
      'quality.judge.demoted': 0,
      'outbox.item.dead': 0,
      'report.schedule.failed': 0,
      'report.schedule.paused': 0,
    });
    const still = { count: 0, maxStillSeconds: 0 };
    expect(Object.fromEntries(await gauges.comparisons.runs())).toEqual({
      queued: still,
      arms_running: still,
      scoring: still,
    });
    expect(await gauges.comparisons.spend()).toEqual({ reserved: 0n, settled: 0n });
    const { unknownEffects, unknownVerdicts } = await gauges.comparisons.lastHour();
    expect([unknownEffects, [...unknownVerdicts.values()]]).toEqual([0, [0, 0, 0, 0, 0, 0, 0]]);
    expect(await gauges.silence()).toEqual(new Map());
    expect(await gauges.plannedOffsets(['journal:a'])).toEqual(new Map());
    await expect(gauges.probe()).resolves.toBeUndefined();
  });
});

describe('the work of a control plane', () => {
  it('counts items by kind and age, and dead ones separately', async () => {
    await world.pool.query(
      `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, sent_at, dead_at) VALUES
         ('nudge_dispatcher', 'ws_1', '2026-03-02T07:59:00.500Z', '2026-03-02T08:00:00Z', NULL, NULL),
         ('nudge_dispatcher', 'ws_2', '2026-03-02T07:59:30Z', '2026-03-02T07:59:30Z', NULL, NULL),
         ('nudge_dispatcher', 'ws_3', '2026-03-02T07:00:00Z', '2026-03-02T07:00:00Z', NULL, '2026-03-02T07:15:00Z'),
         ('cancel_occurrence', 'rocc_1', '2026-03-02T07:00:00Z', '2026-03-02T07:00:00Z', '2026-03-02T07:00:01Z', NULL)`,
    );
    const outbox = await gauges.outbox();
    expect(outbox.get('nudge_dispatcher')).toEqual({ count: 2, oldestSeconds: 59.5, dead: 1 });
    expect(outbox.get('cancel_occurrence')).toEqual({ ...NONE, dead: 0 });
  });

  it('has the age of a queued run and the duration of a running one', async () => {
    const { firstRunId } = await makeReport(world);
    const { firstRunId: running } = await makeReport(world);
    await world.pool.query(`UPDATE report_runs SET created_at = '2026-03-02T07:58:00Z' WHERE run_id = $1`, [
      firstRunId,
    ]);
    await world.pool.query(
      `UPDATE report_runs SET state = 'running', created_at = '2026-03-02T07:00:00Z', started_at = '2026-03-02T07:59:50Z'
       WHERE run_id = $1`,
      [running],
    );
    expect(Object.fromEntries(await gauges.runs())).toEqual({
      queued: { count: 1, oldestSeconds: 120 },
      running: { count: 1, oldestSeconds: 10 },
    });
  });

  it('has the overdue, in-flight, skipped and recently missed instants of schedules', async () => {
    const scheduled = await makeReport(world);
    const scheduleId = await saveSchedule(world, scheduled);
    const other = await makeReport(world);
    const late = await saveSchedule(world, other, {
      next: { at: new Date('2026-03-02T07:55:00.000Z'), localDate: '2026-03-02' },
    });
    await putOccurrence(world, scheduled, { scheduleId, state: 'claimed' });
    await putOccurrence(world, scheduled, { scheduleId, state: 'missed', scheduledFor: '2026-02-27T14:30:00.000Z' });
    const old = await putOccurrence(world, other, { scheduleId: late, state: 'missed' });
    await world.pool.query(
      `UPDATE report_occurrences SET created_at = '2026-03-02T07:00:00Z' WHERE occurrence_id = $1`,
      [old.occurrenceId],
    );
    await world.pool.query('UPDATE report_schedules SET skipped_total = 4 WHERE schedule_id = $1', [late]);
    expect(await gauges.schedules()).toEqual({
      overdue: { count: 1, oldestSeconds: 300 },
      aheadOfClock: 0,
      skippedTotal: 4,
      missedLastHour: 1,
    });
    expect((await gauges.occurrences()).get('claimed')).toEqual({ count: 1, oldestSeconds: 0 });
  });

  it('counts schedules that a faster clock planned, saved or created', async () => {
    const at = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
    const plant = async (next: number, moments: object): Promise<void> => {
      const id = await saveSchedule(world, await makeReport(world));
      const changes = { last_scheduled_for: at(-60), created_at: at(-60), updated_at: at(-60), ...moments };
      await world.pool.query(
        `UPDATE report_schedules SET next_run_at = $2, last_scheduled_for = $3, created_at = $4, updated_at = $5
         WHERE schedule_id = $1`,
        [id, at(next), changes.last_scheduled_for, changes.created_at, changes.updated_at],
      );
    };
    const { aheadOfClock: before } = await gauges.schedules();
    await plant(180, { last_scheduled_for: at(120) });
    await plant(180, { updated_at: at(120) });
    await plant(180, { created_at: at(2) });
    await plant(180, { last_scheduled_for: at(1) });
    await plant(60, {});
    expect((await gauges.schedules()).aheadOfClock - before).toBe(3);
  });

  it('counts limits that charge a dead gateway in full, in current windows', async () => {
    const counter = (id: string, to: string): string =>
      `('${id}', 'day', 'team:a', 'requests', '2026-03-01T00:00:00Z', '${to}', 5)`;
    const lease = (id: string, counterId: string, expiresAt: string, accountedAt = 'NULL'): string =>
      `('${id}', '${counterId}', 'proxy-${id}.1', 5, '${expiresAt}', '${expiresAt}', ${accountedAt})`;
    await world.pool.query(`
      INSERT INTO gateway_limit_counters (counter_id, limit_id, node, unit, window_from, window_to, lapsed) VALUES
        ${counter('on', '2026-03-03T00:00:00Z')}, ${counter('over', '2026-03-02T00:00:00Z')}`);
    await world.pool.query(`
      INSERT INTO gateway_limit_leases (lease_id, counter_id, holder, lapsed, expires_at, ended_at, accounted_at) VALUES
        ${lease('a', 'on', '2026-03-02T07:50:00Z')}, ${lease('b', 'on', '2026-03-02T07:40:00Z')},
        ${lease('late', 'on', '2026-03-02T07:50:01Z')}, ${lease('c', 'over', '2026-03-01T07:00:00Z')}`);
    expect(await gauges.unaccountedCounters()).toBe(1);
    await world.pool.query(`UPDATE gateway_limit_leases SET accounted_at = '${NOW}' WHERE lease_id IN ('a', 'b')`);
    expect(await gauges.unaccountedCounters()).toBe(0);
    await world.pool.query('DELETE FROM gateway_limit_counters');
  });

  it('has the unloaded, unread and recently quarantined events', async () => {
    await world.pool.query(`
      INSERT INTO ingest_sources (source_id, kind, location, next_offset, created_at)
      VALUES ('journal:a', 'journal', '/a', 900, '${NOW}')`);
    for (const [first, plannedAt, loadedAt] of [
      [1, '2026-03-02T06:00:00Z', '2026-03-02T06:00:01Z'],
      [11, '2026-03-02T07:30:00Z', '2026-03-02T07:30:01Z'],
      [21, '2026-03-02T07:58:20Z', null],
      [31, '2026-03-02T07:59:00Z', '2026-03-02T07:59:01Z'],
    ] as const) {
      const { rows } = await world.pool.query<{ id: bigint }>(
        `INSERT INTO ingest_batches (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts,
           planned_at, loaded_at, repeated, opening)
         VALUES ('journal:a', $1::bigint, $1::bigint + 10, $1::bigint, 10, gen_random_uuid(), '{}', $2, $3, '{}', '{}') RETURNING batch_id AS id`,
        [first, plannedAt, loadedAt],
      );
      await world.pool.query(
        `INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start)
         VALUES ($1, 0, $2, 'not_json', '', '')`,
        [rows[0]!.id, first],
      );
    }
    // For 5 lines of the second batch and one of the first, only their positions are stored.
    await world.pool.query(`UPDATE ingest_batches SET unkept = '{[3,4),[6,10)}' WHERE first_seq = 11`);
    await world.pool.query(`UPDATE ingest_batches SET unkept = '{[1,2)}' WHERE first_seq = 1`);
    await world.pool.query('UPDATE ingest_arrival SET last_seq = 40');
    expect(await gauges.ingest()).toEqual({
      waitingSeconds: 100,
      unloaded: { count: 1, oldestSeconds: 100 },
      unseenLines: 20,
      quarantinedLastHour: 8,
      quarantine: { keptBytes: 0, beyondShares: 0 },
    });
    expect(await gauges.plannedOffsets(['journal:a', 'journal:b'])).toEqual(new Map([['journal:a', 900n]]));
  });

  it('has the age of the last heartbeat of a component', async () => {
    const heartbeats = createHeartbeatStore(world.pool, world.clock);
    world.clock.set('2026-03-02T07:59:00.000Z');
    await heartbeats.beat('relay', newId('request'));
    world.clock.set('2026-03-02T07:59:48.000Z');
    await heartbeats.beat('relay', newId('request'));
    await heartbeats.beat('api', newId('request'));
    world.clock.set(NOW);
    expect(await gauges.silence()).toEqual(
      new Map([
        ['relay', 12],
        ['api', 12],
      ]),
    );
  });

  it('is read within the limits of its connections', async () => {
    const pool = createPool(world.url, { connections: 1, statementMs: 50 });
    await expect(pool.query('SELECT pg_sleep(5)')).rejects.toThrow('canceling statement due to statement timeout');
    expect(pool.totalCount).toBeLessThanOrEqual(1);
    await pool.end();
  });
});
