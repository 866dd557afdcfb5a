import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ValueShares } from '../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient, type AnalyticsClient } from '../analytics/analytics-client.ts';
import { compareFacts, type FactsComparison } from '../analytics/indexer/compare-facts.ts';
import { missingSources, type MissingSource } from '../analytics/indexer/missing-sources.ts';
import { runIndexer } from '../analytics/indexer/run-indexer.ts';
import { openControlPlaneLog } from '../journal/open-control-plane-log.ts';
import type { Journal } from '../journal/source/journal.ts';
import { importCopiesFolder } from '../journal/files/kept-imports.ts';
import { openJournal } from '../journal/open-journal.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { createAuditStore } from '../store/installation/audit-store.ts';
import { createControlPlaneEventStore } from '../store/ingest/control-plane-event-store.ts';
import { withLoadingPaused } from '../store/ingest/with-loading-paused.ts';
import { createIngestBatchStore } from '../store/ingest/ingest-batch-store.ts';
import { createIngestReloadStore, type IngestReloadStore } from '../store/ingest/ingest-reload-store.ts';
import { createIngestScopeStore } from '../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../store/ingest/ingest-source-store.ts';
import { withMigrationLock } from '../store/postgres/with-migration-lock.ts';
import { createPool } from '../store/postgres/pool.ts';
import { readConfiguration, type Configuration } from '../runtime/configuration/configuration.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { findStores } from '../runtime/addresses/find-system.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { auditCommand } from '../runtime/commands/audit-command.ts';
import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { requireClickHouseTables, requirePostgresTables } from '../runtime/commands/require-tables.ts';
import { userName } from '../runtime/commands/user-name.ts';
import { unloadFacts } from './unload-facts.ts';

const clock: Clock = { now: () => new Date() };
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const PROGRESS_MS = 2_000;
/** The maximum number of differences that are printed; a lost table differs in every batch. */
const SHOWN = 20;

interface Parts {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly clickhouse: AnalyticsClient;
  readonly reloads: IngestReloadStore;
  readonly journal: Journal;
}

/** The final result, which is printed on standard output. */
interface Outcome {
  readonly missing: readonly MissingSource[];
  /** Segments that may be deleted, because all their facts have expired. */
  readonly expiredSegments: readonly string[];
  /** The number of batches that still wait to be loaded again. */
  readonly waiting: number;
  /** The time since which an interrupted emptying has blocked reads. */
  readonly emptyingSince?: string;
  readonly comparison: FactsComparison;
}

interface Choices {
  readonly check?: true;
  readonly incomplete?: true;
  readonly json?: true;
}

const program = createProgram(
  'npm run rebuild-facts --',
  'Loads all facts that Postgres lists as loaded into ClickHouse again, or continues an interrupted rebuild.',
)
  .option('--check', 'changes nothing; compares ClickHouse with the plan, and lists sources that cannot be read again')
  .option('--incomplete', 'starts even if sources are missing; reads are refused until those are restored')
  .option('--json', 'prints one JSON object')
  .action(rebuildFacts);

async function rebuildFacts({ check, incomplete, json }: Choices): Promise<void> {
  const configuration = readConfiguration(process.env, 'command');
  const { databaseUrl, clickhouseUrl } = urlsOf(configuration);
  const pool = createPool(databaseUrl);
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  const journal = openJournal(configuration);
  const reloads = createIngestReloadStore(pool, clock);
  const parts = { configuration, databaseUrl, pool, clickhouse, reloads, journal };
  try {
    await Promise.all([requirePostgresTables(pool), requireClickHouseTables(clickhouseUrl)]);
    if (check !== true) {
      const command = { name: 'rebuild-facts', values: {}, operator: userName() };
      await auditCommand(createAuditStore(pool, clock), command, () => rebuild(parts, incomplete === true));
    }
    const outcome = await outcomeOf(parts);
    console.log(json === true ? JSON.stringify(outcome, undefined, 2) : linesOf(outcome).join('\n'));
    if (!isWhole(outcome)) process.exitCode = 1;
  } finally {
    await Promise.all([pool.end(), clickhouse.close(), journal.close()]);
  }
}

function urlsOf(configuration: Configuration): { databaseUrl: string; clickhouseUrl: string } {
  const stores = findStores(configuration);
  if (stores !== undefined) return stores;
  throw new StartupFault(
    'No system was started here yet. Run `npm start`, or set TRUETALLY_DATABASE_URL and TRUETALLY_CLICKHOUSE_URL.',
  );
}

async function rebuild(parts: Parts, incomplete: boolean): Promise<void> {
  const missing = await sourcesNotThere(parts);
  if (missing.length > 0 && !incomplete) {
    const faults = missing.map(({ id, fault }) => `  ${id}: ${fault}`).join('\n');
    throw new StartupFault(
      `Some sources cannot be read again, so nothing was changed:\n${faults}\nRestore these sources, or run the command with \`--incomplete\`.`,
    );
  }
  const { batches, emptyingSince } = await parts.reloads.state();
  if (batches > 0n && emptyingSince === undefined) say('continuing an interrupted rebuild');
  else await unload(parts);
  await reload(parts, new Set(missing.map(({ id }) => id)));
}

