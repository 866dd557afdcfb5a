import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import { claimFaults } from '../../../testing/statements/claim-faults.ts';
import { collectStatements } from '../../../testing/statements/collect-statements.ts';
import { describeStatement } from '../../../testing/statements/describe-statement.ts';
import { lowerCaseKeywords } from '../../../testing/statements/lower-case-keywords.ts';
import '../../../testing/engines/provided-context.ts';

/** Statements whose text their source does not determine. */
const WRITTEN_AS_IT_RUNS: Readonly<Record<string, string>> = {
  'store/postgres/pool.ts `SET statement_timeout TO ${statementMs}`':
    'SET takes no parameter, and the number is a setting.',
};

/** Columns that can be null in their table but never in the rows of these statements. */
const NEVER_NULL: Readonly<Record<string, string>> = {
  'store/gateway/lapsed-lease-store.ts from':
    'The statement leaves calls at once out: every other counter has a window.',
  'store/gateway/lapsed-lease-store.ts to': 'The statement leaves calls at once out: every other counter has a window.',
  'store/ingest/planning/close-corrected-gaps.ts event_hash': 'The statement asks for those that have one.',
  'store/ingest/ingest-scope-store.ts keeps_from': 'The statement asks for those that have one.',
  'store/ingest/ingest-source-store.ts bytes': 'The statement asks for those that have them.',
  'store/gateway/service-key-store.ts predecessor_id': 'The statement asks for those that have one.',
  'store/judges/judge-failure-reader.ts endedAt': 'The statement asks for those that ended.',
  'store/management/session-confirmation-store.ts issuer': 'The user of a confirmed session has one.',
  'store/management/session-confirmation-store.ts provider_subject': 'The user of a confirmed session has one.',
  'store/outbox/dead-item-store.ts deadAt': 'The statement asks for those that have one.',
  'store/quality/experiments/read-cell-results.ts verdict': 'An ended cell has one.',
  'store/schedules/occurrence-beginning.ts windowFrom': 'A claimed occurrence has a window.',
  'store/schedules/occurrence-beginning.ts windowTo': 'A claimed occurrence has a window.',
  'store/schedules/overdue-workspace-store.ts dueAt': 'The statement asks for those that have one.',
  'store/schedules/report-inbox-store.ts read_at': 'The statement fills it.',
  'store/schedules/schedule-moves.ts windowFrom': 'A claimed occurrence has a window; of a missed one it is not read.',
  'store/schedules/schedule-moves.ts windowTo': 'A claimed occurrence has a window; of a missed one it is not read.',
  'store/schedules/schedule-replanner.ts nextLocalDate': 'A schedule by the wall clock has one with its instant.',
  'store/schedules/schedule-replanner.ts nextRunAt': 'The statement asks for those that have one.',
  'store/schedules/workspace-reading.ts next_run_at': 'The statement joins those that have one.',
  'store/schedules/workspace-reading.ts window_from': 'An occurrence in flight has a window.',
  'store/schedules/workspace-reading.ts window_to': 'An occurrence in flight has a window.',
  'store/views/saved-view-store.ts deleted_at': 'The statement sets it.',
};

/** The launcher sends the superuser's statements before a schema exists. */
const calls = collectStatements().filter(({ file }) => !file.startsWith('launcher/'));
const statements = calls.flatMap(({ file, texts = [], claims }) =>
  texts.map((text) => ({ title: `${file}: ${text.replace(/\s+/g, ' ').trim()}`.slice(0, 120), file, text, claims })),
);

let database: TestDatabase;
let client: pg.PoolClient;
let reserved: string[];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  client = await database.pool.connect();
  const { rows } = await client.query<{ word: string }>(
    `SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T')`,
  );
  reserved = rows.map(({ word }) => word);
});

afterAll(async () => {
  client.release();
  await database.drop();
});

describe('the statements', () => {
  it('are all determined by their sources, except for those with a stated reason', () => {
    const unknown = calls.filter(({ texts }) => texts === undefined);
    expect(unknown.map(({ file, written }) => `${file} ${written}`)).toEqual(Object.keys(WRITTEN_AS_IT_RUNS));
  });

  it('write their keywords in upper case', () => {
    const faulty = statements.map(({ title, text }) => ({ title, words: lowerCaseKeywords(text, reserved) }));
    expect(faulty.filter(({ words }) => words.length > 0)).toEqual([]);
  });
});

describe('a statement', () => {
  it.each(statements.map((statement) => [statement.title, statement] as const))(
    '%s is prepared, and returns the columns that its rows claim',
    async (_, statement) => {
      const faults = await faultsOf(statement);
      expect(faults.filter((fault) => NEVER_NULL[excuseOf(statement, fault)] === undefined)).toEqual([]);
    },
  );

  it('has no unnecessary exception', async () => {
    const needed = new Set<string>();
    for (const statement of statements) {
      for (const fault of await faultsOf(statement)) needed.add(excuseOf(statement, fault));
    }
    expect(Object.keys(NEVER_NULL).filter((excuse) => !needed.has(excuse))).toEqual([]);
  });
});

async function faultsOf({ text, claims }: (typeof statements)[number]): Promise<string[]> {
  const columns = await describeStatement(client, text);
  return claims === undefined ? [] : claimFaults(claims, columns);
}

function excuseOf({ file }: { readonly file: string }, fault: string): string {
  return `${file} ${fault.replace(/ may be null$/, '')}`;
}
