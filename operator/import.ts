import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { ValueShares } from '../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient } from '../analytics/analytics-client.ts';
import { importFile, type ImportOutcome } from '../analytics/indexer/import-file.ts';
import { inspectFile } from '../analytics/indexer/reading/inspect-file.ts';
import { storeImportCopy, importCopiesFolder } from '../journal/files/kept-imports.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { createAuditStore } from '../store/installation/audit-store.ts';
import { createIngestBatchStore } from '../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../store/ingest/ingest-source-store.ts';
import { createPool } from '../store/postgres/pool.ts';
import { readConfiguration, type Configuration } from '../runtime/configuration/configuration.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { findStores } from '../runtime/addresses/find-system.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { auditCommand } from '../runtime/commands/audit-command.ts';
import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { showWaiting } from '../runtime/commands/show-waiting.ts';
import { requireClickHouseTables, requirePostgresTables } from '../runtime/commands/require-tables.ts';
import { userName } from '../runtime/commands/user-name.ts';
import { importReport, inspectionReport } from './import-report.ts';

const clock: Clock = { now: () => new Date() };
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * The exit code if lines were quarantined without `--allow-quarantined`, so that a script does not take the import for
 * complete.
 */
const SET_ASIDE_CODE = 3;

interface Choices {
  readonly copy: boolean;
  readonly dryRun?: true;
  readonly allowQuarantined?: true;
  readonly json?: true;
}

const program = createProgram(
  'npm run import --',
  'Loads a file or standard input into the facts, and stores a compressed copy for `npm run rebuild-facts`.',
)
  .argument('<file>', 'a file in the traffic format (docs/traffic-format.md), or `-` for standard input')
  .option('--no-copy', 'stores no copy, so `npm run rebuild-facts` cannot load these facts again')
  .option('--dry-run', 'reads the file and prints what it contains; imports nothing')
  .option('--allow-quarantined', 'exits with 0 even if lines were quarantined')
  .option('--json', 'prints one JSON object')
  .addHelpText('after', `\nExits with ${SET_ASIDE_CODE} if lines were quarantined. The other lines are imported.`)
  .action((given: string, choices: Choices) =>
    choices.dryRun === true ? inspect(given, choices) : load(given, choices),
  );

async function inspect(given: string, choices: Choices): Promise<void> {
  const file = given === '-' ? undefined : await existingFile(given);
  const configuration = readConfiguration(process.env, 'command');
  const pool = createPool(urlsOf(configuration).databaseUrl);
  try {
    await requirePostgresTables(pool);
    const path = file ?? (await showWaiting('copying', spool(configuration.dataFolder, process.stdin)));
    const inspection = await showWaiting('reading', inspectFile(path, createIngestScopeStore(pool)));
    if (file === undefined) await rm(path, { force: true });
    answer(inspectionReport(inspection, choices.json === true), inspection.quarantined, choices);
  } finally {
    await pool.end();
  }
}

function answer(report: string, quarantined: number, { allowQuarantined }: Choices): void {
  console.log(report);
  if (quarantined > 0 && allowQuarantined !== true) process.exitCode = SET_ASIDE_CODE;
}

async function load(given: string, choices: Choices): Promise<void> {
  const file = given === '-' ? undefined : await existingFile(given);
  const configuration = readConfiguration(process.env, 'command');
  const urls = urlsOf(configuration);
  const pool = createPool(urls.databaseUrl);
  try {
    await Promise.all([requirePostgresTables(pool), requireClickHouseTables(urls.clickhouseUrl)]);
    const source = file === undefined ? process.stdin : createReadStream(file);
    const path = await showWaiting('copying', spool(configuration.dataFolder, source));
    const outcome = await auditCommand(
      createAuditStore(pool, clock),
      { name: 'import', values: {}, operator: userName() },
      () => loadSpooled(configuration, pool, { clickhouseUrl: urls.clickhouseUrl, path, keepsCopy: choices.copy }),
    );
    // The copy is kept until here, so that an interrupted import can be finished.
    await rm(path, { force: true });
    answer(importReport(outcome, choices.json === true), outcome.totals.quarantined, choices);
  } finally {
    await pool.end();
  }
}

interface EngineUrls {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
}

function urlsOf(configuration: Configuration): EngineUrls {
  const stores = findStores(configuration);
  if (stores !== undefined) return stores;
  throw new StartupFault(
    'No system was started here yet. Run `npm start`, or set TRUETALLY_DATABASE_URL and TRUETALLY_CLICKHOUSE_URL.',
  );
}

async function existingFile(given: string): Promise<string> {
  const path = resolve(given);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new StartupFault(`There is no file ${path}. Check the path.`);
  if (!found.isFile())
    throw new StartupFault(
      `The path ${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}. Name one file.`,
    );
  return path;
}

/**
 * Copies the source to a file that is named after its content, so that the import can be resumed at any line. A planned
 * batch holds back the fence of all readers until its lines are loaded, so the lines must not depend on a file that its
 * owner may move or change.
 */
async function spool(dataFolder: string, source: Readable): Promise<string> {
  const folder = join(dataFolder, 'imports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, tap, createWriteStream(unfinished, { mode: 0o600 }));
    const path = join(folder, `${hash.digest('hex')}.jsonl`);
    await rename(unfinished, path);
    return path;
  } finally {
    await rm(unfinished, { force: true });
  }
}

function onProgress(lines: number, elapsedMs: number): void {
  const rate = (lines / elapsedMs) * 1_000;
  process.stderr.write(`${whole.format(lines)} lines, ${whole.format(rate)} lines/s\n`);
}

async function loadSpooled(
  configuration: Configuration,
  pool: pg.Pool,
  { clickhouseUrl, path, keepsCopy }: { clickhouseUrl: string; path: string; keepsCopy: boolean },
): Promise<ImportOutcome> {
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  try {
    const ports = {
      clickhouse,
      sources: createIngestSourceStore(pool, clock),
      batches: createIngestBatchStore(pool, clock),
      scopes: createIngestScopeStore(pool),
      knownRequests: new KnownRequests(clickhouse),
      valueShares: new ValueShares(clickhouse, clock, { maxOfKey: configuration.dimensionValuesPerKey }),
      clock,
      faults: killAtFaultPoint(configuration.faultPoint),
    };
    const onWaiting = (): void => {
      process.stderr.write('another import of the same content runs or was interrupted: waiting for its lease\n');
    };
    const keep = async (sha256: string): Promise<void> => {
      if (!keepsCopy) return;
      const bytes = await storeImportCopy(path, sha256, importCopiesFolder(configuration.journalFolder));
      process.stderr.write(`stored a copy of ${whole.format(bytes)} bytes for \`npm run rebuild-facts\`\n`);
    };
    return await importFile(ports, { path, keep, holder: `import-${randomUUID()}`, onProgress, onWaiting });
  } finally {
    await clickhouse.close();
  }
}

await runProgram(
  program,
  'Postgres or ClickHouse does not answer. Run `npm start`, then import the same content again.',
);
