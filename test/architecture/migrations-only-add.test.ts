import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../analytics/split-statements.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/**
 * The migrations that existed when the rule was introduced; see docs/upgrade.md. No installation upgrades from an older
 * version.
 */
const BASELINE = { store: '0009', analytics: '0003' } as const;

const WAITS_FOR_THE_NEW_VERSION =
  'An indexer of the previous version would load some events a second time. It loads nothing, and its lines wait in the journal. docs/upgrade.md describes the way back.';

/** Statements that remove something that the previous version does not need, with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'ALTER TABLE ingest_batches DROP CONSTRAINT ingest_batches_token_key':
    'It refused equal tokens, which the previous version never creates. No statement names it or its column in ON CONFLICT.',
  'ALTER TABLE report_schedules DROP CONSTRAINT report_schedules_pause_reason_check':
    'The same statement replaces it with a constraint that allows one more reason.',
  [`ALTER TABLE report_schedules ADD CONSTRAINT report_schedules_pause_reason_check CHECK ( pause_reason IN ('', 'manual', 'authority_lost', 'report_deleted', 'view_changed', 'invalid_request') )`]:
    'It allows every reason that the previous version writes, and one more.',
  "ALTER TABLE calibration_fits ADD CONSTRAINT calibration_fit_routing CHECK ((kind = 'routing') = (routing IS NOT NULL))":
    'No released version requests a fit, and the same migration adds its column.',
  "ALTER TABLE credentials ADD CONSTRAINT credentials_environment_check CHECK (environment_id IS NULL OR class = 'runtime')":
    'The same statement adds its column, which the previous version leaves empty.',
  'ALTER TABLE comparisons ADD CONSTRAINT comparison_rule_fixed CHECK (rule_fixed_at IS NULL OR acceptance_rule IS NOT NULL)':
    'The same statement adds its column, which the previous version leaves empty.',
  'ALTER TABLE ingest_gaps ADD COLUMN gap_id bigint GENERATED ALWAYS AS IDENTITY':
    'Inserts of the previous version name their columns, and Postgres numbers their rows like all others.',
  'ALTER TABLE workflow_outbox DROP CONSTRAINT workflow_outbox_kind_check':
    'The same migration replaces it with a constraint that allows more kinds.',
  [`ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN ( 'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence', 'start_comparison_run', 'cancel_comparison_run'))`]:
    'It allows every kind that the previous version writes, and more.',
  [`ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN ( 'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence', 'start_comparison_run', 'cancel_comparison_run', 'start_experiment_run', 'cancel_experiment_run'))`]:
    'It allows every kind that the previous version writes, and more.',
  [`ALTER TABLE workflow_outbox ADD CONSTRAINT workflow_outbox_kind_check CHECK (kind IN ( 'start_report_run', 'cancel_report_run', 'nudge_dispatcher', 'cancel_occurrence', 'show_missed_occurrence', 'start_comparison_run', 'cancel_comparison_run', 'start_experiment_run', 'cancel_experiment_run', 'start_calibration_fit'))`]:
    'It allows every kind that the previous version writes, and more.',
  'ALTER TABLE saved_views DROP CONSTRAINT saved_views_time_intent_check':
    'The same statement replaces it with a constraint that allows one more intent.',
  [`ALTER TABLE saved_views ADD CONSTRAINT saved_views_time_intent_check CHECK (time_intent IN ('fixed', 'relative', 'calendar'))`]:
    'It allows every intent that the previous version writes, and one more.',
  [`ALTER TABLE saved_views ADD CONSTRAINT saved_views_calendar_check CHECK ((time_intent = 'calendar') = (calendar_window IS NOT NULL))`]:
    'The same migration adds its column. The previous version leaves it empty, and does not write the intent.',
  'ALTER TABLE ingest_batches ALTER COLUMN repeated DROP DEFAULT': WAITS_FOR_THE_NEW_VERSION,
  'ALTER TABLE ingest_batches ALTER COLUMN opening DROP DEFAULT': WAITS_FOR_THE_NEW_VERSION,
  'UPDATE ingest_batches SET identified = false WHERE loaded_at IS NULL':
    'A process that repeats a batch that is not loaded plans it again.',
  'ALTER TABLE ingest_batches ADD CONSTRAINT ingest_batches_loaded_identified CHECK (loaded_at IS NULL OR identified)':
    WAITS_FOR_THE_NEW_VERSION,
  [`UPDATE ingest_own_sequences AS own SET first_replaced_seq = known.seq FROM ( SELECT ending -> 'row' ->> 'workspace_id' AS workspace_id, min(first_seq + (ending ->> 'index')::int) AS seq FROM ingest_batches, jsonb_array_elements(replaced) AS ending GROUP BY 1 ) AS known WHERE known.workspace_id = own.workspace_id`]:
    'It fills a column that the same migration adds. Every released version that plans such endings fills it.',
  'ALTER TABLE cache_entries ADD COLUMN body_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(body)) STORED':
    'Inserts of the previous version name their columns, and Postgres counts the inserted bytes.',
  'ALTER TABLE cache_entries ADD COLUMN kept_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(body) + coalesce(octet_length(words), 0) + coalesce(octet_length(vector), 0)) STORED':
    'Inserts of the previous version name their columns, and Postgres counts the inserted bytes.',
  'ALTER TABLE cache_figures DROP CONSTRAINT cache_figures_kind_check':
    'The same statement replaces it with a constraint that allows one more kind.',
  [`ALTER TABLE cache_figures ADD CONSTRAINT cache_figures_kind_check CHECK (kind IN ('', 'exact', 'normalized', 'semantic'))`]:
    'It allows every kind that the previous version writes, and one more.',
  [`UPDATE ingest_quarantine AS line SET event_hash = NULL WHERE event_hash IS NOT NULL AND corrected_seq IS NULL AND (discarded_at IS NOT NULL OR NOT EXISTS ( SELECT FROM ingest_gaps AS gap WHERE gap.batch_id = line.batch_id AND closed_seq IS NULL AND cause = 'quarantined' AND line.line_index <@ gap.lines))`]:
    'With it, the previous version closes gaps when their events arrive. The gaps of discarded lines stay for a person, and the others are closed.',
  'ALTER TABLE provider_connections DROP CONSTRAINT provider_connections_provider_check':
    'The same statement replaces it with a constraint that allows one more provider.',
  [`ALTER TABLE provider_connections ADD CONSTRAINT provider_connections_provider_check CHECK (provider IN ('anthropic', 'openai', 'openai_compatible', 'google'))`]:
    'It allows every provider that the previous version writes, and one more.',
  'ALTER TABLE provider_connections DROP CONSTRAINT provider_connections_wire_check':
    'The same statement replaces it with a constraint that allows one more wire.',
  [`ALTER TABLE provider_connections ADD CONSTRAINT provider_connections_wire_check CHECK (wire IN ('messages', 'chat_completions', 'responses', 'generate_content'))`]:
    'It allows every wire that the previous version writes, and one more.',
  'ALTER TABLE management_users DROP CONSTRAINT management_users_check':
    'The same statement replaces it with a constraint that equals it for users without an issuer.',
  'ALTER TABLE management_users ADD CONSTRAINT management_users_password_check CHECK ( CASE WHEN issuer IS NULL THEN (removed_at IS NULL) = (password_hash IS NOT NULL) ELSE password_hash IS NULL END )':
    'It equals the constraint before it for users without an issuer. The previous version creates only such users.',
  'ALTER TABLE management_users ADD CONSTRAINT management_users_identity_check CHECK (num_nulls(issuer, provider_subject, role_confirmed_at) IN (0, 3))':
    'The same statement adds its columns, which the previous version leaves empty.',
  'CREATE UNIQUE INDEX management_users_identity ON management_users (issuer, provider_subject) WHERE removed_at IS NULL':
    'The same migration adds its columns. The previous version leaves them empty, and empty values never conflict.',
  "ALTER TABLE management_sessions ADD CONSTRAINT management_sessions_sign_on_check CHECK ((begun_by = 'sign_on') = (confirmed_at IS NOT NULL))":
    'The same statement adds its columns. The previous version leaves them empty, so the condition is unknown, which passes.',
  'DROP INDEX cache_entries_by_age': 'The same migration replaces it with an index that begins with the same column.',
};

const CLICKHOUSE_ADDS: readonly RegExp[] = [
  /^CREATE (TABLE|MATERIALIZED VIEW) IF NOT EXISTS /,
  // The previous version names the columns of its inserts, so a new column gets its default.
  /^ALTER TABLE \w+ ADD (COLUMN|INDEX) IF NOT EXISTS /,
  /^ALTER TABLE \w+ MATERIALIZE INDEX /,
  // A fact may have several identities.
  /^INSERT INTO event_identities_v1 /,
];

/**
 * The statements of a migration that could break a process of the previous version, or whose effect cannot be derived
 * from their text.
 */
