import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { freePorts } from '../../test/support/processes/free-ports.ts';
import { until } from '../../test/support/until.ts';

/** A process that is measured. */
export interface Contender {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
}

/** A provider, and a bare proxy and two gateways before it, each a process of its own. */
export interface GatewayPlace {
  readonly provider: Contender;
  readonly bare: Contender;
  readonly gateway: Contender;
  /** The same with its cache on. */
  readonly cached: Contender;
  readonly token: string;
  /** Lines of the journal of a gateway by the name of their event. */
  countEvents(gateway: Contender): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** What a governed call is under: each is far from being reached. */
const LIMITS = [
  { id: 'all-month', node: 'organization', budget_usd: 1_000_000, per: 'month', time_zone: 'Europe/Berlin' },
  { id: 'team-day', node: 'team:bench', tokens: 1_000_000_000_000, per: 'day' },
  { id: 'all-rate', node: 'organization', requests_per_minute: 100_000_000 },
  { id: 'all-slots', node: 'organization', concurrency: 10_000 },
];

const hasTaskset = spawnSync('taskset', ['-V']).status === 0;

export async function openGatewayPlace(): Promise<GatewayPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-gateway-'));
  // An account of Postgres' own goes through it.
  chmodSync(folder, 0o711);
  const [postgresPort = 0, providerPort = 0, barePort = 0, gatewayPort = 0, cachedPort = 0] = await freePorts(5);
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: postgresPort,
    report: () => undefined,
    durable: false,
  });
  await migratePostgres(postgres.url);
  const token = await mintKey(postgres.url);
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  const openai = { name: 'openai', wire: 'openai', base_url: `${at(providerPort)}/v1`, models: ['*'] };
  const governed = { providers: [{ ...openai, priced_as: 'openai' }], governance: { limits: LIMITS } };
  /** A gateway in a folder of its own. */
  const startGateway = (name: string, port: number, configured: object): ChildProcess => {
    const own = join(folder, name);
    mkdirSync(own);
    const configuration = join(own, 'tokentriage.yaml');
    writeFileSync(configuration, JSON.stringify(configured));
    return start(0, [programFile('proxy/main.ts')], {
      TRUETALLY_DATABASE_URL: postgres.url,
      TRUETALLY_DATA: own,
      TRUETALLY_CONFIG: configuration,
      TRUETALLY_PROXY_PORT: String(port),
      TRUETALLY_LOG_LEVEL: 'silent',
      TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1',
    });
  };
  await bundlePrograms();
  const tsx = ['--import', 'tsx'];
  const children = [
    // What is measured has a core of its own, where there is a way to say so.
    start(1, [...tsx, 'bench/gateway/provider.ts', String(providerPort)]),
    start(0, [...tsx, 'bench/gateway/bare-proxy.ts', String(barePort), at(providerPort)]),
    startGateway('governed', gatewayPort, governed),
    startGateway('cached', cachedPort, { ...governed, cache: { enabled: true } }),
  ];
  const [provider, bare, gateway, cached] = children.map((child) => child.pid ?? 0);
  for (const port of [gatewayPort, cachedPort]) await until(async () => (await fetch(`${at(port)}/readyz`)).ok, 60);
  await until(async () => (await fetch(at(barePort), { method: 'POST' })).ok, 60);
  return {
    provider: { name: 'direct', origin: at(providerPort), pid: provider ?? 0 },
    bare: { name: 'bare undici', origin: at(barePort), pid: bare ?? 0 },
    gateway: { name: 'governed', origin: at(gatewayPort), pid: gateway ?? 0 },
    cached: { name: 'cached', origin: at(cachedPort), pid: cached ?? 0 },
    token,
    countEvents: ({ name }) => eventsIn(join(folder, name, 'journal')),
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(core: number, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } };
  if (!hasTaskset) return spawn(process.execPath, args, options);
  return spawn('taskset', ['-c', String(core), process.execPath, ...args], options);
}

async function mintKey(databaseUrl: string): Promise<string> {
  const pool = createPool(databaseUrl);
  const clock = { now: () => new Date() };
  await ensureDemoTenancy(pool, clock, undefined);
  const { token } = await createVirtualKeyStore(pool, clock).mint({
    owner: 'bench',
    label: 'bench',
    environmentId: DEMO_TENANCY.environments.assistantProduction.environmentId,
    scopes: { models: [], providers: [], endpoints: [] },
    allowsPassthrough: false,
    expiresAt: undefined,
  });
  await pool.end();
  return token;
}

function eventsIn(journal: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of readdirSync(journal)) {
    for (const [, event = ''] of readFileSync(join(journal, name), 'utf8').matchAll(/^\{"event":"(\w+)"/gm))
      counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}
