import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKSPACE_KINDS } from '../../../../domain/installation/retention-sweep.ts';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { daysAfterEnd, ENDED, openSweptWorld, type SweptWorkspace, type SweptWorld } from './swept-world.ts';

/** The number of rows of each table. Most of them are not due. */
const ROWS = 20_000;

/** The statements that the sweep sends, with their values. */
interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

let world: SweptWorld;
let workspace: SweptWorkspace;
beforeAll(async () => {
  world = await openSweptWorld();
  workspace = await world.workspace();
  await fill(world, workspace);
  world.clock.set(daysAfterEnd(90));
});
afterAll(() => world.close());

/** Fills the tables. One row in a thousand of each kind ended before all others and is due. */
async function fill({ pool }: SweptWorld, { workspaceId, firstRunId }: SweptWorkspace): Promise<void> {
  const ended = `CASE WHEN number % 1000 = 0 THEN $1::timestamptz ELSE $1::timestamptz + interval '89 days' END`;
  await pool.query(
    `INSERT INTO report_runs (run_id, report_id, organization_id, workspace_id, initiator, idempotency_key, state,
       question, view_revision, window_from, window_to, display_tz, scope_environment_ids, authority_epoch, created_at,
       touched_at, finished_at, expires_at)
     SELECT 'rrun_' || number, report_id, organization_id, workspace_id, initiator, number, 'ready', question,
       view_revision, window_from, window_to, display_tz, scope_environment_ids, authority_epoch, created_at, touched_at,
       ${ended}, ${ended} + interval '30 days'
     FROM report_runs, generate_series(1, ${ROWS}) AS number WHERE run_id = $2`,
    [ENDED, firstRunId],
  );
  await pool.query(`INSERT INTO report_answers SELECT run_id, '{}' FROM report_runs WHERE state = 'ready'`);
  await pool.query(
    `INSERT INTO idempotency_keys (workspace_id, subject_id, key, fingerprint, status, document, created_at)
     SELECT workspace_id, subject_id, 'key ' || number, '', 202, '{}', ${ended}
     FROM idempotency_keys, generate_series(1, ${ROWS}) AS number WHERE workspace_id = $2`,
    [ENDED, workspaceId],
  );
  await pool.query(
    `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, sent_at)
     SELECT 'start_report_run', 'rrun_' || number, $1, $1, ${ended} FROM generate_series(1, ${ROWS}) AS number`,
    [ENDED],
  );
  // The first of ten batches is due.
  await pool.query(
    `WITH source AS (
       INSERT INTO ingest_sources (source_id, kind, location, created_at) VALUES ('journal:a', 'journal', '/a', $1)
     ), batch AS (
       INSERT INTO ingest_batches
         (source_id, first_offset, last_offset, first_seq, line_count, token, event_counts, planned_at, repeated, opening)
       SELECT 'journal:a', number, number + 1, number * ${ROWS}, ${ROWS}, gen_random_uuid(), '{}',
         CASE WHEN number = 0 THEN $1::timestamptz ELSE $1::timestamptz + interval '89 days' END, '{}', '{}'
       FROM generate_series(0, 9) AS number RETURNING batch_id, first_seq, planned_at
     )
     INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start)
     SELECT batch_id, line, first_seq + line, 'not_json', '', ''
     FROM batch, generate_series(0, CASE WHEN planned_at = $1 THEN 19 ELSE ${ROWS / 10} END) AS line`,
    [ENDED],
  );
  await pool.query(
    'ANALYZE report_runs, report_answers, idempotency_keys, workflow_outbox, workspaces, ingest_batches, ingest_quarantine',
  );
}

/** The plan of the only statement that `work` sends, as Postgres creates it for these values. */
async function planOf(work: (sweeps: SweptWorld['sweeps']) => Promise<unknown>): Promise<string> {
  const sent: Sent[] = [];
  const recording = {
    query: (statement: Sent) => {
      sent.push(statement);
      return Promise.resolve({ rows: [], rowCount: 0 });
    },
  };
  await work(createRetentionSweepStore(recording as unknown as SweptWorld['pool'], world.clock, { auditDays: 400 }));
  const [statement] = sent;
  expect(sent).toHaveLength(1);
  const { rows } = await world.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement!.text}`, statement!.values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a sweep among many rows that are not due', () => {
  it.each([
    ['answers', 'report_runs_expiring'],
    ['runs', 'report_runs_finished'],
    ['idempotency_keys', 'idempotency_keys_by_age'],
  ] as const)('finds %s in order only through %s', async (kind, index) => {
    const plan = await planOf((sweeps) => sweeps.removeFromWorkspace(kind, workspace.workspaceId, 500));
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });

  it('finds outbox items in order only through workflow_outbox_sent', async () => {
    const plan = await planOf((sweeps) => sweeps.removeFromInstallation('outbox_items', 1_000));
    expect(plan).toContain('Index Scan using workflow_outbox_sent');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });

  it('finds quarantined lines in order only through ingest_quarantine_pkey', async () => {
    const plan = await planOf((sweeps) => sweeps.removeFromInstallation('quarantined_lines', 1_000));
    expect(plan).toMatch(/Index (Only )?Scan using ingest_quarantine_pkey/);
    expect(plan).not.toContain('Seq Scan on ingest_quarantine');
  });

  it('finds the next workspace by a look-up in each index', async () => {
    const plan = await planOf((sweeps) => sweeps.nextWorkspace(''));
    for (const index of ['report_runs_expiring', 'report_runs_finished', 'idempotency_keys_by_age']) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index}`));
    }
    expect(plan).not.toMatch(/Seq Scan on (report_runs|idempotency_keys)/);
  });

  it('keeps this plan in every repetition: a plan for all values would scan complete tables', async () => {
    const before = await rowsScanned();
    for (let times = 0; times < 12; times += 1) {
      expect(await world.sweeps.nextWorkspace('')).toMatchObject({ workspaceId: workspace.workspaceId });
      for (const kind of WORKSPACE_KINDS) await world.sweeps.removeFromWorkspace(kind, workspace.workspaceId, 1);
      await world.sweeps.removeFromInstallation('outbox_items', 1);
      await world.sweeps.removeFromInstallation('quarantined_lines', 1);
    }
    expect((await rowsScanned()) - before).toBe(0n);
  });
});

/** The number of rows read by sequential scans so far, except for those of workspaces and heartbeats, which are few. */
async function rowsScanned(): Promise<bigint> {
  await world.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await world.pool.query<{ scanned: string }>(
    `SELECT sum(seq_tup_read)::text AS scanned FROM pg_stat_user_tables
     WHERE relname IN ('report_runs', 'report_answers', 'idempotency_keys', 'workflow_outbox', 'ingest_quarantine')`,
  );
  return BigInt(rows[0]!.scanned);
}
