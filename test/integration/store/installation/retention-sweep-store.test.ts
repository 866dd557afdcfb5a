import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHeartbeatStore } from '../../../../store/installation/heartbeat-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { makeDeclaration } from '../../../../testing/quality/make-experiment.ts';
import { startMadeRun } from '../../../../testing/quality/started-experiment.ts';
import { makeTenancy } from '../../../../testing/store/store-world.ts';
import { daysAfterEnd, DIGEST, ENDED, openSweptWorld, type SweptWorld } from './swept-world.ts';

let world: SweptWorld;
beforeEach(async () => {
  world = await openSweptWorld();
});
afterEach(() => world.close());

const stateOf = async (runId: string): Promise<string | undefined> => (await world.documents.findRun(runId))?.run.state;

describe('sweeping answers', () => {
  it.each(['ready', 'partial'] as const)(
    'removes the answer of a %s run at 30 days, and nothing else of it',
    async (state) => {
      const workspace = await world.workspace();
      const runId = await workspace.run(state);
      const before = (await world.documents.findRun(runId))!.run;

      world.clock.set(daysAfterEnd(30, -1));
      expect(await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10)).toBe(0);
      expect(await world.documents.answerOf(runId)).toEqual({ groups: [] });

      world.clock.set(daysAfterEnd(30));
      expect(await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10)).toBe(1);
      expect(await world.count('report_answers')).toBe(0);
      expect((await world.documents.findRun(runId))!.run).toEqual({ ...before, state: 'expired' });
      expect(before).toMatchObject({ artifact_digest: DIGEST, group_count: 3, byte_count: 13, finished_at: ENDED });
      expect(await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10)).toBe(0);
    },
  );

  it.each(['queued', 'running', 'failed', 'cancelled'] as const)('does not change a %s run', async (state) => {
    const workspace = await world.workspace();
    const runId = await workspace.run(state);
    world.clock.set(daysAfterEnd(60));
    expect(await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10)).toBe(0);
    expect(await stateOf(runId)).toBe(state);
  });

  it('removes the longest overdue first, up to the limit', async () => {
    const workspace = await world.workspace();
    const runIds: string[] = [];
    for (const minutes of [3, 1, 2]) {
      world.clock.set(daysAfterEnd(0, minutes * 60_000));
      runIds[minutes] = await workspace.run('ready');
    }
    world.clock.set(daysAfterEnd(31));
    const remove = (): Promise<number> => world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 2);
    expect(await remove()).toBe(2);
    expect(await Promise.all(runIds.slice(1).map(stateOf))).toEqual(['expired', 'expired', 'ready']);
    expect([await remove(), await remove()]).toEqual([1, 0]);
  });
});

describe('sweeping runs', () => {
  it.each(['ready', 'partial', 'failed', 'cancelled'] as const)(
    'removes a %s run at 90 days, including an answer that no sweep had removed, and keeps its report',
    async (state) => {
      const workspace = await world.workspace();
      const runId = await workspace.run(state);
      world.clock.set(daysAfterEnd(90, -1));
      expect(await world.sweeps.removeFromWorkspace('runs', workspace.workspaceId, 10)).toBe(0);
      world.clock.set(daysAfterEnd(90));
      expect(await world.sweeps.removeFromWorkspace('runs', workspace.workspaceId, 10)).toBe(1);
      expect(await stateOf(runId)).toBeUndefined();
      expect(await world.count('report_answers')).toBe(0);
      expect(await stateOf(workspace.firstRunId)).toBe('queued');
      const report = await createReportStore(world.pool, world.clock).find(workspace.reportId);
      // The latest of the remaining runs, instead of the removed run.
      expect(report?.latest_run_id).toBe(workspace.firstRunId);
    },
  );

  it('is not blocked by rows that refer to the latest run of a report', async () => {
    const workspace = await world.workspace();
    const runId = await workspace.run('ready');
    const latest = async () =>
      (await createReportStore(world.pool, world.clock).find(workspace.reportId))?.latest_run_id;
    world.clock.set(daysAfterEnd(90, -1));
    expect(await latest()).toBe(runId);
    world.clock.set(daysAfterEnd(90));
    expect(await stateOf(runId)).toBe('ready');
    expect(await latest()).toBe(workspace.firstRunId);
  });

  it('removes an expired run 90 days after its end, not after its expiry', async () => {
    const workspace = await world.workspace();
    const runId = await workspace.run('ready');
    world.clock.set(daysAfterEnd(30));
    await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10);
    world.clock.set(daysAfterEnd(90));
    expect(await world.sweeps.removeFromWorkspace('runs', workspace.workspaceId, 10)).toBe(1);
    expect(await stateOf(runId)).toBeUndefined();
  });

  it.each(['queued', 'running'] as const)('never removes a run that is %s', async (state) => {
    const workspace = await world.workspace();
    const runId = await workspace.run(state);
    world.clock.set(daysAfterEnd(365));
    expect(await world.sweeps.removeFromWorkspace('runs', workspace.workspaceId, 10)).toBe(0);
    expect(await stateOf(runId)).toBe(state);
  });
});

