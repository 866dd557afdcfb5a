import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAnalyticsClient } from '../../analytics/client.ts';
import { LONGEST_READ_MS } from '../../analytics/insight/statement-runner.ts';
import { eraseBefore } from '../../analytics/retention/erase-before.ts';
import { createAccessBindingStore } from '../../store/access-bindings.ts';
import { createAuditStore } from '../../store/audit.ts';
import { createCredentialStore } from '../../store/credentials.ts';
import { createDeadItemStore } from '../../store/dead-items.ts';
import { createExclusionStore } from '../../store/exclusions.ts';
import { isStoreUnavailable } from '../../store/database-fault.ts';
import { createPool } from '../../store/pool.ts';
import { createReleaseStore } from '../../store/releases.ts';
import { createRetentionStore } from '../../store/retention.ts';
import { createScheduleOversight } from '../../store/schedule-oversight.ts';
import { createTenancyNodeStore } from '../../store/tenancy-nodes.ts';
import { readConfiguration } from '../configuration.ts';
import { faultText } from '../fault-text.ts';
import { findSystem } from '../find-system.ts';
import { StartupFault } from '../startup-fault.ts';
import {
  OPERATOR_FLAGS,
  OPERATOR_OPTIONS,
  OPERATOR_USAGE,
  runOperatorCommand,
  type OperatorPorts,
} from './operator-commands.ts';
import type { Row } from './operator-options.ts';
import { requireClickHouseTables, requirePostgresTables } from './require-tables.ts';
import { userName } from './user-name.ts';

const clock = { now: () => new Date() };

try {
  const { words, values, json } = parse(process.argv.slice(2));
  if (words.length === 0 || words[0] === 'help') {
    console.log(['Usage: npm run operator -- <command> [--json]', ...OPERATOR_USAGE].join('\n  '));
  } else {
    const rows = await run(words, values);
    console.log(json ? JSON.stringify(rows, undefined, 2) : rows.map(linesOf).join('\n\n'));
  }
} catch (error) {
  console.error(faultText(error, 'Postgres does not answer: run `npm start`, or check TRUETALLY_DATABASE_URL.'));
  process.exitCode = 1;
}

function parse(args: string[]): { words: string[]; values: Record<string, string>; json: boolean } {
  const options = Object.fromEntries(OPERATOR_OPTIONS.map((name) => [name, { type: 'string' as const }]));
  const flags = Object.fromEntries(OPERATOR_FLAGS.map((name) => [name, { type: 'boolean' as const }]));
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { ...options, ...flags, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const { json, ...given } = values as Record<string, string | boolean>;
    const texts = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
    return { words: positionals, values: Object.fromEntries(texts), json: json === true };
  } catch (error) {
    // The parser's first sentence says what is wrong; the second explains its syntax.
    throw new StartupFault(`${(error as Error).message.split('. ')[0] ?? ''}.`.replace(/\.\.$/, '.'), { cause: error });
  }
}

async function run(words: readonly string[], values: Record<string, string>): Promise<readonly Row[]> {
  const databaseUrl = findUrl('databaseUrl', 'TRUETALLY_DATABASE_URL');
  const pool = createPool(databaseUrl);
  try {
    await pool.query('select 1');
    await requirePostgresTables(pool);
    return await runOperatorCommand(
      {
        clock,
        nodes: createTenancyNodeStore(pool, clock),
        bindings: createAccessBindingStore(pool, clock),
        credentials: createCredentialStore(pool, clock),
        releases: createReleaseStore(pool, clock),
        exclusions: createExclusionStore(pool, clock),
        retention: createRetentionStore(pool),
        audit: createAuditStore(pool, clock),
        operator: userName(),
        schedules: createScheduleOversight(pool, clock),
        deadItems: createDeadItemStore(pool, clock),
        outlastReads,
        erase,
      },
      words,
      values,
    );
  } finally {
    await pool.end();
  }
}

async function outlastReads(): Promise<void> {
  const seconds = Math.ceil(LONGEST_READ_MS / 1_000);
  process.stderr.write(`waiting ${seconds} s for reads that began before the horizon moved\n`);
  await sleep(LONGEST_READ_MS);
}

/** Takes facts off the disks of ClickHouse, which no other command needs. */
async function erase(...what: Parameters<OperatorPorts['erase']>): Promise<void> {
  const url = findUrl('clickhouseUrl', 'TRUETALLY_CLICKHOUSE_URL');
  const clickhouse = createAnalyticsClient(url);
  try {
    await requireClickHouseTables(url);
    await eraseBefore(clickhouse, ...what);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new StartupFault('ClickHouse does not answer: run `npm start`, or check TRUETALLY_CLICKHOUSE_URL.');
  } finally {
    await clickhouse.close();
  }
}

/** The store that the environment names, or that of the system that was last started on the data folder. */
function findUrl(setting: 'databaseUrl' | 'clickhouseUrl', variable: string): string {
  const url = findSystem(readConfiguration(process.env))[setting];
  if (url === undefined) throw new StartupFault(`There is no system yet: run \`npm start\`, or set ${variable}.`);
  return url;
}

function linesOf(row: Row): string {
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(16)} ${typeof value === 'string' ? value : value.join(', ')}`)
    .join('\n');
}