function breakingStatements(sql: string): string[] {
  const statements = splitStatements(sql).map((statement) => statement.replace(/\s+/g, ' '));
  const made = new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:TABLE|MATERIALIZED VIEW) (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1] ?? [],
    ),
  );
  return statements.flatMap((statement) => {
    // A repeated file for ClickHouse starts again with the tables and views that it creates.
    const table =
      /^(?:ALTER TABLE|INSERT INTO|CREATE UNIQUE INDEX \w+ ON|DROP VIEW IF EXISTS|TRUNCATE TABLE) (\w+)/.exec(
        statement,
      )?.[1];
    if (table !== undefined && made.has(table)) return [];
    if (/^CREATE (TABLE|INDEX) /.test(statement)) return [];
    if (CLICKHOUSE_ADDS.some((form) => form.test(statement))) return [];
    const changes = /^ALTER TABLE (\w+) (.*)$/.exec(statement);
    if (changes === null) return [statement];
    const [, name = '', list = ''] = changes;
    return clauses(list)
      .filter((clause) => !isAddition(clause))
      .map((clause) => `ALTER TABLE ${name} ${clause}`);
  });
}

/** True for a new column that the rows of the previous version do not need. */
function isAddition(clause: string): boolean {
  if (!/^ADD COLUMN \w+ /.test(clause) || /\b(UNIQUE|PRIMARY KEY|GENERATED)\b/.test(clause)) return false;
  return !clause.includes('NOT NULL') || / DEFAULT /.test(clause);
}

