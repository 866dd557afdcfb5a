import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { requirePorts } from '../../../launcher/require-ports.ts';
import { freePorts } from '../../support/processes/free-ports.ts';

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

/** The environment of a launcher with ports of its own, and these ports. */
async function aLauncher(): Promise<{ env: Record<string, string>; ports: number[] }> {
  const ports = await freePorts(PORTS.length);
  const names = PORTS.map((name, index) => [`TRUETALLY_${name}PORT`, String(ports[index])] as const);
  return { ports, env: { TRUETALLY_DATA: join(tmpdir(), 'nobody-was-here'), ...Object.fromEntries(names) } };
}

async function take(port: number): Promise<void> {
  const server = createServer();
  await new Promise<Server>((settle) => server.listen({ port, host: '127.0.0.1' }, () => settle(server)));
  onTestFinished(() => void server.close());
}

it('finds nothing wrong with ports that are free', async () => {
  const { env } = await aLauncher();
  await expect(requirePorts(readConfiguration(env))).resolves.toBeUndefined();
});

it('names every port that is taken, and the variable that chooses another', async () => {
  const { env, ports } = await aLauncher();
  const [api = 0, , clickhouse = 0, , ui = 0, , management = 0] = ports;
  await Promise.all([api, clickhouse, ui, management].map(take));
  await expect(requirePorts(readConfiguration(env))).rejects.toThrow(
    [
      `Port ${api} is in use: choose another one with TRUETALLY_PORT.`,
      `Port ${management} is in use: choose another one with TRUETALLY_MANAGEMENT_PORT.`,
      `Port ${clickhouse} is in use: choose another one with TRUETALLY_CLICKHOUSE_PORT.`,
      `Port ${ui} is in use: choose another one with TRUETALLY_TEMPORAL_UI_PORT.`,
    ].join('\n'),
  );
});

it('asks for no port of an engine that is somebody else’s', async () => {
  const { env, ports } = await aLauncher();
  await take(ports[3] ?? 0);
  await expect(
    requirePorts(readConfiguration({ ...env, TRUETALLY_TEMPORAL_ADDRESS: 'temporal.example:7233' })),
  ).resolves.toBeUndefined();
});

it('names a port that is wanted twice', async () => {
  const { env } = await aLauncher();
  const port = env['TRUETALLY_PORT'] ?? '';
  await expect(requirePorts(readConfiguration({ ...env, TRUETALLY_POSTGRES_PORT: port }))).rejects.toThrow(
    `Port ${port} is wanted by TRUETALLY_PORT and by TRUETALLY_POSTGRES_PORT: choose another one with either.`,
  );
});
