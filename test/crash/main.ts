/**
 * Kills the parts of the system at named fault points and under load, and starts them again. It proves that every
 * report run settled exactly once with the correct answer. It also proves that every instant of a schedule ran and was
 * delivered exactly once, that no call of a comparison or an experiment was paid twice, and that every fit of a
 * calibration was recorded once. Usage: `npm run crash -- [words of a scenario's name] [--seed number]`. `--rounds`,
 * `--runs` and `--schedules` set the size of the scenario "two of each". `--events` sets the size of the traffic
 * scenarios, and `--seconds` and `--kills` that of "gateway under fire".
 */
import { randomInt } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { ACTIONS } from '../../domain/tenancy/actions.ts';
import { MAX_ATTEMPTS } from '../../domain/reports/report-run.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { createAccessBindingStore } from '../../store/tenancy/access-binding-store.ts';
import { createCredentialStore } from '../../store/tenancy/credential-store.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createTenancyNodeStore } from '../../store/tenancy/tenancy-node-store.ts';
import {
  CALIBRATION_FIT_WORKFLOW,
  COMPARISON_RUN_WORKFLOW,
  EXPERIMENT_RUN_WORKFLOW,
  REPORT_OCCURRENCE_WORKFLOW,
  REPORT_RUN_WORKFLOW,
} from '../../workflows/public.ts';
import { countSettlements } from '../../testing/count-settlements.ts';
import { startDemoSystem } from '../../testing/processes/demo-system.ts';
import { createSystemWorld, type SystemWorld } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createCrashClient, type RunDocument } from '../../testing/scenarios/crash-client.ts';
import { retryUntilAnswered } from '../../testing/scenarios/retry-until-answered.ts';
import type { Scenario, Size, Stage } from '../../testing/scenarios/scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const NAMESPACE = 'truetally-crash';

/** Short times, so that a scenario takes seconds. No work waits long in these scenarios. */
const HURRIED = {
  TRUETALLY_RUN_HEARTBEAT_SECONDS: '3',
  TRUETALLY_RECONCILE_SECONDS: '1',
  TRUETALLY_STALE_SECONDS: '6',
};

/** Workflows that end when their work has ended. */
const CARRIED = [
  ...[REPORT_RUN_WORKFLOW, REPORT_OCCURRENCE_WORKFLOW, COMPARISON_RUN_WORKFLOW],
  ...[EXPERIMENT_RUN_WORKFLOW, CALIBRATION_FIT_WORKFLOW],
];

const clock = { now: () => new Date() };
const SETTLE_SECONDS = 120;

interface Evidence {
  readonly pool: pg.Pool;
  readonly stage: Stage;
  /** The cells that the answer of every run must have. */
  readonly expectedCells: string;
}

async function main(wanted: readonly string[], seed: number, size: Size): Promise<number> {
  const scenarios = SCENARIOS.filter(({ name }) => wanted.every((word) => name.includes(word)));
  if (scenarios.length === 0) throw new Error('No scenario has all of these words in its name.');
  const report = (line: string): void => console.log(`  ${line}`);
  const world = await createSystemWorld({ namespace: NAMESPACE, env: HURRIED, report });
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 4 });
  // The scenarios kill Postgres, so a broken idle connection is expected.
  pool.on('error', () => undefined);
  try {
    const evidence = await prepare(world, pool, seed, size);
    let failed = 0;
    for (const scenario of scenarios) failed += (await judge(scenario, evidence)) ? 0 : 1;
    console.log(`${scenarios.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await world.close();
  }
}

async function prepare(world: SystemWorld, pool: pg.Pool, seed: number, size: Size): Promise<Evidence> {
  const { token, window } = await startDemoSystem(world, pool);
  await countSettlements(pool);
  const { organizationId, workspaceId } = DEMO_TENANCY;
  const place = { baseUrl: world.baseUrl, token, organizationId };
  const client = createCrashClient({ ...place, workspaceId });
  const view = await client.createView('Crash view', window);
  const temporal = new Client({
    connection: await Connection.connect({
      address: world.temporalAddress,
      channelArgs: { 'grpc.max_reconnect_backoff_ms': 1_000 },
    }),
    namespace: NAMESPACE,
  });
  let ordered = 0;
  const order = (): Promise<RunDocument> => {
    const key = `crash-${(ordered += 1)}`;
    return retryUntilAnswered(() => client.createReport(view, key));
  };
  const newCaller: Stage['newCaller'] = async (name) => {
    const colleague = await makeColleague(pool, name);
    const caller = createCrashClient({ ...place, token: colleague.token, workspaceId });
    return { order: (key) => retryUntilAnswered(() => caller.createReport(view, key, [DEMO_TENANCY.subjects.owner])) };
  };
  const first = await settle(client, await order());
  const report = (line: string): void => console.log(`     ${line}`);
  const { subjectId: recipient } = await makeColleague(pool, 'Recipient');
  const stage = {
    world,
    place,
    viewId: view,
    recipients: [DEMO_TENANCY.subjects.owner, recipient],
    temporal,
    order,
    run: client.run,
    client,
    settled: first,
    newCaller,
    pool,
    seed,
    size,
    report,
  };
  return { pool, stage, expectedCells: cellsOf(first) };
}

/** Creates another subject that may perform every action in the organization, and its token. */
async function makeColleague(pool: pg.Pool, name: string): Promise<{ subjectId: string; token: string }> {
  const { organizationId } = DEMO_TENANCY;
  const { id: subjectId } = await createTenancyNodeStore(pool, clock).create('subject', {
    name,
    parentId: organizationId,
  });
  await createAccessBindingStore(pool, clock).create({ subjectId, actions: ACTIONS, nodeId: organizationId });
  const { token } = await createCredentialStore(pool, clock).create({ subjectId, class: 'management', name });
  return { subjectId, token };
}

async function judge(scenario: Scenario, evidence: Evidence): Promise<boolean> {
  const startedAt = performance.now();
  const played = await scenario.play(evidence.stage);
  const { runs } = played;
  const faults = [...played.faults];
  let attempts = 0;
  for (const created of runs) {
    const settled = await settle(evidence.stage, created).catch((error: unknown) => String(error));
    if (typeof settled === 'string') faults.push(`${created.run_id} did not settle: ${settled}`);
    else {
      attempts += settled.attempt;
      faults.push(...(await faultsOf(settled, evidence)));
    }
  }
  faults.push(...(await leftovers(evidence)));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${scenario.name}: ${runs.length} runs, ${attempts} attempts, ${seconds} s`,
  );
  for (const fault of faults) console.log(`       ${fault}`);
  return faults.length === 0;
}

