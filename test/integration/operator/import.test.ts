import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../../analytics/migrate-clickhouse.ts';
import { createTestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';

const NO_EVENT = 'The member event names no event of this format.';

let folder: string;
let clickhouseUrl: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-import-'));
  writeFileSync(join(folder, 'traffic.jsonl'), '{}\n');
  clickhouseUrl = Object.assign(new URL(inject('clickhouseUrl')), {
    pathname: `/import_${randomUUID().slice(0, 8)}`,
  }).href;
  await migrateClickHouse(clickhouseUrl);
});
beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterEach(() => database.drop());
afterAll(async () => {
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  await clickhouse.command({ query: `DROP DATABASE ${new URL(clickhouseUrl).pathname.slice(1)} SYNC` });
  await clickhouse.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command, and resolves to its exit code and output. */
async function runImport(args: readonly string[], url: string): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [bundledProgram('operator/import.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_DATA: join(folder, 'data'),
      TRUETALLY_DATABASE_URL: database.url,
      TRUETALLY_CLICKHOUSE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const code = await new Promise<number>((settle) => child.once('close', settle));
  return { code, printed: printed.trim() };
}

it('reports the content of a file without an import, on request', async () => {
  const file = join(folder, 'traffic.jsonl');
  expect(await runImport([file, '--dry-run'], clickhouseUrl)).toEqual({
    code: 3,
    printed: [
      'Nothing was imported. Only an import finds the events that are already known.',
      '  quarantined: 1',
      `    line 1: unknown_event: ${NO_EVENT}`,
    ].join('\n'),
  });
  const { code, printed } = await runImport([file, '--dry-run', '--allow-quarantined', '--json'], clickhouseUrl);
  expect({ code, document: JSON.parse(printed) as unknown }).toEqual({
    code: 0,
    document: {
      changed: false,
      lines_by_event: {},
      quarantined: 1,
      first_quarantined: [{ line: 1, reason: 'unknown_event', detail: NO_EVENT }],
    },
  });
  const { rows } = await database.pool.query('SELECT FROM ingest_sources');
  expect(rows).toEqual([]);
});

it('returns one JSON object on request, and ends with 3 because a line was quarantined', async () => {
  const { code, printed } = await runImport([join(folder, 'traffic.jsonl'), '--no-copy', '--json'], clickhouseUrl);
  expect({ code, document: JSON.parse(printed.slice(printed.indexOf('{'))) as unknown }).toEqual({
    code: 3,
    document: {
      changed: true,
      lines_imported_before: 0,
      lines_by_event: {},
      repeated: 0,
      quarantined: 1,
      first_quarantined: [{ line: 1, reason: 'unknown_event', detail: NO_EVENT }],
    },
  });
});

it('ends with 0 in spite of quarantined lines, on request', async () => {
  const args = [join(folder, 'traffic.jsonl'), '--no-copy', '--allow-quarantined'];
  expect(await runImport(args, clickhouseUrl)).toMatchObject({ code: 0 });
  expect(await runImport(args, clickhouseUrl)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('This content was imported before, so nothing has changed.\n') as unknown,
  });
});

it('leaves the tables of ClickHouse to the launcher', async () => {
  const url = Object.assign(new URL(inject('clickhouseUrl')), { pathname: `/never_${randomUUID().slice(0, 8)}` });
  expect(await runImport([join(folder, 'traffic.jsonl')], url.href)).toEqual({
    code: 1,
    printed: 'The tables of ClickHouse do not match this version. Run `npm run migrate` or `npm start` first.',
  });
});

it('leaves the tables of Postgres to the migration', async () => {
  await database.pool.query(`DELETE FROM schema_migrations WHERE name = '0001_control-plane'`);
  expect(await runImport([join(folder, 'traffic.jsonl')], clickhouseUrl)).toEqual({
    code: 1,
    printed: 'The tables of Postgres do not match this version. Run `npm run migrate` or `npm start` first.',
  });
});

it('reports failures in a sentence', async () => {
  expect(await runImport([], clickhouseUrl)).toMatchObject({ code: 2 });
  expect(await runImport(['/no/such/file'], clickhouseUrl)).toEqual({
    code: 1,
    printed: 'There is no file /no/such/file. Check the path.',
  });
  expect(await runImport([folder], clickhouseUrl)).toEqual({
    code: 1,
    printed: `The path ${folder} is a folder. Name one file.`,
  });
  expect(await runImport([join(folder, 'traffic.jsonl')], 'http://truetally:x@127.0.0.1:1/truetally')).toEqual({
    code: 1,
    printed: 'Postgres or ClickHouse does not answer. Run `npm start`, then import the same content again.',
  });
});
