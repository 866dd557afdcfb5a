import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { NODE_FLAGS } from '../../launcher/processes/node-flags.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { startContender, type Contender } from '../gateway/start-contender.ts';
import type { AttackTargets } from './attack-world.ts';
import { startAttacked, type AttackedProcess } from './attacked-process.ts';

/** The credentials of attacker and victim. */
interface Tokens {
  readonly keys: AttackTargets['keys'];
  /**
   * The victim's key of the gateway, followed by its token of the API. Its organization differs from the attacker's.
   */
  readonly victimKey: string;
  readonly victimToken: string;
  readonly runtime: string;
}

/** A gateway and an API over real stores, a provider, and the credentials of their callers. */
export interface HostileWorld extends Tokens {
  readonly gateway: AttackedProcess;
  readonly api: AttackedProcess;
  readonly targets: AttackTargets;
  /** Restores the configuration file. */
  restoreConfiguration(): void;
  close(): Promise<void>;
}

const HERE = import.meta.dirname;
const { organizationId, workspaceId, environments, outside } = DEMO_TENANCY;
const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
const LANE = '/portal/api/v1/customer/v1';
const TRAFFIC = `${LANE}/organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/traffic`;

/** The path of the victim's requests to the API. */
export const VICTIM_PATH = `${LANE}/me`;

/** The limits. The attacks reach only one of them. */
const LIMITS = [
  { id: 'all-month', node: 'organization', budget_usd: 1_000_000, per: 'month', time_zone: 'Europe/Berlin' },
  { id: 'all-day', node: 'organization', tokens: 1_000_000_000_000, per: 'day' },
  { id: 'all-slots', node: 'organization', concurrency: 10_000 },
  { id: 'rated', node: 'team:rated', requests_per_minute: 1 },
];

export async function openHostileWorld(): Promise<HostileWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-hostile-'));
  // The account that runs Postgres must be able to enter the folder.
  chmodSync(folder, 0o711);
  const [postgresPort = 0, gatewayPort = 0, apiPort = 0, ...providerPorts] = await freePorts(5);
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: postgresPort,
    report: () => undefined,
    durable: false,
  });
  await migratePostgres(postgres.url);
  const tokens = await makeTokens(postgres.url);
  await bundlePrograms();
  // Attacker and victim have separate providers, so that work of the attacker's provider does not delay the victim.
  const providers = await Promise.all(providerPorts.map(startProvider));
  const configuration = join(folder, 'tokentriage.yaml');
  const restoreConfiguration = (): void =>
    writeFileSync(
      configuration,
      configurationFor(
        providers.map(({ origin }) => origin),
        folder,
      ),
    );
  restoreConfiguration();
  const env = (name: string): Record<string, string> => {
    mkdirSync(join(folder, name));
    return {
      TRUETALLY_DATABASE_URL: postgres.url,
      TRUETALLY_DATA: join(folder, name),
      TRUETALLY_CONFIG: configuration,
      TRUETALLY_LOG_LEVEL: 'silent',
      TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1',
      // No indexer reads this journal.
      TRUETALLY_JOURNAL_MOST_UNREAD_MIB: '1000000',
    };
  };
  const [gateway, api] = await Promise.all([
    startAttacked({
      ...{ name: 'gateway', port: gatewayPort, args: [...(NODE_FLAGS.proxy ?? []), programFile('proxy/main.ts')] },
      env: { ...env('gateway'), TRUETALLY_PROXY_PORT: String(gatewayPort) },
    }),
    startAttacked({
      ...{ name: 'api', port: apiPort, args: [...(NODE_FLAGS.api ?? []), programFile('api/server.ts')] },
      env: {
        ...env('api'),
        TRUETALLY_PORT: String(apiPort),
        // Both sides send more than the default limits allow.
        TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
        TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
      },
    }),
  ]);
  const { keys, runtime } = tokens;
  return {
    ...{ ...tokens, gateway, api, restoreConfiguration },
    targets: { gateway: gateway.origin, api: api.origin, keys, runtime, traffic: TRAFFIC, configuration },
    async close() {
      await Promise.all([gateway.stop(), api.stop(), ...providers.map((provider) => provider.stop())]);
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts an attack, which runs until it is stopped and then returns the number of answers by status. */
export async function startAttack(
  name: string,
  targets: AttackTargets,
): Promise<{ stop(): Promise<Readonly<Record<string, number>>> }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(HERE, 'attack-main.ts'), name, JSON.stringify(targets)],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const nextMessage = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error(`The attack ${name} ended.`)));
    });
  await nextMessage();
  return {
    async stop() {
      const tally = nextMessage();
      child.send('stop');
      return (await tally) as Readonly<Record<string, number>>;
    },
  };
}

function startProvider(port: number): Promise<Contender> {
  return startContender({
    ...{ name: 'provider', core: 1, port, readyPath: '/', command: process.execPath, env: process.env },
    args: ['--import', 'tsx', join(HERE, 'hostile-provider.ts'), String(port)],
  });
}

function configurationFor([victim = '', attacker = '']: readonly string[], folder: string): string {
  return JSON.stringify({
    providers: [
      { name: 'openai', wire: 'openai', base_url: `${victim}/v1`, models: ['gpt-5-mini'], priced_as: 'openai' },
      {
        name: 'other',
        wire: 'openai',
        base_url: `${attacker}/v1`,
        models: ['gpt-5', 'gpt-5-nano'],
        priced_as: 'openai',
      },
      { name: 'anthropic', wire: 'anthropic', base_url: attacker, models: ['claude-*'], priced_as: 'anthropic' },
    ],
    governance: { limits: LIMITS },
    cache: { enabled: true, rules: [{ id: 'alike', kind: 'semantic', models: ['gpt-5-nano'] }] },
    dashboard: { capture: { request: true, response: true, path: join(folder, 'content') } },
  });
}

async function makeTokens(databaseUrl: string): Promise<Tokens> {
  const pool = createPool(databaseUrl);
  const clock = { now: () => new Date() };
  const { outsider, runtime } = await ensureDemoTenancy(pool, clock, undefined);
  const keys = createVirtualKeyStore(pool, clock);
  const mint = async (owner: string, environment: string, endpoints: 'embeddings'[] = []): Promise<string> => {
    const { token } = await keys.mint({
      ...{ owner, label: owner, environmentId: environment, allowsPassthrough: false, expiresAt: undefined },
      scopes: { models: [], providers: [], endpoints },
    });
    return token;
  };
  const made = {
    keys: {
      plain: await mint('plain', environmentId),
      rated: await mint('rated', environmentId),
      narrow: await mint('narrow', environmentId, ['embeddings']),
    },
    victimKey: await mint('victim', outside.environment.environmentId),
    ...{ victimToken: outsider, runtime },
  };
  await pool.end();
  return made;
}
