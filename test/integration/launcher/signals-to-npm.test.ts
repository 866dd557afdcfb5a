import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { livingCommands, processTree, type TreeProcess } from '../../../testing/processes/process-tree.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
/** The maximum seconds until everything ends on a busy machine. A process that remains would remain permanently. */
const END_SECONDS = 120;
const PATIENCE_MS = 600_000;

let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-signals-'));
  const names = ['PORT', 'POSTGRES_PORT', 'CLICKHOUSE_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'];
  names.push('CODEC_PORT', 'PROXY_PORT', 'PLAYBACK_PORT');
  const ports = await freePorts(names.length);
  const settings = names.map((name, index) => [`TRUETALLY_${name}`, String(ports[index])] as const);
  environment = { TRUETALLY_DATA: folder, ...Object.fromEntries(settings) };
});

afterAll(() => {
  removeSystemHome(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

interface Npm {
  readonly pid: number;
  readonly printed: () => string;
}

/** Starts npm in a separate session, so that a signal reaches only npm. All remaining processes end with the test. */
function runNpm(args: readonly string[], env: Readonly<Record<string, string>>): Npm {
  const child = spawn('npm', args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const { pid } = child;
  if (pid === undefined) throw new Error('npm cannot be run.');
  return { pid, printed: () => printed };
}

/** Sends one signal to npm only, and requires that no process of its tree remains. */
async function expectEndOfAll({ pid, printed }: Npm, signal: NodeJS.Signals, part: RegExp): Promise<void> {
  const tree = processTree(pid);
  onTestFinished(() => endAll(tree));
  expect(tree.map(({ command }) => command).join('\n'), printed()).toMatch(part);
  process.kill(pid, signal);
  await waitUntil(() => Promise.resolve(livingCommands(tree).length === 0), END_SECONDS).catch(() => undefined);
  expect(livingCommands(tree), `${signal} to npm`).toEqual([]);
}

function endAll(tree: readonly TreeProcess[]): void {
  for (const one of tree) if (livingCommands([one]).length > 0) process.kill(one.pid, 'SIGKILL');
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGKILL'] as const;

describe('a signal to npm only', () => {
  it('ends all processes of npm start, and keeps its data', { timeout: PATIENCE_MS }, async () => {
    for (const [index, signal] of SIGNALS.entries()) {
      const npm = runNpm(['start'], environment);
      await waitUntil(() => Promise.resolve(npm.printed().includes('waiting until everything is ready')), 180);
      expect(npm.printed().includes('creating a Postgres cluster')).toBe(index === 0);
      await expectEndOfAll(npm, signal, /^(?=[^]*postgres -D)(?=[^]*launcher\/clickhouse)(?=[^]*worker\/main)/);
    }
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends the engines of npm test (%s)',
    { timeout: PATIENCE_MS },
    async (signal) => {
      const args = ['test', '--', '--project', 'integration', 'test/integration/store/statements.test.ts'];
      const npm = runNpm(args, {});
      const hasEngines = (): boolean => processTree(npm.pid).some(({ command }) => command.includes('postgres -D'));
      await waitUntil(() => Promise.resolve(hasEngines()), 180);
      await expectEndOfAll(npm, signal, /vitest[^]*postgres -D/);
    },
  );

  it.each(SIGNALS)('ends a program that runs from its bundle (%s)', { timeout: PATIENCE_MS }, async (signal) => {
    const [port = 0] = await freePorts(1);
    const keys = `a:${Buffer.alloc(32, 7).toString('base64')}`;
    const npm = runNpm(['run', 'codec'], { TRUETALLY_PAYLOAD_KEYS: keys, TRUETALLY_CODEC_PORT: String(port) });
    await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0, 120);
    await expectEndOfAll(npm, signal, /runtime\/payloads\/main/);
  });
});
