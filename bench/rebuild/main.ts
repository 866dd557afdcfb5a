import { strict as assert } from 'node:assert';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFile } from '../../analytics/indexer/import-file.ts';
import { runIndexer } from '../../analytics/indexer/run-indexer.ts';
import { openJournalFolder } from '../../journal/files/journal-folder.ts';
import { JournalWriter } from '../../journal/files/journal-writer.ts';
import { storeImportCopy, importCopiesFolder } from '../../journal/files/kept-imports.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { unloadFacts } from '../../maintenance/unload-facts.ts';
import { createIngestReloadStore } from '../../store/ingest/ingest-reload-store.ts';
import { createIndexingWorld } from '../../testing/engines/indexing-world.ts';

/**
 * Measures the speed of reloading facts, compared with the first load. The facts are those of an imported file, and
 * those of a journal that was indexed in many small batches, like a live one.
 *
 * `npm run bench:rebuild -- [requests] [batches]`
 */
const program = createProgram(
  'npm run bench:rebuild --',
  'Measures how fast facts are loaded again, against their first load.',
)
  .argument('[requests]', 'requests of an imported file', positiveNumber, 50_000)
  .argument('[batches]', 'small batches of a journal', positiveNumber, 200)
  .parse();
const [requests, batches] = program.processedArgs as [number, number];
const world = await createIndexingWorld();
const { folder, journalFolder, clock, pool, ports } = world;
const { clickhouse } = ports;
const reloads = createIngestReloadStore(pool, clock);
const scope = await world.makeScope();

/** The events of one request in a month. */
function eventsOf(number: number): TrafficEvent[] {
  const at = new Date(Date.UTC(2026, 0, 1) + ((number * 7_919) % 2_592_000) * 1_000).toISOString();
  const dimensions = { schema: 1, scope, purpose: 'application', logical_request_id: `request-${number}` } as const;
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: at,
      terminal_at: at,
      status: 'succeeded',
      final_model: `model-${number % 7}`,
      final_provider: 'provider',
      attempt_count: 1,
      streaming: false,
      total_ms: number % 5_000,
      protection_observed: false,
    },
  ];
}

/** Runs an indexer until `isDone` resolves to true. */
async function indexUntil(isDone: () => Promise<boolean>): Promise<void> {
  const stop = new AbortController();
  await runIndexer({
    ...ports,
    eventLogs: [openJournalFolder(journalFolder)],
    importsFolder: importCopiesFolder(journalFolder),
    instanceId: 'bench',
    signal: stop.signal,
    log: { info: () => undefined, error: (fields, message) => console.error(message, fields) },
    onRound: async () => {
      if (await isDone()) stop.abort();
    },
  });
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Empties the tables and reloads everything. It skips the wait for reads, because there are none. */
async function reloadAll(events: number): Promise<number> {
  await reloads.beginEmptying();
  await pool.query("UPDATE ingest_arrival SET emptying_since = '2000-01-01'");
  await unloadFacts({ clickhouse, reloads, clock, faults: ports.faults });
  const ms = await timed(() => indexUntil(async () => (await reloads.state()).batches === 0n));
  const query =
    'SELECT toUInt32((SELECT count() FROM request_admissions_v1) + (SELECT count() FROM request_terminals_v1)) AS rows';
  const [row] = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ rows: number }>();
  assert.equal(row?.rows, events);
  return ms;
}

const report = (name: string, events: number, first: number, again: number): void => {
  const rate = (ms: number): string => Math.round((events / ms) * 1_000).toLocaleString('en');
  console.log(
    `${name}: first ${rate(first)} events/s, again ${rate(again)} events/s, ratio ${(first / again).toFixed(2)}`,
  );
};

try {
  const path = join(folder, 'log.jsonl');
  const lines = Array.from({ length: requests }, (_, number) => eventsOf(number)).flat();
  writeFileSync(path, lines.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const quiet = { onProgress: () => undefined, onWaiting: () => undefined };
  const keep = async (sha256: string): Promise<void> => {
    await storeImportCopy(path, sha256, importCopiesFolder(journalFolder));
  };
  const imported = await timed(() => importFile(ports, { path, holder: 'bench', keep, ...quiet }));
  rmSync(path);
  const fileAgain = await reloadAll(lines.length);
  report('imported file', lines.length, imported, fileAgain);

  const writer = new JournalWriter({ folder: journalFolder, writerId: 'bench' });
  let indexed = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    await writer.append(Array.from({ length: 10 }, (_, index) => eventsOf(requests + batch * 10 + index)).flat());
    indexed += await timed(() => indexUntil(() => Promise.resolve(true)));
  }
  await writer.close();
  const bothAgain = await reloadAll(lines.length + batches * 20);
  report(`journal in ${batches} batches`, batches * 20, indexed, bothAgain - fileAgain);
} finally {
  await world.drop();
}
