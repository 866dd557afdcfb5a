import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { environmentSchema } from '../../../runtime/configuration/environment.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';

type Variables = Readonly<Record<string, string>>;

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'start', 'port-faults.mjs');
const { portFaults, portsOf } = (await import(SCRIPT)) as {
  portFaults: (env: Variables) => Promise<string | undefined>;
  portsOf: (env: Variables) => readonly { readonly variable: string; readonly port: number }[];
};

const PORTS = [
  '',
  'POSTGRES_',
  'CLICKHOUSE_',
  'TEMPORAL_',
  'TEMPORAL_UI_',
  'METRICS_',
  'MANAGEMENT_',
  'PROXY_',
  'PLAYBACK_',
] as const;

/** The environment of a launcher with separate ports, and these ports. */
async function aLauncher(): Promise<{ env: Record<string, string>; ports: number[] }> {
  const ports = await freePorts(PORTS.length);
  const names = PORTS.map((name, index) => [`TRUETALLY_${name}PORT`, String(ports[index])] as const);
  const folder = mkdtempSync(join(tmpdir(), 'truetally-ports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { ports, env: { TRUETALLY_DATA: folder, ...Object.fromEntries(names) } };
}

async function take(port: number): Promise<void> {
  const server = createServer();
  await new Promise<Server>((settle) => server.listen({ port, host: '127.0.0.1' }, () => settle(server)));
  onTestFinished(() => void server.close());
}

it('finds no fault with free ports', async () => {
  const { env } = await aLauncher();
  expect(await portFaults(env)).toBeUndefined();
});

it('has the defaults of the configuration, and every port of it', () => {
  const schemas = environmentSchema.properties as Readonly<Record<string, { readonly default?: unknown }>>;
  const variables = Object.keys(schemas).filter((name) => name.endsWith('_PORT'));
  const optional = { TRUETALLY_MANAGEMENT_PORT: '7075', TRUETALLY_METRICS_PORT: '9464' };
  const wanted = portsOf({ ...optional, TRUETALLY_PAYLOAD_KEYS: 'a:key' });
  expect(new Set(wanted.map(({ variable }) => variable))).toEqual(new Set(variables));
  for (const { variable, port } of wanted)
    if (!(variable in optional)) expect([variable, port]).toEqual([variable, schemas[variable]?.default]);
});

it('names every port in use, its holder, the variable for another, and a command with free ones', async () => {
  const { env, ports } = await aLauncher();
  const [api = 0, , clickhouse = 0, , ui = 0, , management = 0] = ports;
  await Promise.all([api, clickhouse, ui, management].map(take));
  const lines = (await portFaults(env))?.split('\n') ?? [];
  const by = process.platform === 'linux' ? ` by .* \\(process ${process.pid}\\)` : '.*';
  const line = (port: number, name: string, variable: string): RegExp =>
    new RegExp(`^Port ${port} of ${name} is in use${by}. Choose another port with ${variable}\\.$`);
  expect(lines[0]).toMatch(line(api, 'the API', 'TRUETALLY_PORT'));
  expect(lines[1]).toMatch(line(management, 'the management plane', 'TRUETALLY_MANAGEMENT_PORT'));
  expect(lines[2]).toMatch(line(clickhouse, 'ClickHouse', 'TRUETALLY_CLICKHOUSE_PORT'));
  expect(lines[3]).toMatch(line(ui, 'the UI of Temporal', 'TRUETALLY_TEMPORAL_UI_PORT'));
  const command = /^With free ports: (.*) npm start$/.exec(lines[4] ?? '')?.[1] ?? '';
  const moved: Record<string, string> = {};
  for (const [, name = '', port = ''] of command.matchAll(/(\w+)=(\d+)/g)) moved[name] = port;
  expect(Object.keys(moved)).toEqual([
    'TRUETALLY_PORT',
    'TRUETALLY_MANAGEMENT_PORT',
    'TRUETALLY_CLICKHOUSE_PORT',
    'TRUETALLY_TEMPORAL_UI_PORT',
  ]);
  expect(await portFaults({ ...env, ...moved })).toBeUndefined();
});

it('leaves ports of an earlier launcher’s process to the launcher', async () => {
  const { env, ports } = await aLauncher();
  await take(ports[0] ?? 0);
  const folder = join(env['TRUETALLY_DATA'] ?? '', 'api');
  mkdirSync(folder);
  writeFileSync(join(folder, 'engine.json'), JSON.stringify({ pid: process.pid }));
  expect(await portFaults(env)).toBeUndefined();
});

it('needs no port of a foreign engine', async () => {
  const { env, ports } = await aLauncher();
  await take(ports[3] ?? 0);
  expect(await portFaults({ ...env, TRUETALLY_TEMPORAL_ADDRESS: 'temporal.example:7233' })).toBeUndefined();
});

it('names a port that is configured twice', async () => {
  const { env } = await aLauncher();
  const port = env['TRUETALLY_PORT'] ?? '';
  expect(await portFaults({ ...env, TRUETALLY_POSTGRES_PORT: port })).toBe(
    `Port ${port} is set by TRUETALLY_PORT and by TRUETALLY_POSTGRES_PORT. Choose another port with one of them.`,
  );
});
