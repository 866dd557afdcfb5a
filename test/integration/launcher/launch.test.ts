import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { ReportRunOpenV1 } from '../../../contracts/reports/report-run.ts';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';
import { createHeartbeatStore } from '../../../store/installation/heartbeat-store.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';
import {
  launchSystem,
  launchVariables,
  type LaunchedSystem,
  pastedPart,
} from '../../../testing/processes/launched-system.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

let folder: string;
let environment: Record<string, string>;

/** Starts a launcher that ends with its test. `onOutput` receives the complete output so far whenever it grows. */
function launch(onOutput?: (printed: string) => void, env = environment): LaunchedSystem {
  const launched = launchSystem(env, onOutput);
  // A failed test would otherwise leave a complete system running.
  onTestFinished(async () => {
    launched.child.kill('SIGINT');
    await launched.ended;
  });
  return launched;
}

function connection(): Connection {
  return JSON.parse(readFileSync(join(folder, 'connection.json'), 'utf8')) as Connection;
}

/** The paths in a folder that other accounts may read, write or enter. */
function widerThanOwn(path: string): string[] {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return [];
  const below = found.isDirectory() ? readdirSync(path).flatMap((name) => widerThanOwn(join(path, name))) : [];
  return (found.mode & 0o077) === 0 ? below : [path, ...below];
}

/** Requires that the UI answers under an address of this machine, and under no other name for this address. */
async function expectGuardedUi(): Promise<void> {
  const url = new URL('/api/v1/namespaces', connection().temporal_ui_url);
  const asked = async (host: string): Promise<number | undefined> => {
    const request = get(url, { headers: { host } });
    const [{ statusCode }] = (await once(request, 'response')) as [IncomingMessage];
    request.destroy();
    return statusCode;
  };
  expect([await asked(url.host), await asked('evil.example'), await asked(`evil.example:${url.port}`)]).toEqual([
    200, 403, 403,
  ]);
}

/** Kills parts like a crash, once, when a launcher has printed `line`. */
function killOn(line: string, ...parts: string[]): (printed: string) => void {
  let isDone = false;
  return (printed) => {
    if (isDone || !printed.includes(line)) return;
    isDone = true;
    for (const part of parts) process.kill(pidOf(part), 'SIGKILL');
  };
}

function pidOf(part: string): number {
  return (JSON.parse(readFileSync(join(folder, part, 'engine.json'), 'utf8')) as { pid: number }).pid;
}

/** The environment variables of a process that are secrets or settings of ours. */
function variablesOf(part: string): string[] {
  const names = readFileSync(`/proc/${pidOf(part)}/environ`, 'utf8')
    .split('\0')
    .map((line) => line.split('=', 1)[0] ?? '');
  return names.filter((name) => name.startsWith('TRUETALLY_') || name === 'A_KEY_OF_THE_CLOUD').sort();
}