async function settle({ run }: Pick<Stage, 'run'>, created: RunDocument): Promise<RunDocument> {
  let last = created;
  await waitUntil(async () => {
    last = await run(created);
    return last.state !== 'queued' && last.state !== 'running';
  }, SETTLE_SECONDS);
  return last;
}

async function faultsOf(run: RunDocument, { pool, stage, expectedCells }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  if (run.state !== 'ready' && run.state !== 'partial')
    faults.push(`${run.run_id} ended ${run.state} (${run.failure_code})`);
  else if (cellsOf(run) !== expectedCells) faults.push(`${run.run_id} has different figures`);
  const counted = await pool.query<{ times: string }>('SELECT count(*) AS times FROM settlements WHERE run_id = $1', [
    run.run_id,
  ]);
  if (counted.rows[0]?.times !== '1') faults.push(`${run.run_id} settled ${counted.rows[0]?.times ?? '?'} times`);
  // The workflow ends after the row, so the check waits for it.
  await waitUntil(async () => {
    const { status } = await stage.temporal.workflow.getHandle(run.run_id).describe();
    return status.name !== 'RUNNING';
  }, SETTLE_SECONDS).catch(() => faults.push(`${run.run_id} settled but its workflow still runs`));
  return faults;
}

/** The faults that remain after every run has settled: waiting work, work in progress, and inconsistent rows. */
async function leftovers({ pool, stage }: Evidence): Promise<string[]> {
  const counts: Record<string, () => Promise<number>> = {
    'outbox rows were not sent': () => countIn(pool, 'workflow_outbox WHERE sent_at IS NULL OR dead_at IS NOT NULL'),
    'runs are queued or running': () => countIn(pool, "report_runs WHERE state IN ('queued', 'running')"),
    'runs have no answer, or one too many': () =>
      countIn(
        pool,
        "report_runs LEFT JOIN report_answers USING (run_id) WHERE (state IN ('ready', 'partial')) <> (answer IS NOT NULL)",
      ),
    'occurrences are in flight': () =>
      countIn(pool, "report_occurrences WHERE state IN ('claimed', 'running', 'cancelling')"),
    'runs or outbox items are still leased': async () =>
      (await countIn(pool, 'report_runs WHERE lease_until IS NOT NULL')) +
      (await countIn(pool, 'workflow_outbox WHERE leased_until IS NOT NULL')),
    'comparison runs have not ended': () =>
      countIn(pool, "comparison_runs WHERE state IN ('queued', 'arms_running', 'scoring')"),
    'runs of experiments have not ended': () => countIn(pool, "quality_experiment_runs WHERE state = 'running'"),
    'fits of calibrations have no result': () => countIn(pool, 'calibration_fits WHERE ended_at IS NULL'),
    'runs exceed the maximum of attempts': () => countIn(pool, `report_runs WHERE attempt > ${MAX_ATTEMPTS}`),
    'workflows are open': async () =>
      (
        await stage.temporal.workflow.count(
          `WorkflowType IN (${CARRIED.map((type) => `'${type}'`).join(', ')}) AND ExecutionStatus = 'Running'`,
        )
      ).count,
  };
  const faults: string[] = [];
  for (const [words, count] of Object.entries(counts)) {
    // Temporal's list of workflows is updated with a delay.
    await waitUntil(async () => (await count()) === 0, 30).catch(async () => faults.push(`${await count()} ${words}`));
  }
  return faults;
}

async function countIn(pool: pg.Pool, rows: string): Promise<number> {
  const { rows: counted } = await pool.query<{ left: number }>(`SELECT count(*)::int AS left FROM ${rows}`);
  return counted[0]?.left ?? Number.NaN;
}

function cellsOf(run: RunDocument): string {
  return JSON.stringify(run.answer?.groups?.map((group) => group.cells));
}

const program = createProgram(
  'npm run crash --',
  'Kills parts of the system at fault points and under load, and checks that all work settles exactly once.',
)
  .argument('[words...]', 'words in the name of a scenario; by default all scenarios')
  .option('--seed <number>', 'the seed of random values', Number, randomInt(2 ** 31))
  .option('--rounds <number>', 'rounds of the scenario “two of each”', positiveNumber, 50)
  .option('--runs <number>', 'runs of the same scenario', positiveNumber, 1_000)
  .option('--schedules <number>', 'schedules of the same scenario', positiveNumber, 200)
  .option('--events <number>', 'events of each producer in the scenarios “traffic of four”', positiveNumber, 50_000)
  .option('--seconds <number>', 'seconds of the scenario “gateway under fire”', positiveNumber, 300)
  .option('--kills <number>', 'kills of the same scenario', positiveNumber, 40)
  .parse();
const { seed, ...size } = program.opts<Size & { seed: number }>();
process.exitCode = await main(program.args, seed, size);