async function unload({ configuration, databaseUrl, pool, clickhouse, reloads }: Parts): Promise<void> {
  say('emptying the tables of ClickHouse; reads are refused from now on');
  const faults = killAtFaultPoint(configuration.faultPoint);
  await withMigrationLock(databaseUrl, () =>
    withLoadingPaused(pool, clock, () => unloadFacts({ clickhouse, reloads, clock, faults })),
  );
}

/** Loads facts again, in parallel with the workers. Ends when only batches of missing sources are left. */
async function reload(parts: Parts, missing: ReadonlySet<string>): Promise<void> {
  const { configuration, pool, clickhouse, reloads, journal } = parts;
  const stop = new AbortController();
  const sources = createIngestSourceStore(pool, clock);
  const indexer = runIndexer({
    clickhouse,
    clock,
    sources,
    batches: createIngestBatchStore(pool, clock),
    scopes: createIngestScopeStore(pool),
    knownRequests: new KnownRequests(clickhouse),
    valueShares: new ValueShares(clickhouse, clock, { maxOfKey: configuration.dimensionValuesPerKey }),
    faults: killAtFaultPoint(configuration.faultPoint),
    eventLogs: [openControlPlaneLog(createControlPlaneEventStore(pool)), ...journal.logs],
    importsFolder: importCopiesFolder(configuration.journalFolder),
    instanceId: `rebuild-${randomUUID()}`,
    signal: stop.signal,
    log: { info: () => undefined, error: (fields, message) => say(`${message}: ${faultIn(fields)}`) },
  });
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    await watch(reloads, () => sources.unloadedIds(), missing, stop.signal);
  } finally {
    stop.abort();
    await indexer;
  }
}

async function watch(
  reloads: IngestReloadStore,
  unloadedIds: () => Promise<string[]>,
  missing: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const { lines: all } = await reloads.state();
  while (!signal.aborted) {
    const { batches, lines } = await reloads.state();
    const done = Number(all - lines);
    const rate = (done / Math.max(1, performance.now() - started)) * 1_000;
    say(`${whole.format(done)} of ${whole.format(all)} lines, ${whole.format(rate)} lines/s`);
    if (batches === 0n || (await unloadedIds()).every((id) => missing.has(id))) return;
    await sleep(PROGRESS_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function outcomeOf(parts: Parts): Promise<Outcome> {
  const { databaseUrl, pool, clickhouse, reloads } = parts;
  const missing = await sourcesNotThere(parts);
  // Nothing may load during the comparison: a batch that is loaded in part would appear as a difference.
  const comparison = await withMigrationLock(databaseUrl, () =>
    withLoadingPaused(pool, clock, () => compareFacts(clickhouse, reloads)),
  );
  const { batches, emptyingSince } = await reloads.state();
  return {
    missing,
    expiredSegments: (await reloads.expiredSegments())
      .filter(({ path, readTo }) => existsSync(path) && BigInt(statSync(path).size) === readTo)
      .map(({ path }) => path),
    waiting: Number(batches),
    ...(emptyingSince && { emptyingSince: emptyingSince.toISOString() }),
    comparison,
  };
}

async function sourcesNotThere({
  configuration: { journalFolder },
  pool,
  reloads,
  journal,
}: Parts): Promise<MissingSource[]> {
  return missingSources(await reloads.sources(), {
    journal,
    importsFolder: importCopiesFolder(journalFolder),
    controlPlane: createControlPlaneEventStore(pool),
  });
}

function isWhole({ missing, waiting, emptyingSince, comparison }: Outcome): boolean {
  return missing.length === 0 && waiting === 0 && emptyingSince === undefined && comparison.differences.length === 0;
}

function linesOf(outcome: Outcome): string[] {
  const { missing, expiredSegments, waiting, emptyingSince, comparison } = outcome;
  const { batches, facts, differences } = comparison;
  return [
    `${whole.format(batches)} batches are loaded, with ${whole.format(facts)} facts`,
    ...(emptyingSince === undefined
      ? []
      : [`reads are refused since ${emptyingSince}: a rebuild was interrupted; run \`npm run rebuild-facts\` again`]),
    ...(waiting === 0 ? [] : [`${whole.format(waiting)} batches wait to be loaded again; reads are refused so far`]),
    ...missing.map(({ id, fault }) => `cannot be read again: ${id}: ${fault}`),
    ...differences
      .slice(0, SHOWN)
      .map(({ table, of, planned, found }) => `differs: ${table}, ${of}: ${planned} planned, ${found} found`),
    ...(differences.length > SHOWN ? [`and ${whole.format(differences.length - SHOWN)} more differ`] : []),
    ...expiredSegments.map((path) => `may be deleted, because all its content has expired: ${path}`),
    isWhole(outcome)
      ? 'ClickHouse contains all facts that Postgres lists.'
      : 'ClickHouse does not contain all facts that Postgres lists, or some sources cannot be read again.',
  ];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function faultIn(fields: object): string {
  const { err, source } = fields as { err?: unknown; source?: unknown };
  return `${String(source)}: ${err instanceof Error ? err.message : String(err)}`;
}

await runProgram(
  program,
  'Postgres or ClickHouse does not answer. Run `npm start`, then run this command again. It continues the rebuild.',
);