/** The clauses of a list, split at the commas outside of parentheses. */
function clauses(list: string): string[] {
  return list.split(/,(?![^(]*\))/).map((clause) => clause.trim());
}

describe('a migration', () => {
  const files = (['store', 'analytics'] as const).flatMap((folder) =>
    readdirSync(join(PROJECT, folder, 'migrations'))
      .filter((name) => name.slice(0, 4) > BASELINE[folder])
      .map((name) => join(folder, 'migrations', name)),
  );

  it.each(files)('%s breaks no process of the previous version', (file) => {
    const broken = breakingStatements(readFileSync(join(PROJECT, file), 'utf8'));
    expect(broken.filter((statement) => HARMLESS[statement] === undefined)).toEqual([]);
  });

  it('may add tables, indexes, and columns that rows can omit', () => {
    const sql = `-- Up Migration
      CREATE TABLE shelves (shelf_id text PRIMARY KEY, place text NOT NULL);
      CREATE UNIQUE INDEX shelf_places ON shelves (place);
      INSERT INTO shelves VALUES ('a; DROP TABLE books', 'b');
      CREATE INDEX books_by_shelf ON books (shelf_id);
      ALTER TABLE books ADD COLUMN shelf_id text REFERENCES shelves, ADD COLUMN pages int NOT NULL DEFAULT 0;
      ALTER TABLE facts ADD COLUMN IF NOT EXISTS route String;`;
    expect(breakingStatements(sql)).toEqual([]);
  });

  it.each([
    ['DROP TABLE books', 'DROP TABLE books'],
    ['ALTER TABLE books RENAME COLUMN a TO b', 'ALTER TABLE books RENAME COLUMN a TO b'],
    ['ALTER TABLE books ADD COLUMN a int NOT NULL', 'ALTER TABLE books ADD COLUMN a int NOT NULL'],
    ['ALTER TABLE books ADD COLUMN a int, ALTER COLUMN b TYPE bigint', 'ALTER TABLE books ALTER COLUMN b TYPE bigint'],
    ['ALTER TABLE books ALTER b SET NOT NULL', 'ALTER TABLE books ALTER b SET NOT NULL'],
    ['ALTER TABLE books ADD CHECK (a IN (1, 2))', 'ALTER TABLE books ADD CHECK (a IN (1, 2))'],
    ['CREATE UNIQUE INDEX b ON books (a)', 'CREATE UNIQUE INDEX b ON books (a)'],
    ['UPDATE books SET a = 1', 'UPDATE books SET a = 1'],
    ['DO $$ begin drop table books; end $$', 'DO $$ begin drop table books'],
  ])('may not %s without a reason', (sql, broken) => {
    expect(breakingStatements(sql)[0]).toBe(broken);
  });
});
