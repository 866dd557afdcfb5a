import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { NODE_FLAGS } from '../../launcher/processes/node-flags.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import type { StartPeer, PeerContender } from './peers/peer.ts';
import { startContender, type Contender } from './start-contender.ts';

/** A gateway of Truetally. */
export interface Gateway extends Contender {
  /** The folder of its journal. */
  readonly journal: string;
  /** The path of its configuration file. */
  readonly configuration: string;
  /** The address of its metrics. */
  readonly metrics: string;
}

/** A bundled gateway, and the flags of Node that it starts with. */
export interface GatewayBuild {
  readonly program: string;
  readonly flags: readonly string[];
}

/** The shared parts of all measurements: a provider, Postgres, and a key that every gateway accepts. */
export interface GatewayBenchWorld {
  readonly provider: Contender;
  readonly token: string;
  readonly databaseUrl: string;
  startBare(): Promise<Contender>;
  /**
   * Starts a gateway with limits of every kind and a separate journal, into which it writes each call; by default, the
   * build of this project.
   */
  startGateway(name: string, blocks?: Readonly<Record<string, unknown>>, build?: GatewayBuild): Promise<Gateway>;
  /** Starts an API process that reads the journal of a gateway, with its management plane. */
  startApi(gateway: Gateway): Promise<Contender & { readonly managementUrl: string }>;
  /** Starts another gateway; rejects with the reason if it is not available on this machine. */
  startPeer(start: StartPeer): Promise<PeerContender>;
  /** Stops everything except the provider. */
  stopContenders(): Promise<void>;
  close(): Promise<void>;
}

/** The limits of a governed call. No call reaches them. */
const LIMITS = [
  { id: 'all-month', node: 'organization', budget_usd: 1_000_000, per: 'month', time_zone: 'Europe/Berlin' },
  { id: 'team-day', node: 'team:bench', tokens: 1_000_000_000_000, per: 'day' },
  { id: 'all-rate', node: 'organization', requests_per_minute: 100_000_000 },
  { id: 'all-slots', node: 'organization', concurrency: 10_000 },
];

const TSX = ['--import', 'tsx'];
/** The flags of Node for the gateway, and for the bare proxy. */
const FLAGS = NODE_FLAGS.proxy ?? [];
const HERE = import.meta.dirname;
/** The setting with which Node processes collect garbage on a signal, so that a measurement shows only live memory. */
const COLLECTING = { NODE_OPTIONS: `--import ${new URL('../soak/collect-on-signal.mjs', import.meta.url).href}` };

export async function openGatewayBenchWorld(): Promise<GatewayBenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-gateway-'));
  // The account that runs Postgres must be able to enter the folder.
  chmodSync(folder, 0o711);
  const [postgresPort = 0, providerPort = 0] = await freePorts(2);
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: postgresPort,
    report: () => undefined,
    durable: false,
  });
  await migratePostgres(postgres.url);
  const token = await mintKey(postgres.url);
  await bundlePrograms();
  const node = { command: process.execPath, env: { ...process.env, ...COLLECTING } };
  const provider = await startContender({
    ...{ ...node, name: 'direct', core: 1, port: providerPort, readyPath: '/' },
    args: [...TSX, join(HERE, 'provider.ts'), String(providerPort)],
  });
  const providers = [
    { name: 'openai', wire: 'openai', base_url: `${provider.origin}/v1`, models: ['gpt-*'], priced_as: 'openai' },
    { name: 'anthropic', wire: 'anthropic', base_url: provider.origin, models: ['claude-*'], priced_as: 'anthropic' },
  ];
  const started: Contender[] = [];
  const stopContenders = async (): Promise<void> => {
    for (const contender of started.splice(0)) await contender.stop();
  };
  return {
    ...{ provider, token, stopContenders, databaseUrl: postgres.url },

    async startBare() {
      const [port = 0] = await freePorts(1);
      const args = [...FLAGS, ...TSX, join(HERE, 'bare-proxy.ts'), String(port), provider.origin];
      const bare = await startContender({ ...node, name: 'bare undici', core: 0, port, readyPath: '/', args });
      started.push(bare);
      return bare;
    },

    async startGateway(
      name,
      { limits = [], ...blocks } = {},
      build = { program: programFile('proxy/main.ts'), flags: FLAGS },
    ) {
      const [port = 0, metricsPort = 0] = await freePorts(2);
      const own = join(folder, name);
      mkdirSync(own);
      const configuration = join(own, 'tokentriage.yaml');
      const governance = { limits: [...LIMITS, ...(limits as object[])] };
      writeFileSync(configuration, JSON.stringify({ providers, governance, ...blocks }));
      const gateway = await startContender({
        ...{
          name,
          core: 0,
          port,
          readyPath: '/readyz',
          command: node.command,
          args: [...build.flags, build.program],
        },
        env: {
          ...node.env,
          TRUETALLY_DATABASE_URL: postgres.url,
          TRUETALLY_DATA: own,
          TRUETALLY_CONFIG: configuration,
          TRUETALLY_PROXY_PORT: String(port),
          TRUETALLY_METRICS_PORT: String(metricsPort),
          TRUETALLY_LOG_LEVEL: 'silent',
          TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1',
          // No indexer reads this journal.
          TRUETALLY_JOURNAL_MOST_UNREAD_MIB: '1000000',
        },
      });
      started.push(gateway);
      return {
        ...gateway,
        configuration,
        journal: join(own, 'journal'),
        metrics: `http://127.0.0.1:${metricsPort}/metrics`,
      };
    },

    async startApi({ name, journal }) {
      const [port = 0, managementPort = 0] = await freePorts(2);
      const api = await startContender({
        ...{ name: `the API of ${name}`, core: 1, port, readyPath: '/healthz', command: node.command },
        args: [...(NODE_FLAGS.api ?? []), programFile('api/server.ts')],
        env: {
          ...node.env,
          TRUETALLY_DATABASE_URL: postgres.url,
          TRUETALLY_DATA: dirname(journal),
          TRUETALLY_PORT: String(port),
          TRUETALLY_MANAGEMENT_PORT: String(managementPort),
          TRUETALLY_LOG_LEVEL: 'silent',
        },
      });
      started.push(api);
      return { ...api, managementUrl: `http://127.0.0.1:${managementPort}` };
    },

    async startPeer(start) {
      const peer = await start(provider, folder);
      started.push(peer);
      return peer;
    },

    async close() {
      await stopContenders();
      await provider.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
