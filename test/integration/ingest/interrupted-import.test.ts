import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIndexer } from '../../../analytics/indexer/run-indexer.ts';
import { openJournalFolder } from '../../../journal/files/journal-folder.ts';
import { importCopiesFolder } from '../../../journal/files/kept-imports.ts';
import { createIngestSourceStore } from '../../../store/ingest/ingest-source-store.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
/** Milliseconds longer than any lease of the killed import. */
const NEXT_DAY_MS = 86_400_000;

describe('a killed import', () => {
  let world: IngestWorld;
  beforeAll(async () => {
    world = await createIngestWorld();
  });
  afterAll(() => world.drop());

  it('is completed by the indexer although its file was deleted', async () => {
    const file = join(world.folder, 'traffic.jsonl');
    writeFileSync(
      file,
      requestEvents(world.scope, 1)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    const child = spawn(process.execPath, [bundledProgram('operator/import.ts'), file], {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        TRUETALLY_DATA: join(world.folder, 'data'),
        TRUETALLY_DATABASE_URL: world.databaseUrl,
        TRUETALLY_CLICKHOUSE_URL: world.clickhouseUrl,
        TRUETALLY_FAULT_POINT: 'indexer.after_plan',
      },
    });
    expect(await new Promise((settle) => child.once('exit', (_, signal) => settle(signal)))).toBe('SIGKILL');
    rmSync(file);
    expect(await world.rowCounts()).toEqual({});

    const stop = new AbortController();
    const faults: unknown[] = [];
    await runIndexer({
      ...world.ports,
      sources: createIngestSourceStore(world.pool, { now: () => new Date(Date.now() + NEXT_DAY_MS) }),
      importsFolder: importCopiesFolder(join(world.folder, 'journal')),
      instanceId: 'indexer',
      eventLogs: [openJournalFolder(join(world.folder, 'journal'))],
      signal: stop.signal,
      log: { info: () => undefined, error: (fields) => faults.push(fields) },
      onRound: () => {
        stop.abort();
        return Promise.resolve();
      },
    });
    expect(faults).toEqual([]);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, attempts_v1: 1, cost_effects_v1: 1 });
  });
});
