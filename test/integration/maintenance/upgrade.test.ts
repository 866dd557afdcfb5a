import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../analytics/analytics-client.ts';
import { createApp } from '../../../api/composition/app.ts';
import { createCustomerPorts } from '../../../api/composition/customer-ports.ts';
import { managementLanes } from '../../../api/composition/management-lanes.ts';
import { openDecisions } from '../../../api/composition/open-decisions.ts';
import type { ApiApp } from '../../../api/frame/api-app.ts';
import { COMPONENTS } from '../../../domain/kernel/components.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { openJournal } from '../../../journal/open-journal.ts';
import { migrateStores } from '../../../maintenance/migrate-stores.ts';
import { KEY_COMMANDS } from '../../../operator/commands/key-commands.ts';
import { LIMIT_COMMANDS } from '../../../operator/commands/limit-commands.ts';
import { loadConfigurationFile } from '../../../runtime/configuration/load-configuration-file.ts';
import { BUILD_VERSION } from '../../../runtime/telemetry/read-build-version.ts';
import { readConfiguration } from '../../../runtime/configuration/configuration.ts';
import { createLimitUseStore } from '../../../store/gateway/limit-use-store.ts';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { createIndexProgressStore } from '../../../store/ingest/index-progress-store.ts';
import { createIngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import { createHeartbeatStore } from '../../../store/installation/heartbeat-store.ts';
import { createPool } from '../../../store/postgres/pool.ts';
import { runStatements, dropDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { indexJournal } from '../../../worker/indexing/index-journal.ts';
import { NO_COUNTERS } from '../../../worker/metrics/worker-counters.ts';
import type { CollectedAnswers } from '../../upgrade/collect-answers.ts';
import { listDifferences, type Difference } from '../../upgrade/list-differences.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const FIXTURE = join(PROJECT, 'test', 'upgrade', '0.1.0');
const MAX_FIXTURE_BYTES = 2 * 1_048_576;
const PATIENCE_SECONDS = 90;

/** The intended differences since 0.1.0, with the changelog entries that announce them. */
const ANNOUNCED: readonly { readonly question: string; readonly member: RegExp; readonly entry: string }[] = [
  { question: 'saved views', member: /\/question_revision$/, entry: '`question_revision` says when the question' },
  { question: 'judges', member: /\/coverage$/, entry: 'coverage is shown next to kappa' },
  { question: 'judges', member: /\/gold_set$/, entry: '`gold_set` of a judge' },
  {
    question: 'figures of the cache',
    member: /^\/unlicensed_shadow_savings$/,
    entry: '`unlicensed_shadow_savings` in',
  },
];

/** The migrations of Postgres in 0.2.0, in their order. */
const SINCE = '0044 0045 0047 0048 0049 0054 0055 0056 0057 0058 0060 0062 0063 0064'.split(' ');

/** Members that are unique to each request: ids, sealed tokens and instants of the answer. */
const OWN_OF_A_REQUEST = /\/(request_id|seal|evaluated_at|last_indexed_at|next_cursor)$/;

const stored = (name: string): Buffer => brotliDecompressSync(readFileSync(join(FIXTURE, `${name}.br`)));
const collected = JSON.parse(stored('answers.json').toString()) as CollectedAnswers;

/** Starts the clock at the moment of the questions to 0.1.0, so that nothing expires in later years. */
const startedAt = performance.now();
const clock = { now: () => new Date(Date.parse(collected.asked_at) + Math.trunc(performance.now() - startedAt)) };

let folder: string;
let databaseUrl: string;
let clickhouseUrl: string;
let pool: pg.Pool;
let clickhouse: AnalyticsClient;
let applied: Awaited<ReturnType<typeof migrateStores>>;
let apps: { readonly customer: ApiApp; readonly management: ApiApp };
/** The clean-up functions, run in reverse order. */
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-upgrade-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'journal'));
  for (const name of readdirSync(join(FIXTURE, 'journal'))) {
    const segment = name.replace(/\.br$/, '');
    writeFileSync(join(folder, 'journal', segment), stored(`journal/${segment}`));
  }
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  databaseUrl = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
  clickhouseUrl = Object.assign(new URL(inject('clickhouseUrl')), { pathname: `/${name}` }).href;
  await runStatements(inject('databaseUrl'), [`CREATE DATABASE ${name}`]);
  ends.push(() => dropDatabase(inject('databaseUrl'), name));
  await runStatements(databaseUrl, [stored('dump.sql').toString()]);
  ends.push(() => dropFacts(name));
  applied = await migrateStores({ databaseUrl, clickhouseUrl }, clock);
  pool = createPool(databaseUrl);
  clickhouse = createAnalyticsClient(clickhouseUrl);
  ends.push(() => Promise.all([pool.end(), clickhouse.close()]));
  await loadTraffic();
  apps = await openApps();
  ends.push(() => Promise.all([apps.customer.close(), apps.management.close()]));
}, 120_000);

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function dropFacts(name: string): Promise<void> {
  const server = createAnalyticsClient(inject('clickhouseUrl').replace(/[^/]*$/, 'default'));
  await server.command({ query: `DROP DATABASE IF EXISTS ${name}` });
  await server.close();
}

function settings(): ReturnType<typeof readConfiguration> {
  const configuration = join(folder, 'tokentriage.yaml');
  writeFileSync(configuration, 'cache: { enabled: true }\n');
  return readConfiguration({
    TRUETALLY_DATABASE_URL: databaseUrl,
    TRUETALLY_CLICKHOUSE_URL: clickhouseUrl,
    // The address is set so that the deployment has a worker. No code connects to Temporal.
    TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9',
    TRUETALLY_DATA: folder,
    TRUETALLY_CONFIG: configuration,
  });
}

