import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { SEARCH_ATTRIBUTES } from '../../../workflows/search-attributes.ts';
import { dropDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { bundledProgram } from '../../../testing/processes/bundled-programs.ts';

const name = `empty_${randomUUID().replaceAll('-', '')}`;
let folder: string;
let admin: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-migrate-'));
  admin = new pg.Client(inject('databaseUrl'));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await admin.end();
  await dropDatabase(inject('databaseUrl'), name);
  const clickhouse = createAnalyticsClient(inject('clickhouseUrl'));
  await clickhouse.command({ query: `DROP DATABASE IF EXISTS ${name} SYNC` });
  await clickhouse.close();
});

function urlOf(given: string): string {
  return Object.assign(new URL(given), { pathname: `/${name}` }).href;
}

/** Runs the command, and resolves to its exit code and output. */
async function migrate(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {
    TRUETALLY_DATABASE_URL: urlOf(inject('databaseUrl')),
    TRUETALLY_CLICKHOUSE_URL: urlOf(inject('clickhouseUrl')),
    TRUETALLY_TEMPORAL_ADDRESS: inject('temporalAddress'),
    TRUETALLY_TEMPORAL_NAMESPACE: name,
  },
): Promise<{ code: number; printed: string }> {
  const child = spawn(process.execPath, [bundledProgram('maintenance/migrate.ts'), ...args], {
    env: { PATH: process.env['PATH'], TRUETALLY_DATA: join(folder, 'data'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const code = await new Promise<number>((settle) => child.once('close', settle));
  return { code, printed: printed.trim() };
}

interface Migrated {
  readonly postgres: { readonly applied: readonly string[] };
  readonly clickhouse: { readonly applied: readonly string[] };
  readonly temporal: { readonly search_attributes_added: readonly string[]; readonly created: boolean };
}

it('prepares empty servers once for two concurrent runs, and finds nothing to do later', async () => {
  const both = await Promise.all([migrate(['--json']), migrate(['--json'])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const done = both.map(({ printed }) => JSON.parse(printed) as Migrated);
  const applied = done.flatMap(({ postgres, clickhouse }) => [...postgres.applied, ...clickhouse.applied]);
  expect(applied).toContain('0001_control-plane');
  expect(applied).toContain('0001_facts.sql');
  expect(new Set(applied).size).toBe(applied.length);
  expect(done.map(({ temporal }) => temporal.created).sort()).toEqual([false, true]);
  expect(done.flatMap(({ temporal }) => temporal.search_attributes_added)).toEqual(
    Object.values(SEARCH_ATTRIBUTES).map((attribute) => attribute.name),
  );

  expect(await migrate([])).toEqual({
    code: 0,
    printed: [
      'Postgres    up to date',
      'ClickHouse  up to date',
      `Temporal    namespace ${name} exists, history stored for 90 days; search attributes up to date`,
    ].join('\n'),
  });
});

it('reports failures in a sentence', async () => {
  expect(await migrate(['--jsno'])).toMatchObject({ code: 2 });
  expect(await migrate([], {})).toEqual({
    code: 1,
    printed:
      'The environment names no stores. Set TRUETALLY_DATABASE_URL, TRUETALLY_CLICKHOUSE_URL and TRUETALLY_TEMPORAL_ADDRESS. `npm start` migrates the engines that it starts.',
  });
  const nowhere = {
    TRUETALLY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    TRUETALLY_CLICKHOUSE_URL: 'http://nobody:x@127.0.0.1:1/nothing',
    TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:1',
  };
  expect(await migrate([], nowhere)).toMatchObject({
    code: 1,
    printed: expect.stringMatching(
      /^Postgres or ClickHouse does not answer \(.*\)\. Check TRUETALLY_DATABASE_URL/,
    ) as string,
  });
});
