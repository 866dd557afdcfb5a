import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startClickHouse } from '../../../launcher/engines/start-clickhouse.ts';
import type { EmbeddedEngine } from '../../../launcher/engines/embedded-engine.ts';
import { findPostgresLocation, chownFolder } from '../../../launcher/engines/postgres-location.ts';
import { startPostgres } from '../../../launcher/engines/start-postgres.ts';
import { ensureTemporalBinary } from '../../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../../maintenance/temporal-namespace.ts';
import { startTemporal, type EmbeddedTemporal } from '../../../launcher/engines/start-temporal.ts';
import { migratePostgres } from '../../../store/postgres/migrate-postgres.ts';
import { toSuperuserUrl } from '../../../testing/engines/database.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

const report = (): void => undefined;
let folder: string;
const started: EmbeddedEngine[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-engine-'));
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((engine) => engine.stop()));
  removeSystemHome(join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

async function keep(engine: Promise<EmbeddedEngine>): Promise<EmbeddedEngine> {
  started.push(await engine);
  return engine;
}

/** Kills the engine like a crash: none of its handlers runs. */
async function kill(engine: EmbeddedEngine): Promise<void> {
  process.kill(engine.pid, 'SIGKILL');
  expect(await engine.exited).toBe('signal SIGKILL');
}

async function whileTaken<Result>(port: number, work: () => Promise<Result>): Promise<Result> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen({ port, host: '127.0.0.1' }, settle));
  try {
    return await work();
  } finally {
    await new Promise((settle) => server.close(settle));
  }
}

