/**
 * Checks that every alert of deploy/prometheus/alerts.yml fires once, in a real Prometheus over a real system. No alert
 * fires while the system is healthy. The program causes each condition, waits for its alerts, repairs the fault, and
 * waits until the alerts end. Usage: `npm run alerts -- [words of a condition's name]`. It needs `prometheus` on the
 * PATH.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createProgram } from '../../runtime/commands/program.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { createCrashClient } from '../../testing/scenarios/crash-client.ts';
import { startDemoSystem } from '../../testing/processes/demo-system.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { createSystemWorld } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { startAlertGateway, type AlertGateway } from './alert-gateway.ts';
import type { AlertStage, Condition } from './condition.ts';
import { allConditions, VALUES_PER_KEY, waitUntilReady } from './conditions.ts';
import { alertNames, startPrometheus, type Prometheus } from './prometheus.ts';

const WELL_SECONDS = 30;
const FIRE_SECONDS = 180;
const MEND_SECONDS = 240;

async function main(words: readonly string[]): Promise<number> {
  const conditions = allConditions().filter(({ name }) => words.every((word) => name.includes(word)));
  const wanted = words.length === 0 ? alertNames() : conditions.flatMap(({ alerts }) => alerts);
  const report = (line: string): void => console.log(`  ${line}`);
  const world = await createSystemWorld({
    namespace: 'truetally-alerts',
    env: {
      TRUETALLY_RUN_HEARTBEAT_SECONDS: '3',
      TRUETALLY_RECONCILE_SECONDS: '1',
      TRUETALLY_STALE_SECONDS: '6',
      TRUETALLY_DIMENSION_VALUES_PER_KEY: String(VALUES_PER_KEY),
    },
    report,
  });
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  let prometheus: Prometheus | undefined;
  let gateway: AlertGateway | undefined;
  try {
    const [api = 0, worker = 0, proxy = 0, management = 0] = await freePorts(4);
    const metrics = {
      api: { TRUETALLY_METRICS_PORT: String(api), TRUETALLY_MANAGEMENT_PORT: String(management) },
      worker: { TRUETALLY_METRICS_PORT: String(worker) },
    };
    const { token, window } = await startDemoSystem(world, pool, metrics);
    const start: AlertStage['start'] = (name, further = {}) =>
      world.start(name, { ...(name === 'api' || name === 'worker' ? metrics[name] : {}), ...further });
    const { organizationId, workspaceId } = DEMO_TENANCY;
    const place = { baseUrl: world.baseUrl, token, organizationId };
    const client = createCrashClient({ ...place, workspaceId });
    const viewId = await client.createView('Alerts', window);
    gateway = await startAlertGateway(world, pool, proxy);
    prometheus = await startPrometheus({
      'truetally-api': api,
      'truetally-worker': worker,
      'truetally-gateway': proxy,
    });
    const managementUrl = `http://127.0.0.1:${management}`;
    const stage: AlertStage = { world, pool, place, client, viewId, start, prometheus, gateway, managementUrl };
    const seen = await seeAll(conditions, stage);
    const unseen = wanted.filter((name) => !seen.has(name));
    for (const name of unseen) console.log(`FAIL ${name} was not seen firing`);
    console.log(`${seen.size} of ${wanted.length} alerts were seen firing and ending`);
    return unseen.length === 0 ? 0 : 1;
  } finally {
    await prometheus?.stop();
    await gateway?.close();
    await pool.end();
    if (world.lives('clickhouse')) process.kill(world.pid('clickhouse'), 'SIGCONT');
    await world.close();
  }
}

async function seeAll(conditions: readonly Condition[], stage: AlertStage): Promise<Set<string>> {
  const { prometheus } = stage;
  const seen = new Set<string>();
  const lasting = new Set<string>();
  const isWell = async (): Promise<boolean> => [...(await prometheus.firing())].every((name) => lasting.has(name));
  // The first scrapes happen directly after the processes have started.
  await waitUntil(isWell, MEND_SECONDS);
  await delay(WELL_SECONDS * 1_000);
  if (!(await isWell()))
    throw new Error(`While all is well, there fire: ${[...(await prometheus.firing())].join(', ')}`);
  console.log(`ok   nothing fires while the system is well (${WELL_SECONDS} s)`);
  for (const condition of conditions) {
    try {
      await see(condition, stage);
      if (condition.lasts === true) for (const name of condition.alerts) lasting.add(name);
      await waitUntil(isWell, MEND_SECONDS);
      for (const name of condition.alerts) seen.add(name);
    } catch (error) {
      console.log(`FAIL ${condition.name}: ${error instanceof Error ? error.message : String(error)}`);
      console.log(`       firing: ${[...(await prometheus.firing())].join(', ')}`);
    }
  }
  return seen;
}

async function see(condition: Condition, stage: AlertStage): Promise<void> {
  const { prometheus } = stage;
  const startedAt = performance.now();
  const since = (): string => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
  const before = await prometheus.firing();
  const early = condition.alerts.filter((name) => before.has(name));
  if (early.length > 0) throw new Error(`It fires already: ${early.join(', ')}`);
  const waiting = new Set(condition.alerts);
  console.log(`     ${condition.name}`);
  try {
    await condition.cause(stage);
    await waitUntil(async () => {
      await condition.meanwhile?.(stage);
      for (const name of await prometheus.firing()) {
        if (waiting.delete(name)) console.log(`ok   ${name} fires after ${since()}`);
      }
      return waiting.size === 0;
    }, FIRE_SECONDS);
  } finally {
    await condition.mend(stage);
    await waitUntilReady(stage);
  }
}

const { args } = createProgram(
  'npm run alerts --',
  'Checks that every alert fires and ends, in a real Prometheus on a real system. Needs `prometheus` on the PATH.',
)
  .argument('[words...]', 'words in the name of a condition; by default all conditions')
  .parse();
process.exitCode = await main(args);
