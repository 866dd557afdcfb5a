import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuarantineStore } from '../../../../store/ingest/quarantine-store.ts';
import { createHeartbeatStore } from '../../../../store/installation/heartbeat-store.ts';
import { createInstallationSecretStore } from '../../../../store/installation/installation-secret-store.ts';
import { createOperatorScheduleStore } from '../../../../store/schedules/operator-schedule-store.ts';
import { makeReport, saveSchedule } from '../schedules/schedule-rows.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:00:00.000Z';

let world: StoreWorld;

beforeAll(async () => {
  world = await openStoreWorld(NOW);
});
afterAll(() => world.close());

describe('the state of an installation', () => {
  it('has the number of instances with a heartbeat within a minute', async () => {
    const heartbeats = createHeartbeatStore(world.pool, world.clock);
    expect(await heartbeats.countAlive()).toEqual(new Map());
    world.clock.set('2026-03-02T07:59:00.000Z');
    await heartbeats.beat('api', 'silent');
    world.clock.set('2026-03-02T07:59:00.001Z');
    await heartbeats.beat('api', 'one');
    await heartbeats.beat('api', 'two');
    await heartbeats.beat('reconciler', 'one');
    world.clock.set(NOW);
    expect(await heartbeats.countAlive()).toEqual(
      new Map([
        ['api', 2],
        ['reconciler', 1],
      ]),
    );
  });

  it('states whether a worker runs an optional loop, which is not a component', async () => {
    const heartbeats = createHeartbeatStore(world.pool, world.clock);
    const [seen, alive] = [await heartbeats.lastSeen(), await heartbeats.countAlive()];
    expect(await heartbeats.isDriven('worker.judge_sweep')).toBe(false);
    await heartbeats.beat('worker.judge_sweep', 'sweeper');
    expect(await heartbeats.isDriven('worker.judge_sweep')).toBe(true);
    expect([await heartbeats.lastSeen(), await heartbeats.countAlive()]).toEqual([seen, alive]);
    world.clock.set('2026-03-02T08:01:00.001Z');
    expect(await heartbeats.isDriven('worker.judge_sweep')).toBe(false);
    world.clock.set(NOW);
    await heartbeats.forget('sweeper');
    expect(await heartbeats.isDriven('worker.judge_sweep')).toBe(false);
  });

  it('states whether the seal of reads exists, without creating one', async () => {
    const secrets = createInstallationSecretStore(world.pool, world.clock);
    expect(await secrets.hasSealKey()).toBe(false);
    await secrets.cursorKey();
    expect(await secrets.hasSealKey()).toBe(false);
    await secrets.sealKey();
    expect(await secrets.hasSealKey()).toBe(true);
  });

  it('has the time zones by which schedules are planned', async () => {
    const oversight = createOperatorScheduleStore(world.pool, world.clock);
    expect(await oversight.plannedVersions()).toEqual([]);
    const made = await makeReport(world);
    const scheduleId = await saveSchedule(world, made);
    expect(await oversight.plannedVersions()).toEqual(['2025c']);
    await world.pool.query(
      `UPDATE report_schedules SET paused = true, pause_reason = 'manual', next_run_at = NULL, next_local_date = NULL
       WHERE schedule_id = $1`,
      [scheduleId],
    );
    expect(await oversight.plannedVersions()).toEqual([]);
  });

  it('has the number of quarantined lines, the number within a day, and the most frequent reason', async () => {
    const quarantine = createQuarantineStore(world.pool, world.clock);
    expect(await quarantine.counts()).toEqual({
      total: 0,
      today: 0,
      reason: '',
      room: { keptBytes: 0, beyondShares: 0 },
    });
    await world.pool.query(
      `INSERT INTO ingest_sources (source_id, kind, location, created_at) VALUES ('journal:a', 'journal', '/a', $1)`,
      [NOW],
    );
    await world.pool.query(
      `INSERT INTO ingest_batches
         (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts, planned_at, repeated,
          opening)
       VALUES ('journal:a', 0, 10, 1, 10, gen_random_uuid(), '{}', '2026-03-01T08:00:00.000Z', '{}', '{}'),
         ('journal:a', 10, 20, 11, 10, gen_random_uuid(), '{}', '2026-03-01T08:00:00.001Z', '{}', '{}')`,
    );
    await world.pool.query(
      `INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start)
       SELECT batch_id, line, first_seq + line, reason, '', ''
       FROM ingest_batches JOIN (VALUES (0, 0, 'not_json'), (0, 1, 'not_json'), (10, 0, 'unknown_event'),
         (10, 1, 'not_json'), (10, 2, 'unknown_event')) AS aside (first_offset, line, reason) USING (first_offset)`,
    );
    expect(await quarantine.counts()).toMatchObject({ total: 5, today: 3, reason: 'unknown_event' });
  });
});