/** Runs the indexer until the complete journal is loaded. */
async function loadTraffic(): Promise<void> {
  const journal = openJournal(settings());
  const stopping = new AbortController();
  const indexing = indexJournal(
    {
      ...{ pool, clickhouse, clock, journal, faultPoints: noFaultPoints, log: silentLog },
      ...{ settings: settings(), counters: NO_COUNTERS, instanceId: 'upgrade' },
    },
    stopping.signal,
  );
  const begun = clock.now();
  const batches = createIngestBatchStore(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  await waitUntil(async () => {
    const { waitingSince = begun } = await progress.state();
    return waitingSince > begun && (await batches.unloaded()).length === 0;
  }, PATIENCE_SECONDS);
  stopping.abort();
  await indexing;
  await journal.close();
}

/** Both lanes, composed as in the API's process. */
async function openApps(): Promise<typeof apps> {
  const own = settings();
  const { file } = loadConfigurationFile(own.configurationFile);
  const parts = { pool, clock, settings: own, file, analytics: clickhouse, clickhouse, metrics: undefined };
  const ports = {
    ...(await createCustomerPorts(parts)),
    build: { version: BUILD_VERSION, commit: null },
    isStopping: () => false,
    maxStallMs: () => 0,
    logger: pino({ level: 'silent' }),
  };
  // A worker of 0.1.0 was alive at the time of the questions.
  const heartbeats = createHeartbeatStore(pool, clock);
  for (const component of COMPONENTS) await heartbeats.beat(component, 'upgrade');
  const ownConfiguration = { processName: 'api-upgrade', running: { loadedAt: clock.now(), file: undefined } };
  const [management] = managementLanes(
    {
      ...{ ...ports, ownConfiguration, auditDays: own.auditDays, signOnSecret: undefined },
      decisions: openDecisions({ logs: [] }, ports.logger, undefined),
    },
    pool,
    clickhouse,
    1,
    file,
  );
  return { customer: createApp(ports), management: management!.app };
}

describe('the data of 0.1.0', () => {
  it('is a fixture of at most 2 MiB', () => {
    const files = readdirSync(FIXTURE, { recursive: true, encoding: 'utf8' }).map((name) => join(FIXTURE, name));
    expect(files.reduce((bytes, path) => bytes + statSync(path).size, 0)).toBeLessThan(MAX_FIXTURE_BYTES);
  });

  it('gets every later migration of Postgres, and all of ClickHouse, which is loaded again', () => {
    expect(applied.postgres.map((name) => name.slice(0, 4)).slice(0, SINCE.length)).toEqual(SINCE);
    expect(applied.clickhouse.length).toBeGreaterThanOrEqual(12);
  });

  it('differs only as announced in the changelog', () => {
    const changelog = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8').replaceAll(/\s+/g, ' ');
    expect(ANNOUNCED.filter(({ entry }) => !changelog.includes(entry))).toEqual([]);
  });

  it.each(collected.answers.map(({ name }, number) => [name, number] as const))(
    'shows %s like 0.1.0',
    async (name, number) => {
      const { url, method, body, isManagement, status, answer } = collected.answers[number]!;
      const token = isManagement ? collected.tokens.management : collected.tokens.owner;
      const now = await (isManagement ? apps.management : apps.customer).inject({
        ...{ method, url, headers: { authorization: `Bearer ${token}` } },
        ...(body && { payload: body }),
      });
      expect(now.statusCode, now.body).toBe(status);
      const shown: unknown = typeof answer === 'string' ? now.body : now.json();
      const announced = ANNOUNCED.filter(({ question }) => question === name);
      const differences = listDifferences(answer, shown).filter(({ pointer }) => !OWN_OF_A_REQUEST.test(pointer));
      const isOf = ({ member }: (typeof ANNOUNCED)[number], { pointer }: Difference): boolean => member.test(pointer);
      expect(differences.filter((one) => !announced.some((row) => isOf(row, one)))).toEqual([]);
      expect(announced.filter((row) => !differences.some((one) => isOf(row, one)))).toEqual([]);
    },
  );

  it('has the keys and step classes that its gateways noted, in every fact of their calls', async () => {
    const stated = async (table: string): Promise<object[]> => {
      const query = `SELECT toInt32(count()) AS facts, toInt32(uniqExact(key_id)) AS keys,
          toInt32(countIf(key_id = '' OR step_class = '')) AS without
        FROM ${table} WHERE startsWith(logical_request_id, 'greq_')`;
      return (await clickhouse.query({ query, format: 'JSONEachRow' })).json<object>();
    };
    for (const table of ['request_admissions_v1', 'request_terminals_v1'])
      expect(await stated(table)).toEqual([{ facts: 180, keys: 2, without: 0 }]);
    for (const table of ['attempts_v1', 'cost_effects_v1'])
      expect(await stated(table)).toEqual([{ facts: 137, keys: 2, without: 0 }]);
  });

  it('has the keys and the limit usage that 0.1.0 listed', async () => {
    const keys = await KEY_COMMANDS['keys list']!.run(
      { keys: createVirtualKeyStore(pool, clock), clock },
      {},
      clock.now(),
    );
    expect(keys).toEqual(collected.commands['keys list']);
    const limits = await LIMIT_COMMANDS['limits list']!.run(
      { limits: createLimitUseStore(pool, clock) } as never,
      {},
      clock.now(),
    );
    expect(limits).toEqual(collected.commands['limits list']);
  });
});