describe('the embedded Postgres', () => {
  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  }

  it('keeps committed data through a kill, and is found again while it lives', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'postgres'), port, report };
    const first = await keep(startPostgres(plan));
    expect(first.adopted).toBe(false);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const adopted = await startPostgres(plan);
    expect({ ...adopted, exited: undefined, stop: undefined }).toEqual({
      adopted: true,
      pid: first.pid,
      url: first.url,
      exited: undefined,
      stop: undefined,
    });
    await kill(first);
    const second = await keep(startPostgres(plan));
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([[7]]);
    expect(
      await query(
        toSuperuserUrl(second.url, plan.folder),
        `SELECT current_setting('fsync'), current_setting('listen_addresses'), current_setting('unix_socket_directories')`,
      ),
    ).toEqual([['on', '127.0.0.1', '']]);
    await second.stop();
    expect(await second.exited).toBe('exit code 0');
  });

  it('requires the password in its folder for this user', async () => {
    const [port = 0] = await freePorts(1);
    const { url } = await keep(startPostgres({ folder: join(folder, 'postgres'), port, report, durable: false }));
    expect(statSync(join(folder, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    const stranger = new URL(url);
    stranger.password = 'guess';
    await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(
      'password authentication failed for user "truetally"',
    );
  });

  const RIGHTS = `SELECT current_user, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
      pg_get_userbyid(datdba) FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;
  const OWNER_ALONE = [['truetally', false, false, false, false, false, 'truetally']];

  it('gives the application a role that owns its database and is not a superuser', async () => {
    const [port = 0] = await freePorts(1);
    const home = join(folder, 'postgres');
    const { url } = await keep(startPostgres({ folder: home, port, report, durable: false }));
    expect(await query(url, RIGHTS)).toEqual(OWNER_ALONE);
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied');
    await migratePostgres(url);
    expect(await query(url, 'SELECT count(*) > 20 FROM pg_tables WHERE tableowner = current_user')).toEqual([[true]]);
    expect(statSync(join(home, 'superuser-password')).mode & 0o777).toBe(0o600);
    expect(
      await query(toSuperuserUrl(url, home), 'SELECT current_user, rolsuper FROM pg_roles WHERE oid = 10'),
    ).toEqual([['postgres', true]]);
  });

  it('removes superuser rights from the application of an older cluster, and nothing else', async () => {
    const [port = 0] = await freePorts(1);
    const home = join(folder, 'postgres');
    const plan = { folder: home, port, report, durable: false };
    await makeEarlierCluster(home, port);
    const { url } = await keep(startPostgres(plan));
    expect(await query(url, RIGHTS)).toEqual(OWNER_ALONE);
    expect(await query(url, `INSERT INTO kept (mood) VALUES ('good') RETURNING n, twice(n), mood`)).toEqual([
      [1, 2, 'good'],
    ]);
    await query(
      url,
      `ALTER TABLE kept ADD COLUMN more int; ALTER TYPE mood ADD VALUE 'bad'; DROP FUNCTION twice; DROP VIEW moods;
       DROP SEQUENCE apart; CREATE TABLE another (n int)`,
    );
    expect(await query(toSuperuserUrl(url, home), 'SELECT rolname FROM pg_roles WHERE rolsuper')).toEqual([
      ['postgres'],
    ]);
    await started.pop()?.stop();
    const again = await keep(startPostgres(plan));
    expect(await query(again.url, 'SELECT count(*)::int FROM kept')).toEqual([[1]]);
  });

  /** Creates a cluster like the previous release: one role for everything, which created the cluster. */
  async function makeEarlierCluster(home: string, port: number): Promise<void> {
    const { programs, account } = findPostgresLocation(home, report);
    const [cluster, pwfile] = [join(home, 'cluster'), join(folder, 'pwfile')];
    mkdirSync(cluster, { mode: 0o700 });
    for (const path of [pwfile, join(home, 'password')]) writeFileSync(path, 'of-old', { mode: 0o600 });
    for (const path of [cluster, pwfile]) chownFolder(account, path);
    const run = promisify(execFile);
    const access = ['--username=truetally', `--pwfile=${pwfile}`, '--auth=scram-sha-256'];
    await run(join(programs, 'bin', 'initdb'), [`--pgdata=${cluster}`, '--locale=C', ...access], {
      cwd: '/',
      ...account,
    });
    const server = spawn(join(programs, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), '-k', ''], {
      cwd: '/',
      stdio: 'ignore',
      ...account,
    });
    const url = (name: string): string => `postgres://truetally:of-old@127.0.0.1:${port}/${name}`;
    await waitUntil(async () => (await query(url('postgres'), 'CREATE DATABASE truetally')).length === 0, 60);
    await query(
      url('truetally'),
      `CREATE TYPE mood AS ENUM ('good'); CREATE TABLE kept (n int GENERATED ALWAYS AS IDENTITY, mood mood);
       CREATE SEQUENCE apart; CREATE VIEW moods AS SELECT mood FROM kept;
       CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql RETURN 2 * n`,
    );
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }

  it('repeats an interrupted first start', async () => {
    const [port = 0] = await freePorts(1);
    const home = join(folder, 'postgres');
    mkdirSync(join(home, 'cluster.new-half', 'cluster'), { recursive: true });
    const engine = await keep(startPostgres({ folder: home, port, report, durable: false }));
    expect(await query(engine.url, 'SELECT 1')).toEqual([[1]]);
    expect(readdirSync(home).filter((name) => name.startsWith('cluster'))).toEqual(['cluster', 'cluster.json']);
  });

  it('continues with its data after its account lost access to them', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'postgres'), port, report, durable: false };
    const first = await startPostgres(plan);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    chmodSync(folder, 0o700);
    const { url } = await keep(startPostgres(plan));
    expect(await query(url, 'SELECT n FROM kept')).toEqual([[7]]);
  });

  it('names the port that is in use and the setting for another port', async () => {
    const [port = 0] = await freePorts(1);
    await expect(
      whileTaken(port, () => startPostgres({ folder: join(folder, 'postgres'), port, report })),
    ).rejects.toThrow(`Port ${port} is in use. Choose another port with TRUETALLY_POSTGRES_PORT.`);
  });

  it('refuses the files of another major version', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'postgres'), port, report, durable: false };
    await (await startPostgres(plan)).stop();
    writeFileSync(join(plan.folder, 'cluster', 'PG_VERSION'), '17\n');
    await expect(startPostgres(plan)).rejects.toThrow(
      `Postgres 17 created ${plan.folder}/cluster, and this release has Postgres 18. Use the earlier release, or follow docs/upgrade.md.`,
    );
  });
});