describe('a workspace', () => {
  it('is swept without an effect on its neighbour', async () => {
    const [one, other] = [await world.workspace(), await world.workspace()];
    for (const workspace of [one, other]) for (const state of ['ready', 'failed'] as const) await workspace.run(state);
    world.clock.set(daysAfterEnd(90));
    const removed = [];
    for (const kind of ['answers', 'runs', 'idempotency_keys'] as const) {
      removed.push(await world.sweeps.removeFromWorkspace(kind, one.workspaceId, 10));
    }
    expect(removed).toEqual([1, 2, 3]);
    const left = (workspaceId: string): Promise<number[]> =>
      Promise.all(['report_runs', 'idempotency_keys', 'reports'].map((table) => world.count(table, workspaceId)));
    expect(await left(one.workspaceId)).toEqual([1, 0, 1]);
    expect(await left(other.workspaceId)).toEqual([3, 3, 1]);
    expect(await world.count('report_answers')).toBe(1);
  });

  it('is the next one only while it has due rows', async () => {
    const made = [await world.workspace(), await world.workspace(), await world.workspace()];
    const [first, second, third] = made.map(({ workspaceId }) => workspaceId).sort();
    const at = (workspaceId: string | undefined) => made.find((one) => one.workspaceId === workspaceId)!;
    world.clock.set(daysAfterEnd(2));
    await at(second).run('failed');
    await at(third).run('ready');
    const next = async (afterId = '') => (await world.sweeps.nextWorkspace(afterId))?.workspaceId;

    world.clock.set(daysAfterEnd(7, -1));
    expect(await next()).toBeUndefined();
    // The remaining keys are those of the first runs.
    world.clock.set(daysAfterEnd(7));
    expect([await next(), await next(first), await next(second), await next(third)]).toEqual([
      first,
      second,
      third,
      undefined,
    ]);
    world.clock.set(daysAfterEnd(40));
    for (const id of [first, second, third]) await world.sweeps.removeFromWorkspace('idempotency_keys', id!, 10);
    expect(await next()).toBe(third);
    await world.sweeps.removeFromWorkspace('answers', third!, 10);
    expect(await next()).toBeUndefined();
    world.clock.set(daysAfterEnd(92));
    expect([await next(), await next(second)]).toEqual([second, third]);
    expect(await world.sweeps.nextWorkspace('')).toEqual({ workspaceId: second, name: 'Ws' });
  });
});

describe('idempotency keys', () => {
  it('are removed at 7 days, when they no longer repeat an answer', async () => {
    const workspace = await world.workspace();
    world.clock.set(daysAfterEnd(7, -1));
    expect(await world.sweeps.removeFromWorkspace('idempotency_keys', workspace.workspaceId, 10)).toBe(0);
    world.clock.set(daysAfterEnd(7));
    expect(await world.sweeps.removeFromWorkspace('idempotency_keys', workspace.workspaceId, 10)).toBe(1);
    expect(await world.count('idempotency_keys')).toBe(0);
  });
});

