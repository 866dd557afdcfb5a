import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseClient } from '../../store/postgres/database-client.ts';

/** The role of the application, and the database that it owns. */
export const APPLICATION_ROLE = 'truetally';
/** The superuser. Only the launcher knows its password. */
export const SUPERUSER_ROLE = 'postgres';

export interface RolePasswords {
  readonly superuser: string;
  readonly application: string;
}

/** The URL of the same server for its superuser, whose password is in the folder of the engine. */
export function superuserUrl(databaseUrl: string, folder: string): string {
  const url = new URL(databaseUrl);
  [url.username, url.password] = [SUPERUSER_ROLE, readFileSync(join(folder, 'superuser-password'), 'utf8').trim()];
  return url.href;
}

/** The SQLSTATEs of a refused password, and of a role that does not exist. */
const REFUSED = '28P01';

/**
 * Prepares a cluster for the application: a role that is not a superuser, and a database that it owns. Existing parts
 * stay, so it can run at every start and after every crash. If the application's role was the superuser of the cluster,
 * that role is renamed. A new role with the old name and password then gets everything that it owned.
 * @throws the server's error while the server does not answer yet
 */
export async function ensureRoles(port: number, passwords: RolePasswords): Promise<void> {
  const as = (user: string, password: string, database: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  try {
    await connected(as(SUPERUSER_ROLE, passwords.superuser, 'postgres'), (client) => complete(client, passwords));
  } catch (error) {
    if ((error as { code?: string }).code !== REFUSED) throw error;
    const { application } = passwords;
    await connected(as(APPLICATION_ROLE, application, 'postgres'), makeDatabase);
    await connected(as(APPLICATION_ROLE, application, APPLICATION_ROLE), (client) => takeOver(client, passwords));
  }
}

async function complete(client: DatabaseClient, passwords: RolePasswords): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
  if (rowCount === 0) await client.query(newRole(client, passwords));
  await makeDatabase(client);
}

async function makeDatabase(client: DatabaseClient): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [APPLICATION_ROLE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${APPLICATION_ROLE} OWNER ${APPLICATION_ROLE}`);
}

function newRole(client: DatabaseClient, { application }: RolePasswords): string {
  return `CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${client.escapeLiteral(application)}`;
}

/**
 * Replaces a superuser role of the application. The first role of a cluster is always a superuser and owns the
 * catalogues, so it is renamed. A role cannot rename itself, which needs the temporary role `stand_in`. After this one
 * transaction, the cluster is like a new one.
 */
async function takeOver(client: DatabaseClient, passwords: RolePasswords): Promise<void> {
  await client.query(`BEGIN;
    CREATE ROLE stand_in SUPERUSER;
    SET LOCAL SESSION AUTHORIZATION stand_in;
    ALTER ROLE ${APPLICATION_ROLE} RENAME TO ${SUPERUSER_ROLE};
    ALTER ROLE ${SUPERUSER_ROLE} PASSWORD ${client.escapeLiteral(passwords.superuser)};
    ${newRole(client, passwords)};
    ALTER DATABASE ${APPLICATION_ROLE} OWNER TO ${APPLICATION_ROLE};
    ${GIVE_ALL};
    RESET SESSION AUTHORIZATION;
    DROP ROLE stand_in;
    COMMIT`);
}

/**
 * The statement that gives every table, view, sequence, routine and type outside the catalogues to the application.
 * Objects that depend on a table change their owner with it.
 */
const GIVE_ALL = `DO $$
  DECLARE change text;
  BEGIN
    FOR change IN
      SELECT format('TABLE %s', oid::regclass) FROM pg_class c
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i', 'e'))
      UNION ALL
      SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc p
      WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema$)'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
      UNION ALL
      SELECT format('TYPE %s', oid::regtype) FROM pg_type t
      WHERE typtype IN ('d', 'e') AND typnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')
    LOOP
      EXECUTE format('ALTER %s OWNER TO ${APPLICATION_ROLE}', change);
    END LOOP;
  END
$$`;

async function connected(url: string, work: (client: DatabaseClient) => Promise<void>): Promise<void> {
  const client = new DatabaseClient({ connectionString: url });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