describe('the embedded Temporal', () => {
  async function plan(name = 'temporal'): Promise<Parameters<typeof startTemporal>[0]> {
    const [port = 0] = await freePorts(1);
    return { binary: await ensureTemporalBinary('temporal', report), folder: join(folder, name), port, report };
  }

  async function startAndKeep(where: Parameters<typeof startTemporal>[0]): Promise<EmbeddedTemporal> {
    const engine = await startTemporal(where);
    started.push(engine);
    return engine;
  }

  /** The ports of 127.0.0.1 on which a process listens. */
  function portsOf(pid: number): number[] {
    const sockets = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap(
        (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
      ),
    );
    const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
    return rows
      .map((row) => row.trim().split(/\s+/))
      .filter(
        ([, local = '', , state, , , , , , inode = '']) =>
          state === '0A' && local.startsWith('0100007F:') && sockets.has(inode),
      )
      .map(([, local = '']) => Number.parseInt(local.slice(9), 16));
  }

  function linkOf(path: string): string {
    try {
      return readlinkSync(path);
    } catch {
      return '';
    }
  }

  it('keeps its namespace through a kill, and is found again while it lives', async () => {
    const where = await plan();
    const first = await keep(startTemporal(where));
    await prepareNamespace({ address: first.url }, 'kept');
    const adopted = await startTemporal(where);
    expect([adopted.adopted, adopted.pid, adopted.url]).toEqual([true, first.pid, `127.0.0.1:${where.port}`]);
    await kill(first);
    const second = await keep(startTemporal(where));
    await prepareNamespace({ address: second.url }, 'kept');
    const connection = await Connection.connect({ address: second.url });
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'kept' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(90 * 86_400);
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'kept' });
    expect(
      Object.entries(customAttributes)
        .filter(([name]) =>
          /^(Organization|Workspace|Report|ReportRun)Id$|^(Report|Comparison|Judge)Name$|^RunState$|^FailureC/.test(
            name,
          ),
        )
        .sort(),
    ).toEqual([
      ['ComparisonName', 2],
      ['FailureCause', 7],
      ['FailureCode', 2],
      ['JudgeName', 7],
      ['OrganizationId', 2],
      ['ReportId', 2],
      ['ReportName', 2],
      ['ReportRunId', 2],
      ['RunState', 2],
      ['WorkspaceId', 2],
    ]);
    await connection.close();
  });

  it('runs with a write-ahead log and exclusive access to its file', async () => {
    const where = await plan();
    await keep(startTemporal(where));
    expect(existsSync(join(where.folder, 'temporal.db-wal'))).toBe(true);
    rmSync(join(where.folder, 'engine.json'));
    await expect(startTemporal({ ...(await plan()), folder: where.folder })).rejects.toThrow(
      `Another Temporal is running on ${where.folder}/temporal.db. Stop it, or choose another folder with TRUETALLY_DATA.`,
    );
  });

  it('answers over HTTP only where no web page can find it', async () => {
    const { pid, uiOrigin } = await startAndKeep(await plan());
    const { hostname, port } = new URL(uiOrigin);
    expect(hostname).not.toBe('127.0.0.1');
    // The UI queries the frontend, and finds it a moment after the frontend starts to answer.
    await expect.poll(async () => (await fetch(`${uiOrigin}/api/v1/namespaces`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    const answered = await Promise.all(
      portsOf(pid).map(async (at) => {
        const answer = await fetch(`http://127.0.0.1:${at}/api/v1/namespaces`).catch(() => undefined);
        return answer === undefined ? 'no HTTP' : `${answer.status}`;
      }),
    );
    // The metrics port has no such page, and the frontend's HTTP interface refuses every name. All other ports serve
    // gRPC.
    expect([...new Set(answered)].sort()).toEqual(['403', '404', 'no HTTP']);
  });

  it('refuses an attribute of another type', async () => {
    const engine = await keep(startTemporal(await plan()));
    await prepareNamespace({ address: engine.url }, 'first');
    const connection = await Connection.connect({ address: engine.url });
    const workflowExecutionRetentionPeriod = proto.google.protobuf.Duration.fromObject({ seconds: 86_400 });
    await connection.workflowService.registerNamespace({ namespace: 'second', workflowExecutionRetentionPeriod });
    await connection.operatorService.addSearchAttributes({
      namespace: 'second',
      searchAttributes: { RunState: proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_INT },
    });
    await connection.close();
    await expect(prepareNamespace({ address: engine.url }, 'second')).rejects.toThrow(
      'The search attribute RunState of Temporal namespace second does not have the type KEYWORD. Choose another namespace with TRUETALLY_TEMPORAL_NAMESPACE.',
    );
  });

  it('does not change a foreign file, and names its kind', async () => {
    const where = await plan();
    mkdirSync(where.folder);
    writeFileSync(join(where.folder, 'version'), '1.9.1\n');
    writeFileSync(join(where.folder, 'temporal.db'), 'not a database, but a note of mine');
    await expect(startTemporal(where)).rejects.toThrow(`${where.folder}/temporal.db is not a Temporal database`);
    expect(readFileSync(join(where.folder, 'temporal.db'), 'utf8')).toBe('not a database, but a note of mine');
  });

  it('refuses a database of another version, and a port in use', async () => {
    const where = await plan();
    await expect(whileTaken(where.port, () => startTemporal(where))).rejects.toThrow(
      `Port ${where.port} is in use. Choose another port with TRUETALLY_TEMPORAL_PORT.`,
    );
    writeFileSync(join(where.folder, 'temporal.db'), '');
    writeFileSync(join(where.folder, 'version'), '1.8.0\n');
    await expect(startTemporal(where)).rejects.toThrow(
      `Temporal 1.8.0 created ${where.folder}, and this release has Temporal 1.9.1. Use the earlier release, or choose another folder with TRUETALLY_DATA.`,
    );
  });
});

describe('the embedded ClickHouse', () => {
  async function select(url: string, query: string): Promise<unknown> {
    const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
    try {
      return await (await client.query({ query, format: 'JSONEachRow' })).json();
    } finally {
      await client.close();
    }
  }

  it('keeps inserted data through a kill, and is found again while it lives', async () => {
    const [port = 0] = await freePorts(1);
    const plan = { folder: join(folder, 'clickhouse'), port, report };
    const first = await keep(startClickHouse(plan));
    const client = createClient({ url: first.url.replace(/truetally$/, 'default') });
    await client.command({ query: 'CREATE DATABASE IF NOT EXISTS truetally ENGINE = Atomic' });
    await client.command({ query: 'CREATE TABLE truetally.kept (n UInt8) ENGINE = MergeTree ORDER BY n' });
    await client.insert({ table: 'truetally.kept', values: [{ n: 7 }], format: 'JSONEachRow' });
    await client.close();
    const adopted = await startClickHouse(plan);
    expect([adopted.adopted, adopted.pid, adopted.url]).toEqual([true, first.pid, first.url]);
    await kill(first);
    const second = await keep(startClickHouse(plan));
    expect(await select(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    const stranger = second.url.replace(/:[0-9a-f]{64}@/, ':guess@');
    await expect(select(stranger, 'SELECT 1')).rejects.toThrow(/password|Authentication/i);
  });

  it('reports in one sentence that another process has the folder', async () => {
    const [port = 0, other = 0] = await freePorts(2);
    const plan = { folder: join(folder, 'clickhouse'), port, report };
    await keep(startClickHouse(plan));
    rmSync(join(plan.folder, 'engine.json'));
    await expect(startClickHouse({ ...plan, port: other })).rejects.toThrow(
      new RegExp(`^The embedded ClickHouse does not start on ${plan.folder} \\([^\\n]+$`),
    );
  });
});