describe('system rows', () => {
  it('are removed at 7 days: sent outbox items, but not waiting or dead ones', async () => {
    await world.pool.query(
      `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, sent_at, dead_at)
       VALUES ('start_report_run', 'waiting', $1, $1, NULL, NULL), ('start_report_run', 'dead', $1, $1, NULL, $1),
         ('start_report_run', 'sent', $1, $1, $1, NULL), ('start_report_run', 'sent at last', $1, $1, $1, $1)`,
      [ENDED],
    );
    world.clock.set(daysAfterEnd(7, -1));
    expect(await world.sweeps.removeFromInstallation('outbox_items', 10)).toBe(0);
    world.clock.set(daysAfterEnd(7));
    expect(await world.sweeps.removeFromInstallation('outbox_items', 1)).toBe(1);
    expect(await world.sweeps.removeFromInstallation('outbox_items', 10)).toBe(1);
    const { rows } = await world.pool.query<{ id: string }>('SELECT workflow_id AS id FROM workflow_outbox ORDER BY 1');
    expect(rows.map(({ id }) => id)).toEqual(['dead', 'waiting']);
  });

  it('are removed at 7 days: heartbeats of ended instances', async () => {
    const heartbeats = createHeartbeatStore(world.pool, world.clock);
    await heartbeats.beat('relay', 'gone');
    world.clock.set(daysAfterEnd(0, 1));
    await heartbeats.beat('api', 'alive');
    world.clock.set(daysAfterEnd(7));
    expect(await world.sweeps.removeFromInstallation('heartbeats', 10)).toBe(1);
    expect([...(await heartbeats.lastSeen()).keys()]).toEqual(['api']);
  });
});

describe('concurrent sweeps', () => {
  it('remove everything once between them', async () => {
    const workspace = await world.workspace();
    for (let made = 0; made < 20; made += 1) await workspace.run('ready');
    world.clock.set(daysAfterEnd(30));
    const sweep = async (): Promise<number> => {
      let sum = 0;
      for (let size = 3; size === 3; sum += size) {
        size = await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 3);
      }
      return sum;
    };
    const removed = await Promise.all([sweep(), sweep(), sweep()]);
    // Sweeps skip rows that another sweep has locked, so one of them may end early. A last sweep finds the skipped
    // rows.
    expect(removed.reduce((sum, one) => sum + one, 0) + (await sweep())).toBe(20);
    expect(await world.count('report_answers')).toBe(0);
  });

  it('skip a run that another transaction has locked, without waiting', async () => {
    const workspace = await world.workspace();
    const [held, free] = [await workspace.run('ready'), await workspace.run('ready')];
    world.clock.set(daysAfterEnd(90));
    const client = await world.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM report_runs WHERE run_id = $1 FOR UPDATE', [held]);
    expect(await world.sweeps.removeFromWorkspace('answers', workspace.workspaceId, 10)).toBe(1);
    expect(await world.sweeps.removeFromWorkspace('runs', workspace.workspaceId, 10)).toBe(1);
    await client.query('ROLLBACK');
    client.release();
    expect([await stateOf(held), await stateOf(free)]).toEqual(['ready', undefined]);
  });
});

describe('the record of the last sweep', () => {
  it('is the record of the sweep that ended last', async () => {
    expect(await world.sweeps.last()).toBeUndefined();
    const counts = {
      workspaces: 1,
      answers: 2,
      runs: 3,
      idempotency_keys: 4,
      outbox_items: 5,
      heartbeats: 6,
      audit_events: 7,
      cache_entries: 9,
      quarantined_lines: 10,
      notices: 11,
      experiment_answers: 12,
      contents: 8,
    };
    await world.sweeps.record(counts);
    world.clock.set(daysAfterEnd(1));
    await world.sweeps.record({ ...counts, runs: 0 });
    expect(await world.sweeps.last()).toEqual({
      finishedAt: new Date(daysAfterEnd(1)),
      counts: { ...counts, runs: 0 },
    });
  });
});

