import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { createHeartbeatStore } from '../../../store/installation/heartbeat-store.ts';
import { listAppliedMigrations, listKnownMigrations } from '../../../store/postgres/migrate-postgres.ts';
import { POSTGRES_LOG_SETTINGS } from '../../../runtime/postgres-log-settings.ts';
import { clockVerdict } from '../findings/clock-skew.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from '../findings/finding.ts';
import { migrationsVerdict } from '../findings/migrations-verdict.ts';
import { compareSchemas, driftVerdict, SCHEMA_NOT_COMPARED } from '../findings/schema-drift.ts';
import { versionVerdict } from '../findings/version-verdict.ts';
import { isLoopback, hostAndPort } from '../findings/host-and-port.ts';
import { requireRow } from '../../../store/postgres/require-row.ts';
import { listPostgresSchema } from './list-postgres-schema.ts';

const SCHEMA = new URL('../../../store/schema.txt', import.meta.url);

/**
 * The maximum number of connections of one process: its pool, the pool of its metrics, and in a worker the connection
 * for LISTEN.
 */
const CONNECTIONS = { api: 12, worker: 13 } as const;

const IS_SUPERUSER = '(SELECT rolsuper FROM pg_roles WHERE rolname = current_user)::text';

/** The checks of the control plane's database. `reached` rejects if it does not answer. */
export function postgresChecks(
  url: string,
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  reached: Promise<void>,
): Check[] {
  const check = (name: string, look: () => Promise<CheckVerdict>): Check => ({
    part: 'postgres',
    check: name,
    look: () => reached.then(look),
  });
  return [
    check('version', async () => versionVerdict('Postgres', await textOf(pool, `current_setting('server_version')`))),
    check('encryption', () => encryption(url, pool)),
    check('role', async () => roleVerdict((await textOf(pool, IS_SUPERUSER)) === 'true')),
    check('log', () => log(pool)),
    check('clock', () => skew(pool, clock)),
    check('migrations', async () => migrationsVerdict(await listKnownMigrations(), await listAppliedMigrations(pool))),
    check('schema', () => schema(pool)),
    check('connections', () => connections(pool, clock)),
  ];
}

/** The value of an expression as text; empty for null. */
async function textOf(pool: pg.Pool, expression: string): Promise<string> {
  const { rows } = await pool.query<{ text: string | null }>(`SELECT ${expression} AS text`);
  return requireRow(rows).text ?? '';
}

async function encryption(url: string, pool: pg.Pool): Promise<CheckVerdict> {
  const { rows } = await pool.query<{ version: string | null }>(
    'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl',
  );
  const version = rows[0]?.version;
  if (typeof version === 'string') return okVerdict(`The connection uses ${version}.`);
  if (isLoopback(hostAndPort(url)))
    return okVerdict('The connection is not encrypted, and needs no encryption on loopback.');
  return warningVerdict(
    'The connection is not encrypted. Others on the network can read everything except passwords, which are hashed.',
    'Set up TLS on the server, and add `?sslmode=verify-full&sslrootcert=/file` to TRUETALLY_DATABASE_URL.',
  );
}

/** The verdict on permissions of the URL's role beyond those that it needs. */
export function roleVerdict(isSuperuser: boolean): CheckVerdict {
  return isSuperuser
    ? warningVerdict(
        'The role is a superuser. Its URL gives access to the complete server, its files and its programs.',
        'Name a role in TRUETALLY_DATABASE_URL that owns the database and has no other rights. See docs/install.md.',
      )
    : okVerdict('The role is not a superuser.');
}

async function log(pool: pg.Pool): Promise<CheckVerdict> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(POSTGRES_LOG_SETTINGS)],
  );
  return logVerdict(new Map(rows.map(({ name, setting }) => [name, setting])));
}

/** The verdict on the settings that keep customers' texts out of the log of Postgres. */
export function logVerdict(settings: ReadonlyMap<string, string>): CheckVerdict {
  const others = Object.entries(POSTGRES_LOG_SETTINGS).filter(([name, value]) => settings.get(name) !== value);
  if (others.length === 0) return okVerdict('The log quotes no values of rows and statements.');
  return warningVerdict(
    `The log of Postgres may quote rows and parameters, because ${others.map(([name]) => `${name} is ${settings.get(name) ?? 'unknown'}`).join(', ')}.`,
    `Run these statements as the administrator of Postgres: ${others.map(([name, value]) => `ALTER SYSTEM SET ${name} = ${value};`).join(' ')} SELECT pg_reload_conf();`,
  );
}

async function skew(pool: pg.Pool, clock: Clock): Promise<CheckVerdict> {
  // The first statement may wait for a connection, and that delay would distort the reading.
  const client = await pool.connect();
  try {
    await client.query('SELECT 1');
    const askedAt = clock.now().getTime();
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return clockVerdict({ askedAt, answeredAt: clock.now().getTime(), theirs: requireRow(rows).now.getTime() });
  } finally {
    client.release();
  }
}

async function schema(pool: pg.Pool): Promise<CheckVerdict> {
  const [known, applied] = await Promise.all([listKnownMigrations(), listAppliedMigrations(pool)]);
  if (known.join() !== applied.join()) return SCHEMA_NOT_COMPARED;
  const wanted = (await readFile(SCHEMA, 'utf8')).split('\n');
  return driftVerdict(compareSchemas(wanted, await listPostgresSchema(pool)), 'Postgres');
}

async function connections(pool: pg.Pool, clock: Clock): Promise<CheckVerdict> {
  const { rows } = await pool.query<{ max: number; open: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS open`,
  );
  const { max, open } = requireRow(rows);
  const alive = await createHeartbeatStore(pool, clock).countAlive();
  return connectionsVerdict({ max, open, apis: alive.get('api') ?? 0, workers: alive.get('reconciler') ?? 0 });
}

/** The verdict on the limit of connections, compared with the maximum that the running processes need. */
export function connectionsVerdict(seen: { max: number; open: number; apis: number; workers: number }): CheckVerdict {
  const { max, open, apis, workers } = seen;
  const needed = apis * CONNECTIONS.api + workers * CONNECTIONS.worker;
  const summary = `${open} of ${max} connections are open. ${apis} API and ${workers} worker processes may open ${needed}.`;
  const remedy = 'Raise `max_connections` of Postgres, add a connection pooler, or run fewer processes.';
  if (open >= max) return faultVerdict(summary, remedy);
  return needed > max || open > max * 0.9 ? warningVerdict(summary, remedy) : okVerdict(summary);
}
