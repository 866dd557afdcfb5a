/**
 * Runs the complete system at a steady rate and samples it every ten seconds: `npm run bench:soak -- --minutes 30`. It
 * fails if an answer is wrong or missing, if the memory of a process grows, or if the outbox or the indexer falls
 * behind.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createTruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createDueWorkspaces, findScheduleFaults, type DueSchedule } from '../../testing/scenarios/due-schedules.ts';
import { countSettlements } from '../../testing/count-settlements.ts';
import { startDemoSystem } from '../../testing/processes/demo-system.ts';
import { createSystemWorld, type SystemWorld } from '../../testing/processes/system-world.ts';
import { takeSample, type SoakSample } from './soak-sample.ts';
import { formatSlice, formatTrends } from './soak-table.ts';
import { createSoakTraffic, type SoakTraffic } from './soak-traffic.ts';
import { findSampleFaults, MEMORY_RULE } from './soak-verdict.ts';
import { soakWork } from './soak-work.ts';
import type { SteadyWork } from './steady-work.ts';

const WORKSPACES = 10;
const SAMPLE_MS = 10_000;
const SLICE_SAMPLES = 30;

/** The maximum duration. Schedules of the soak are hourly, and each is checked for exactly one occurrence. */
const MAX_MINUTES = 55;

const program = createProgram(
  'npm run bench:soak --',
  'Runs the complete system at a steady rate, and checks it every ten seconds. Rates are per second.',
)
  .option('--minutes <number>', `the duration, at most ${MAX_MINUTES}`, positiveNumber, 30)
  .option('--events <number>', 'events of traffic', positiveNumber, 250)
  .option('--queries <number>', 'insight reads', positiveNumber, 4)
  .option('--runs <number>', 'report runs', positiveNumber, 2)
  .option('--schedules <number>', 'new schedules', positiveNumber, 0.5)
  .option('--exports <number>', 'exports', positiveNumber, 1);
const { minutes, ...rates } = program
  .parse()
  .opts<Record<'minutes' | 'events' | 'queries' | 'runs' | 'schedules' | 'exports', number>>();
if (minutes > MAX_MINUTES) program.error(`--minutes must be ${MAX_MINUTES} at most.`);

const report = (line: string): void => console.log(line);
// All processes that start from here on inherit this setting.
process.env['NODE_OPTIONS'] = `--import ${new URL('collect-on-signal.mjs', import.meta.url).href}`;
const world = await createSystemWorld({ namespace: 'truetally-soak', env: { TRUETALLY_LOG_LEVEL: 'warn' }, report });
const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
try {
  const faults = await soak(world, pool);
  for (const fault of faults) report(`FAIL ${fault}`);
  report(faults.length === 0 ? 'ok   every answer right, memory flat, outbox and indexer bounded' : '');
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await pool.end();
  await world.close();
}

async function soak(system: SystemWorld, db: pg.Pool): Promise<string[]> {
  const { token, window } = await startDemoSystem(system, db);
  await countSettlements(db);
  const { organizationId, workspaceId, environments, subjects } = DEMO_TENANCY;
  const place = { baseUrl: system.baseUrl, token, organizationId };
  const client = createTruetallyClient({ ...place, workspaceId });
  const question: InsightQuery = {
    schema: 1,
    shape: 'overview',
    scope: {},
    display_tz: 'UTC',
    ...window,
    metrics: ['requests.v1', 'outcomes.v1', 'tokens.v1', 'provider_spend.v1', 'response_latency.v1'],
  };
  const view = { name: 'Soak', audience: 'team', query: question, time_intent: 'fixed', display_tz: 'UTC' } as const;
  const { id: viewId } = (await client.savedViews.create(view)).data;
  const recipients = [subjects.owner];
  const workspaces = await createDueWorkspaces({ pool: db, place, recipients }, WORKSPACES);
  const leaf = environments.assistantProduction;
  const traffic = createSoakTraffic(system.journalFolder, db, { organizationId, workspaceId, leaf });
  const schedules: DueSchedule[] = [];
  const work = await soakWork({ client, question, viewId, workspaces, traffic, schedules }, rates);

  report(
    `\n${minutes} minutes, a second: ${Object.entries(rates)
      .map(([name, rate]) => `${rate} ${name}`)
      .join(', ')}`,
  );
  const samples = await sampleWhile(system, db, traffic, work);
  const lag = await untilIndexed(traffic);
  report(`\n${MEMORY_RULE}`);
  for (const line of formatTrends(samples)) report(line);
  report(`  ${work.map(({ name, done }) => `${done()} ${name}`).join(', ')}, ${traffic.requests()} requests\n`);
  return [
    ...work.flatMap(({ name, failed, faults }) => (failed() === 0 ? [] : [`${failed()} of ${name} failed`, ...faults])),
    ...(lag > 0 ? [`${lag} lines of the journal were not indexed in the end`] : []),
    ...(await findScheduleFaults({ pool: db, recipients }, schedules)),
    ...findSampleFaults(samples),
  ];
}

/** Runs the work for the duration of the soak, and reports each slice. */
async function sampleWhile(
  system: SystemWorld,
  db: pg.Pool,
  traffic: SoakTraffic,
  work: readonly SteadyWork[],
): Promise<SoakSample[]> {
  const over = new AbortController();
  const working = Promise.all(work.map((one) => one.run(over.signal)));
  const samples: SoakSample[] = [];
  const startedAt = performance.now();
  try {
    for (let number = 1; number <= (minutes * 60_000) / SAMPLE_MS; number += 1) {
      await delay(Math.max(0, startedAt + number * SAMPLE_MS - performance.now()));
      samples.push(await takeSample({ world: system, pool: db, traffic }, (performance.now() - startedAt) / 60_000));
      if (number % SLICE_SAMPLES !== 0) continue;
      const times = work.map(({ name, takeTimes }) => [name, takeTimes()] as const);
      for (const line of formatSlice({ samples: samples.slice(-SLICE_SAMPLES), times })) report(line);
    }
  } finally {
    over.abort();
    await working;
    await traffic.close();
  }
  return samples;
}

/** Waits for the indexer for at most a minute. Returns the number of lines that are not indexed. */
async function untilIndexed(traffic: SoakTraffic): Promise<number> {
  for (let second = 0; second < 60; second += 1) {
    if ((await traffic.lag()).lines === 0) return 0;
    await delay(1_000);
  }
  return (await traffic.lag()).lines;
}
