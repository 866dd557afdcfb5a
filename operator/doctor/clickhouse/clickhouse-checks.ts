import { readdir, readFile } from 'node:fs/promises';
import type { AnalyticsClient } from '../../../analytics/analytics-client.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { clockVerdict } from '../findings/clock-skew.ts';
import { diskVerdict } from '../findings/disk-space.ts';
import {
  faultVerdict,
  okVerdict,
  warningVerdict,
  type Check,
  type FindingState,
  type CheckVerdict,
} from '../findings/finding.ts';
import { migrationsVerdict } from '../findings/migrations-verdict.ts';
import { compareSchemas, driftVerdict, SCHEMA_NOT_COMPARED } from '../findings/schema-drift.ts';
import { versionVerdict } from '../findings/version-verdict.ts';
import { isLoopback, hostAndPort } from '../findings/host-and-port.ts';
import { readClickHouseRows } from './read-clickhouse-rows.ts';
import { listClickHouseSchema } from './list-clickhouse-schema.ts';

const MIGRATIONS = new URL('../../../analytics/migrations/', import.meta.url);
const SCHEMA = new URL('../../../analytics/schema.txt', import.meta.url);

/**
 * The numbers of parts in a partition for a warning and a fault. ClickHouse slows inserts down at 1,000 parts, and
 * refuses them at 3,000.
 */
const PARTS_WARNING = 300;
const PARTS_FAULT = 1_000;

/** The checks of the store of facts. `reached` rejects if it does not answer. */
export function clickHouseChecks(
  url: string,
  isEmbedded: boolean,
  { client, clock }: { readonly client: AnalyticsClient; readonly clock: Clock },
  reached: Promise<void>,
): Check[] {
  const check = (name: string, look: () => Promise<CheckVerdict>): Check => ({
    part: 'clickhouse',
    check: name,
    look: () => reached.then(look),
  });
  return [
    check('version', async () => {
      const [row] = await readClickHouseRows<{ version: string }>(client, 'SELECT version() AS version');
      return versionVerdict('ClickHouse', row?.version ?? '', isEmbedded ? ' (embedded)' : ' (a server)');
    }),
    check('encryption', () => Promise.resolve(encryption(url))),
    check('clock', () => skew(client, clock)),
    check('migrations', async () => migrationsVerdict(await knownMigrations(), await appliedMigrations(client))),
    check('schema', () => schema(client)),
    check('disks', () => disks(client)),
    check('parts', () => parts(client)),
  ];
}

function encryption(url: string): CheckVerdict {
  const { protocol } = new URL(url);
  if (protocol === 'https:') return okVerdict('The connection uses TLS.');
  if (isLoopback(hostAndPort(url)))
    return okVerdict('The connection is not encrypted, and needs no encryption on loopback.');
  return warningVerdict(
    'The connection is not encrypted, so others on the network can read the password and all facts.',
    'Set up TLS on the server, and use `https` in TRUETALLY_CLICKHOUSE_URL.',
  );
}

async function skew(client: AnalyticsClient, clock: Clock): Promise<CheckVerdict> {
  const askedAt = clock.now().getTime();
  const [row] = await readClickHouseRows<{ ms: string }>(
    client,
    'SELECT toString(toUnixTimestamp64Milli(now64(3))) AS ms',
  );
  return clockVerdict({ askedAt, answeredAt: clock.now().getTime(), theirs: Number(row?.ms ?? NaN) });
}

async function knownMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
}

async function appliedMigrations(client: AnalyticsClient): Promise<string[]> {
  const tables = await readClickHouseRows(
    client,
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'`,
  );
  if (tables.length === 0) return [];
  const rows = await readClickHouseRows<{ name: string }>(
    client,
    'SELECT name FROM schema_migrations FINAL ORDER BY name',
  );
  return rows.map(({ name }) => name);
}

async function schema(client: AnalyticsClient): Promise<CheckVerdict> {
  const [known, applied] = await Promise.all([knownMigrations(), appliedMigrations(client)]);
  if (known.join() !== applied.join()) return SCHEMA_NOT_COMPARED;
  const wanted = (await readFile(SCHEMA, 'utf8')).split('\n');
  return driftVerdict(compareSchemas(wanted, await listClickHouseSchema(client)), 'ClickHouse');
}

async function disks(client: AnalyticsClient): Promise<CheckVerdict> {
  const rows = await readClickHouseRows<{ name: string; free: string; total: string }>(
    client,
    `SELECT name, toString(free_space) AS free, toString(total_space) AS total FROM system.disks`,
  );
  return worst(
    rows.map(({ name, free, total }) => diskVerdict({ free: Number(free), total: Number(total) }, `Disk ${name}`)),
  );
}

const GRAVITY: readonly FindingState[] = ['fault', 'warning', 'unknown', 'ok'];

function worst(verdicts: readonly CheckVerdict[]): CheckVerdict {
  return (
    GRAVITY.flatMap((state) => verdicts.filter((verdict) => verdict.state === state))[0] ??
    okVerdict('ClickHouse lists no disks.')
  );
}

async function parts(client: AnalyticsClient): Promise<CheckVerdict> {
  const [row] = await readClickHouseRows<{ name: string; period: string; parts: number }>(
    client,
    `SELECT table AS name, partition AS period, toUInt32(count()) AS parts FROM system.parts
     WHERE database = currentDatabase() AND active GROUP BY table, partition ORDER BY parts DESC LIMIT 1`,
  );
  return partsVerdict(row);
}

/** The verdict on the partition with the most parts; undefined if there are no facts yet. */
export function partsVerdict(max: { name: string; period: string; parts: number } | undefined): CheckVerdict {
  if (max === undefined) return okVerdict('There are no facts yet.');
  const seen = `Partition ${max.period} of table ${max.name} has ${max.parts} parts, more than any other partition.`;
  const remedy = 'Merges do not keep up with inserts. Give ClickHouse more processor time or faster disks.';
  if (max.parts >= PARTS_FAULT) return faultVerdict(seen, remedy);
  return max.parts >= PARTS_WARNING ? warningVerdict(seen, remedy) : okVerdict(seen);
}
