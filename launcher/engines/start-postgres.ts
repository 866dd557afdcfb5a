import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isStoreUnavailable } from '../../store/postgres/database-fault.ts';
import { programEnvironment } from '../processes/child-environment.ts';
import { POSTGRES_LOG_SETTINGS } from '../../runtime/postgres-log-settings.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { commandLine, startProcess, watchProcess, type StartedProcess } from '../processes/engine-process.ts';
import { findLivingEngine, writeEngineRecord } from '../processes/engine-record.ts';
import { requireFreePort } from '../processes/require-free-port.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { ensureSecretFile } from './ensure-secret-file.ts';
import { hasRecordedCluster } from './cluster-owner.ts';
import {
  findPostgresLocation,
  chownFolder,
  missingClusterText,
  adoptCluster,
  type PostgresLocation,
} from './postgres-location.ts';
import { APPLICATION_ROLE, ensureRoles, SUPERUSER_ROLE, type RolePasswords } from './postgres-roles.ts';

const run = promisify(execFile);

/** The major version of the embedded package. */
export const POSTGRES_MAJOR = '18';
/** Milliseconds for which the shared memory of a killed server may block the next one. */
const LEFT_OVER_MS = 60_000;

export interface PostgresPlan {
  /** The folder of all files of this engine, created if missing. */
  readonly folder: string;
  readonly port: number;
  readonly report: (line: string) => void;
  /** False in tests, to disable fsync. */
  readonly durable?: boolean;
}

/**
 * Starts the embedded Postgres on loopback, or takes over the one that an earlier launcher left running in `folder`.
 * `url` is that of the database `truetally`, which then exists, for its owner, who is not a superuser.
 * @throws StartupFault if it cannot run here
 */
export async function startPostgres(plan: PostgresPlan): Promise<EmbeddedEngine> {
  mkdirSync(plan.folder, { recursive: true });
  const passwords = {
    superuser: ensureSecretFile(join(plan.folder, 'superuser-password')),
    application: ensureSecretFile(join(plan.folder, 'password')),
  };

  const living = await findLivingEngine(plan.folder, 'cluster');
  if (living !== undefined) {
    const process = watchProcess(living.pid, living.started, 'SIGINT');
    await untilReady(living.port, passwords, process.exited);
    return { ...process, url: urlOf(living.port, passwords), adopted: true };
  }

  const location = findPostgresLocation(plan.folder, plan.report);
  const cluster = join(location.home, 'cluster');
  await requireFreePort(plan.port, 'TRUETALLY_POSTGRES_PORT');
  if (!existsSync(cluster)) {
    if (hasRecordedCluster(plan.folder)) throw new StartupFault(missingClusterText(plan.folder));
    await makeCluster(location, cluster, passwords.superuser, plan.report);
  }
  adoptCluster(location, plan.folder, cluster);
  requireMajor(cluster);
  removeStalePid(cluster);
  const started = await start(plan, location, cluster, passwords);
  writeEngineRecord(plan.folder, { pid: started.pid, port: plan.port });
  return {
    pid: started.pid,
    exited: started.exited,
    stop: started.stop,
    url: urlOf(plan.port, passwords),
    adopted: false,
  };
}

function urlOf(port: number, { application }: RolePasswords): string {
  return `postgres://${APPLICATION_ROLE}:${application}@127.0.0.1:${port}/${APPLICATION_ROLE}`;
}

/**
 * Creates a cluster under a temporary name and then renames it, so that an interrupted `initdb` leaves nothing that
 * looks like a cluster.
 */
async function makeCluster(
  location: PostgresLocation,
  cluster: string,
  password: string,
  report: (line: string) => void,
): Promise<void> {
  report('creating a Postgres cluster');
  const prefix = 'cluster.new-';
  for (const name of readdirSync(location.home)) {
    if (name.startsWith(prefix)) rmSync(join(location.home, name), { recursive: true, force: true });
  }
  const work = join(location.home, `${prefix}${randomUUID()}`);
  const [made, passwordFile] = [join(work, 'cluster'), join(work, 'password')];
  mkdirSync(made, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [work, made, passwordFile]) chownFolder(location.account, path);
  // The builtin collation gives the same order on every system, with any locales.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER_ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await run(join(location.programs, 'bin', 'initdb'), [`--pgdata=${made}`, ...locale, ...access], {
      ...location.account,
      cwd: '/',
      env: programEnvironment(),
    });
  } catch (error) {
    const lastLine = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    throw new StartupFault(
      `A Postgres cluster could not be created in ${location.home} (${lastLine ?? String(error)}). Check the permissions and the free space.`,
      {
        cause: error,
      },
    );
  }
  renameSync(made, cluster);
  rmSync(work, { recursive: true, force: true });
}

function requireMajor(cluster: string): void {
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === POSTGRES_MAJOR) return;
  throw new StartupFault(
    `Postgres ${major} created ${cluster}, and this release has Postgres ${POSTGRES_MAJOR}. Use the earlier release, or follow docs/upgrade.md.`,
  );
}

/**
 * Removes a stale `postmaster.pid`. After a reboot, the process id in it may belong to another process, and Postgres
 * would refuse to start.
 */
function removeStalePid(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!commandLine(pid).includes(cluster)) rmSync(file, { force: true });
}

async function start(
  plan: PostgresPlan,
  location: PostgresLocation,
  cluster: string,
  passwords: RolePasswords,
): Promise<StartedProcess> {
  const until = Date.now() + LEFT_OVER_MS;
  for (;;) {
    const started = await startProcess({
      command: join(location.programs, 'bin', 'postgres'),
      args: ['-D', cluster, '-p', String(plan.port), ...settings(plan.durable ?? true)],
      env: programEnvironment(),
      logFile: join(plan.folder, 'server.log'),
      stopSignal: 'SIGINT',
      ...(location.account === undefined ? {} : { account: location.account }),
    });
    if (await untilReady(plan.port, passwords, started.exited)) return started;
    const fault = started.log();
    // The backends of a killed server keep its shared memory for a moment longer.
    if (!fault.includes('is still in use') || Date.now() > until) throw new StartupFault(explain(fault, cluster));
    await delay(250);
  }
}

function settings(durable: boolean): string[] {
  const always = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...POSTGRES_LOG_SETTINGS,
  };
  const fast = durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return Object.entries({ ...always, ...fast }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function explain(log: string, cluster: string): string {
  if (log.includes('lock file "postmaster.pid" already exists')) {
    return `Another Postgres is running on ${cluster}. Stop it, or choose another folder with TRUETALLY_DATA.`;
  }
  const fatal = log.match(/FATAL: {2}(.*)/)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
  return `The embedded Postgres does not start on ${cluster} (${fatal}). Correct the cause, and start again.`;
}

/** Waits without a limit until the database answers. Resolves to false if the server ended first. */
async function untilReady(port: number, passwords: RolePasswords, exited: Promise<string>): Promise<boolean> {
  let ended = false;
  void exited.then(() => (ended = true));
  for (;;) {
    if (hasEnded()) return false;
    const fault = await ensureRoles(port, passwords).then(
      () => undefined,
      (error: unknown) => error as Error & { code?: string },
    );
    if (fault === undefined) return true;
    if (fault.code === '28P01') {
      throw new StartupFault(
        'The embedded Postgres rejects the password in its folder, because the cluster and the folder do not belong together. Restore both from one backup.',
      );
    }
    if (!isStoreUnavailable(fault))
      throw new StartupFault(
        `The embedded Postgres cannot be used (${fault.message}). Correct the cause, and start again.`,
      );
    await delay(50);
  }
  function hasEnded(): boolean {
    return ended;
  }
}