/** Variables of the launcher in addition to its own settings. */
const KEYS = {
  A_KEY_OF_THE_CLOUD: 'for nobody here',
  TRUETALLY_SEAL_KEY: 'k'.repeat(32),
  TRUETALLY_PAYLOAD_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}`,
  TRUETALLY_CODEC_PASSWORD: 'p'.repeat(16),
};
const STORES = ['CLICKHOUSE_URL', 'DATABASE_URL'].flatMap((name) => [`TRUETALLY_${name}`, `TRUETALLY_${name}_FILE`]);
const TRAFFIC = [...STORES, 'TRUETALLY_METRICS_PORT', 'TRUETALLY_SEAL_KEY', 'TRUETALLY_TEMPORAL_ADDRESS'];
/** The variables that each process of the system gets. */
const VARIABLES = {
  api: [
    ...TRAFFIC,
    // The gateway's file, because the API reports on its cache.
    'TRUETALLY_CONFIG',
    // The values of the demo that the first page shows.
    ...['DEMO_GATEWAY_URL', 'PUBLIC_UI_URL'].map((name) => `TRUETALLY_${name}`),
    ...['DATA', 'JOURNAL', 'JOURNAL_FILE', 'MANAGEMENT_PORT', 'PORT'].map((name) => `TRUETALLY_${name}`),
  ],
  worker: [
    ...TRAFFIC,
    // The file of the demo's judges.
    'TRUETALLY_CONFIG',
    ...['DATA', 'JOURNAL', 'JOURNAL_FILE', 'PAYLOAD_KEYS'].map((name) => `TRUETALLY_${name}`),
  ],
  codec: ['CODEC_PASSWORD', 'CODEC_PORT', 'PAYLOAD_KEYS', 'PUBLIC_UI_URL'].map((name) => `TRUETALLY_${name}`),
  proxy: [
    ...['CONFIG', 'DATABASE_URL', 'DATABASE_URL_FILE', 'DATA', 'JOURNAL', 'JOURNAL_FILE', 'METRICS_PORT', 'PROXY_PORT'],
  ].map((name) => `TRUETALLY_${name}`),
  playback: [],
  // The password and folder that the launcher created for this engine.
  clickhouse: ['FOLDER', 'PASSWORD', 'PORT'].map((name) => `TRUETALLY_CLICKHOUSE_${name}`),
  postgres: [],
  temporal: [],
};

type RunIds = Pick<ReportRunOpenV1, 'report_id' | 'run_id'>;

async function readRun({ report_id, run_id }: RunIds): Promise<ReportRunOpenV1> {
  const { base_url, organization_id: organizationId, workspace_id: workspaceId, credentials } = connection();
  const place = { organizationId, workspaceId };
  const client = createTruetallyClient({ baseUrl: base_url, token: credentials.owner, ...place });
  return (await client.reports.runs.get(report_id, run_id)).data;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-launch-'));
  // A shell without a private umask may have created the folder earlier.
  chmodSync(folder, 0o755);
  environment = { ...(await launchVariables(folder)), ...KEYS };
});

afterAll(() => {
  removeSystemHome(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

/** The components that sent a heartbeat within the last minute, by name. */
async function aliveComponents(): Promise<string[]> {
  const pool = createPool(connection().database_url);
  try {
    return [...(await createHeartbeatStore(pool, { now: () => new Date() }).countAlive()).keys()].sort();
  } finally {
    await pool.end();
  }
}

/** The output of the printed commands in a shell: the answer of the model, its cost, and the row of its attempt. */
async function followAnnouncement(shell: string, printed: string): Promise<string> {
  const { stdout } = await promisify(execFile)(shell, ['-c', pastedPart(printed)]);
  return stdout;
}

/**
 * Runs the shell blocks of the README and the first steps that call a running system, in the order of a reader. Returns
 * parts of their output.
 */
async function followPages(): Promise<{ states: string[]; occurrences: number; run: RunIds }> {
  const pages = ['README.md', 'docs/first-steps.md']
    .map((page) => readFileSync(join(PROJECT, page), 'utf8'))
    .join('\n');
  const blocks = [...pages.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const script = blocks.filter((block) => block.includes('curl -K')).join('\n');
  symlinkSync(folder, join(folder, '.data'));
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder });
    const states = [...stdout.matchAll(/^ {2}"state": "(\w+)"/gm)].map(([, state = '']) => state);
    const [report_id = '', run_id = ''] = ['report_id', 'run_id'].map(
      (name) => new RegExp(`"${name}": "(\\w+)"`).exec(stdout)?.[1],
    );
    return { states, occurrences: stdout.split('"scheduled_utc"').length - 1, run: { report_id, run_id } };
  } finally {
    rmSync(join(folder, '.data'));
  }
}

const FOLLOWED = { states: ['ready'], occurrences: 3 };

/** Non-interactive shells; pages.test.ts pastes the same text into interactive shells, including zsh. */
const SHELLS = ['bash', 'sh'];

/** The time-out for three starts and stops on a busy machine. */
const PATIENCE_MS = 900_000;

describe('the launcher', () => {
  it(
    'prints commands that end in a ready report, and keeps everything through kill -9 and Ctrl-C',
    { timeout: PATIENCE_MS },
    async () => {
      const first = launch(killOn('events of synthetic traffic', 'postgres', 'clickhouse', 'temporal'));
      const printed = await first.announced;
      expect(await aliveComponents()).toEqual([...COMPONENTS].sort());
      for (const engine of ['Postgres', 'ClickHouse', 'Temporal']) expect(printed).toContain(`${engine} is up again`);
      for (const token of Object.values(connection().credentials)) expect(printed).not.toContain(token);
      for (const shell of SHELLS) {
        const output = await followAnnouncement(shell, printed);
        expect(output).toMatch(/"text":"This is the demo provider of Truetally/);
        expect(output).toMatch(/^x-tt-cost-usd: 0\.000\d+\r?$/m);
        expect(output).toMatch(/logical_request_id: 'greq_\w+'/);
        expect(output).toMatch(/input_tokens: '2',\s+output_tokens: '\d\d'/);
      }
      expect(widerThanOwn(folder)).toEqual([]);
      await expectGuardedUi();
      for (const [part, names] of Object.entries(VARIABLES))
        expect([part, variablesOf(part)]).toEqual([part, names.sort()]);
      const owner = connection().credentials.owner;
      const followed = [await followPages(), await followPages()];
      expect(followed.map(({ states, occurrences }) => ({ states, occurrences }))).toEqual([FOLLOWED, FOLLOWED]);
      const run = await readRun(followed[0]!.run);
      expect(run.state).toBe('ready');

      const twin = launch();
      await expect(twin.announced).rejects.toThrow(
        /Stop it, or choose another folder with TRUETALLY_DATA\.\n\n {2}open {11}http:/,
      );
      expect(await twin.ended).toBe(1);

      first.child.kill('SIGKILL');
      await first.ended;
      const second = launch();
      await second.announced;
      expect(connection().credentials.owner).toBe(owner);
      expect(await readRun(run)).toEqual(run);

      second.child.kill('SIGINT');
      expect(await second.ended).toBe(0);
      const third = launch();
      await third.announced;
      expect(await readRun(run)).toEqual(run);
      third.child.kill('SIGINT');
      expect(await third.ended).toBe(0);
    },
  );

  it('names a port in use before it starts anything', async () => {
    const other = join(folder, 'other');
    const taken = createServer();
    await new Promise<void>((settle) => taken.listen({ port: 0, host: '127.0.0.1' }, settle));
    const { port } = taken.address() as AddressInfo;
    const launcher = launch(undefined, { ...environment, TRUETALLY_DATA: other, TRUETALLY_PORT: String(port) });
    await expect(launcher.announced).rejects.toThrow(
      new RegExp(`Port ${port} of the API is in use.*\\. Choose another port with TRUETALLY_PORT\\.`),
    );
    expect(await launcher.ended).toBe(1);
    expect(existsSync(other)).toBe(false);
    await new Promise((settle) => taken.close(settle));
  });
});
