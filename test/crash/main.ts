/**
 * Kills the parts of the system at named moments and under load, starts them again, and proves that every report run
 * settled exactly once with the right answer: `npm run crash -- [words of a scenario's name]`.
 */
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { migrateClickHouse } from '../../analytics/migrate.ts';
import { writeDemoTraffic } from '../../analytics/write-demo-traffic.ts';
import { migratePostgres } from '../../store/migrate.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/demo-tenancy.ts';
import { until } from '../support/until.ts';
import { createCrashClient, type RunDocument } from './crash-client.ts';
import { createCrashWorld, NAMESPACE, type CrashWorld } from './crash-world.ts';
import { SCENARIOS, type Scenario, type Stage } from './scenarios.ts';

const SETTLE_SECONDS = 120;
const WINDOW_MS = 14 * 86_400_000;

/** Counts in the database itself how often each run settles: what the API shows cannot hide a second time. */
const COUNT_SETTLEMENTS = `
CREATE TABLE settlements (run_id text NOT NULL, state text NOT NULL);
CREATE FUNCTION count_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO settlements VALUES (NEW.run_id, NEW.state); RETURN NEW; END $$;
CREATE TRIGGER count_settlement AFTER UPDATE OF state ON report_runs FOR EACH ROW
WHEN (NEW.state NOT IN ('queued', 'running')) EXECUTE FUNCTION count_settlement();`;

interface Evidence {
  readonly pool: pg.Pool;
  readonly stage: Stage;
  /** The cells that every run must answer with. */
  readonly expectedCells: string;
}

async function main(wanted: readonly string[]): Promise<number> {
  const scenarios = SCENARIOS.filter(({ name }) => wanted.every((word) => name.includes(word)));
  if (scenarios.length === 0) throw new Error('No scenario has all of these words in its name.');
  const world = await createCrashWorld((line) => console.log(`  ${line}`));
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 4 });
  // Postgres is killed on purpose: a broken idle connection is part of the plan.
  pool.on('error', () => undefined);
  try {
    const evidence = await prepare(world, pool);
    let failed = 0;
    for (const scenario of scenarios) failed += (await judge(scenario, evidence)) ? 0 : 1;
    console.log(`${scenarios.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await world.close();
  }
}

async function prepare(world: CrashWorld, pool: pg.Pool): Promise<Evidence> {
  await migratePostgres(world.databaseUrl);
  await migrateClickHouse(world.clickhouseUrl);
  await pool.query(COUNT_SETTLEMENTS);
  const credentials = await ensureDemoTenancy(pool, { now: () => new Date() }, undefined);
  await world.start('worker');
  await world.start('api');

  const { organizationId, workspaceId } = DEMO_TENANCY;
  const environments = Object.values(DEMO_TENANCY.environments);
  const now = new Date();
  await writeDemoTraffic(world.journalFolder, { organizationId, workspaceId, environments, now });
  const window = { from: new Date(now.getTime() - WINDOW_MS).toISOString(), to: now.toISOString() };
  const client = createCrashClient({ baseUrl: world.baseUrl, token: credentials.owner, organizationId, workspaceId });
  await until(async () => {
    const loaded = await pool.query<{ loaded: boolean }>(
      `SELECT count(*) > 0 AND bool_and(loaded_at IS NOT NULL) AS loaded FROM ingest_batches`,
    );
    return loaded.rows[0]?.loaded === true;
  }, 60);
  const view = await client.createView('Crash view', window);
  const temporal = new Client({
    connection: await Connection.connect({
      address: world.temporalAddress,
      channelArgs: { 'grpc.max_reconnect_backoff_ms': 1_000 },
    }),
    namespace: NAMESPACE,
  });
  let ordered = 0;
  const order = async (): Promise<RunDocument> => {
    const key = `crash-${(ordered += 1)}`;
    let created: RunDocument | undefined;
    await until(async () => {
      created = await client.createReport(view, key);
      return true;
    }, 60);
    if (created === undefined) throw new Error('unreachable');
    return created;
  };
  const stage = { world, temporal, order, run: client.run };
  const first = await settle(stage, await order());
  return { pool, stage, expectedCells: cellsOf(first) };
}

async function judge(scenario: Scenario, evidence: Evidence): Promise<boolean> {
  const startedAt = performance.now();
  const runs = await scenario.play(evidence.stage);
  const faults: string[] = [];
  let attempts = 0;
  for (const created of runs) {
    const settled = await settle(evidence.stage, created).catch((error: unknown) => String(error));
    if (typeof settled === 'string') faults.push(`${created.run_id} did not settle: ${settled}`);
    else {
      attempts += settled.attempt;
      faults.push(...(await faultsOf(settled, evidence)));
    }
  }
  faults.push(...(await leftovers(evidence.pool)));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${scenario.name}: ${runs.length} runs, ${attempts} attempts, ${seconds} s`,
  );
  for (const fault of faults) console.log(`       ${fault}`);
  return faults.length === 0;
}

async function settle(stage: Stage, created: RunDocument): Promise<RunDocument> {
  let last = created;
  await until(async () => {
    last = await stage.run(created);
    return last.state !== 'queued' && last.state !== 'running';
  }, SETTLE_SECONDS);
  return last;
}

async function faultsOf(run: RunDocument, { pool, stage, expectedCells }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  if (run.state !== 'ready' && run.state !== 'partial')
    faults.push(`${run.run_id} ended ${run.state} (${run.failure_code})`);
  else if (cellsOf(run) !== expectedCells) faults.push(`${run.run_id} answers other figures`);
  const counted = await pool.query<{ times: string }>('SELECT count(*) AS times FROM settlements WHERE run_id = $1', [
    run.run_id,
  ]);
  if (counted.rows[0]?.times !== '1') faults.push(`${run.run_id} settled ${counted.rows[0]?.times ?? '?'} times`);
  // Its workflow ends after the row, so it is given a moment.
  await until(async () => {
    const { status } = await stage.temporal.workflow.getHandle(run.run_id).describe();
    return status.name !== 'RUNNING';
  }, SETTLE_SECONDS).catch(() => faults.push(`${run.run_id} settled but its workflow still runs`));
  return faults;
}

/** Outbox rows that are dead, or still wait though every run has settled. */
async function leftovers(pool: pg.Pool): Promise<string[]> {
  const waiting = async (): Promise<string> => {
    const { rows } = await pool.query<{ left: string }>(
      'SELECT count(*) AS left FROM workflow_outbox WHERE sent_at IS NULL OR dead_at IS NOT NULL',
    );
    return rows[0]?.left ?? '?';
  };
  await until(async () => (await waiting()) === '0', 30).catch(() => undefined);
  const left = await waiting();
  return left === '0' ? [] : [`${left} rows of the outbox were not carried over`];
}

function cellsOf(run: RunDocument): string {
  return JSON.stringify(run.answer?.groups?.map((group) => group.cells));
}

process.exitCode = await main(process.argv.slice(2));
