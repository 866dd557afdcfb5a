import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import type { Connection } from '../../runtime/addresses/connection.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { launchVariables } from '../../testing/processes/launched-system.ts';

type Variables = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, string>>;

/** A complete system of an earlier version, started with its own `npm start`. */
export interface EarlierSystem {
  readonly checkout: string;
  readonly connection: Connection;
  readonly env: Variables;
  /** A token that may read everything of the management plane except content. */
  readonly managementToken: string;
  /** Runs an operator command. @returns its rows */
  operator(...args: readonly string[]): Promise<readonly Row[]>;
  /** Runs a program of the checkout until it ends. */
  run(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the system, and waits until it reports that it runs. */
export async function startEarlierSystem(checkout: string, given: Variables): Promise<EarlierSystem> {
  const data = given['TRUETALLY_DATA'] ?? '';
  const [managementPort = 0] = await freePorts(1);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: data,
    ...(await launchVariables(data)),
    TRUETALLY_MANAGEMENT_PORT: String(managementPort),
    TRUETALLY_TEMPORAL_BINARY: await ensureTemporalBinary('temporal', console.log),
    TRUETALLY_RECONCILE_SECONDS: '1',
    TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
    TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
    ...given,
  };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Truetally is running.')) resolve();
    });
    void ended.then(([code]) => reject(new Error(`npm start ended with ${String(code)}:\n${printed}`)));
  });
  const run = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [...args], { cwd: checkout, env })).stdout;
  const operator = async (...args: readonly string[]): Promise<readonly Row[]> =>
    JSON.parse(await run('scripts/run.mjs', 'operator/operator.ts', ...args, '--json')) as readonly Row[];
  const [{ token = '' } = {}] = await operator('token', 'make', '--label', 'upgrade', '--role', 'admin');
  return {
    ...{ checkout, env, run, operator, managementToken: token },
    connection: JSON.parse(readFileSync(join(data, 'connection.json'), 'utf8')) as Connection,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