describe('the check for due rows', () => {
  it('is false at first, and true from the first instant at which a sweep would remove something', async () => {
    const workspace = await world.workspace();
    await world.pool.query('DELETE FROM idempotency_keys');
    expect(await world.sweeps.hasDue()).toBe(false);
    await workspace.run('ready');
    await world.pool.query('DELETE FROM idempotency_keys');
    world.clock.set(daysAfterEnd(30, -1));
    expect(await world.sweeps.hasDue()).toBe(false);
    world.clock.set(daysAfterEnd(30));
    expect(await world.sweeps.hasDue()).toBe(true);
  });

  it.each([
    [
      'outbox_items',
      7,
      `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, sent_at) VALUES ('nudge_dispatcher', 't_1', $1, $1, $1)`,
    ],
    ['heartbeats', 7, `INSERT INTO component_heartbeats (component, instance_id, seen_at) VALUES ('api', 'one', $1)`],
  ] as const)('considers %s', async (kind, days, insert) => {
    await world.pool.query(insert, [ENDED]);
    world.clock.set(daysAfterEnd(days, -1));
    expect(await world.sweeps.hasDue()).toBe(false);
    world.clock.set(daysAfterEnd(days));
    expect(await world.sweeps.hasDue()).toBe(true);
    await world.sweeps.removeFromInstallation(kind, 10);
    expect(await world.sweeps.hasDue()).toBe(false);
  });

  it.each([
    ['notices', 90, insertNotice],
    ['experiment_answers', 30, insertExperimentAnswer],
  ] as const)('considers %s while a quarantined line has not expired', async (kind, days, insert) => {
    await insert();
    await insertQuarantinedLine(daysAfterEnd(days - 1));
    world.clock.set(daysAfterEnd(days, -1));
    expect(await world.sweeps.hasDue()).toBe(false);
    world.clock.set(daysAfterEnd(days));
    expect(await world.sweeps.hasDue()).toBe(true);
    expect(await world.sweeps.removeFromInstallation(kind, 10)).toBe(1);
    expect(await world.sweeps.hasDue()).toBe(false);
  });
});

async function insertQuarantinedLine(plannedAt: string): Promise<void> {
  await world.pool.query(
    `WITH source AS (
       INSERT INTO ingest_sources (source_id, kind, location, created_at) VALUES ('journal:a', 'journal', '/a', $1)
       RETURNING source_id
     ), batch AS (
       INSERT INTO ingest_batches (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts, planned_at,
         repeated, opening)
       SELECT source_id, 0, 1, 1, 1, gen_random_uuid(), '{}', $1, '{}', '{}' FROM source RETURNING batch_id
     )
     INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start)
     SELECT batch_id, 0, 1, 'not_json', '', 'x' FROM batch`,
    [plannedAt],
  );
}

async function insertNotice(): Promise<void> {
  await world.pool.query(
    `INSERT INTO notices (notice_id, kind, about, hour, detail, happened_at, last_at)
     VALUES ('ntc_1', 'test.event', 'it', $1, '', $1, $1)`,
    [ENDED],
  );
}

/** Inserts a running run with the answer of a replay. */
async function insertExperimentAnswer(): Promise<void> {
  const { workspaceId } = await makeTenancy(world);
  const runId = await startMadeRun(world, workspaceId, makeDeclaration({ instrument: 'replay' }));
  await world.pool.query(
    `INSERT INTO quality_experiment_cells (run_id, position, arm, request_id, state, answer)
     VALUES ($1, 0, 'a', 'r1', 'answered', '42')`,
    [runId],
  );
}
