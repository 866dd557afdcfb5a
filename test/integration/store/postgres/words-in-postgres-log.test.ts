import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createFactsTables } from '../../../../testing/engines/clickhouse-database.ts';
import { LANE_PATH } from '../../../../clients/typescript/operations.ts';
import type { EmbeddedEngine } from '../../../../launcher/engines/embedded-engine.ts';
import { postgresChecks } from '../../../../operator/doctor/postgres/postgres-checks.ts';
import { startPostgres } from '../../../../launcher/engines/start-postgres.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../../store/tenancy/demo-tenancy.ts';
import { migratePostgres } from '../../../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../../../store/postgres/pool.ts';
import { makePreviewQuestion, makeQuestion, makeView } from '../../../../testing/api/answers.ts';
import { demoClient } from '../../../../testing/api/demo-client.ts';
import { startApiProcess, type ApiProcess } from '../../../../testing/processes/api-process.ts';
import '../../../../testing/engines/provided-context.ts';
import { freePorts } from '../../../../testing/processes/free-ports.ts';

/** A text that represents any text of a customer. */
const WORD = 'quokkaledger';
const DIGITS = '98765432109876543210987';

/** The faulty values that replace each text of a request, one after the other. */
const FAULTY = [
  WORD,
  `${WORD}\u0000`,
  `${WORD}\ud800`,
  `${WORD}\\u0000`,
  `'${WORD}'; --`,
  DIGITS,
  `${WORD}${'x'.repeat(9_000)}`,
];

/** The number of callers: more than the API's connections to Postgres, and fewer than one address may have. */
const AT_ONCE = 64;

let folder: string;
let engine: EmbeddedEngine;
let pool: pg.Pool;
let api: ApiProcess;
let token: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-words-'));
  // The account that runs Postgres for root must be able to enter the folder.
  chmodSync(folder, 0o711);
  const [port = 0] = await freePorts(1);
  engine = await startPostgres({ folder, port, report: () => undefined, durable: false });
  await migratePostgres(engine.url);
  pool = createPool(engine.url);
  ({ owner: token } = await ensureDemoTenancy(pool, { now: () => new Date() }, undefined));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/words_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(facts.href);
  api = await startApiProcess(engine.url, facts.href);
});
afterAll(async () => {
  await api.stop();
  await pool.end();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const logged = (): string => readFileSync(join(folder, 'server.log'), 'utf8');
const wordsIn = (log: string): string[] => [WORD, DIGITS].filter((word) => log.includes(word));

/** The status of a request with the owner's credential. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(`${api.origin}${LANE_PATH}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The document with each of its texts replaced by each faulty value. */
function* faultyForms(document: unknown): Generator {
  for (const [key, member] of Object.entries(document as object)) {
    const within = typeof member === 'string' ? FAULTY : typeof member === 'object' ? faultyForms(member) : [];
    for (const form of within) {
      yield Array.isArray(document) ? document.with(Number(key), form) : { ...(document as object), [key]: form };
    }
  }
}

describe('the log of Postgres', () => {
  it('contains no text of callers, for any refusal or conflict', async () => {
    const before = logged().length;
    const client = demoClient(api.origin, token);
    const { organizationId, workspaceId, subjects } = DEMO_TENANCY;
    const organization = `/organizations/${organizationId}`;
    const workspace = `${organization}/workspaces/${workspaceId}`;
    const { data: view } = await client.savedViews.create(makeView({ name: WORD }));
    const report = {
      name: WORD,
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [subjects.owner],
      evidence_refs: [],
    };
    const { data: created } = await client.reports.create(report, { idempotencyKey: WORD });
    const schedule = {
      report_id: created.report.report_id,
      expected_report_revision: created.report.revision,
      cadence: makePreviewQuestion().cadence,
      recipient_subject_ids: [subjects.owner],
    };
    const { data: scheduled } = await client.reportSchedules.create(schedule);
    const viewPath = `${organization}/saved-views/${view.id}`;
    const reportPath = `${organization}/reports/${created.report.report_id}`;
    const schedulePath = `${organization}/report-schedules/${scheduled.schedule_id}`;

    // Existing names and keys, sent sequentially and concurrently.
    const twice = { ...report, name: `${WORD} twice` };
    const statuses = await Promise.all([
      ask('POST', `${workspace}/reports`, report),
      ask('POST', `${workspace}/reports`, { ...report, name: `${WORD} other` }, { 'idempotency-key': WORD }),
      ...Array.from({ length: 8 }, () => ask('POST', `${workspace}/reports`, twice)),
    ]);
    expect(statuses.sort()).toEqual([202, 409, 409, 409, 409, 409, 409, 409, 409, 409]);

    const { name, audience, query, time_intent, relative_window_seconds, display_tz } = view;
    const writes: readonly (readonly [method: string, path: string, document: object])[] = [
      ['POST', `${workspace}/insights/query`, makeQuestion()],
      ['POST', `${workspace}/insights/receipt`, { request_id: WORD }],
      ['POST', `${workspace}/saved-views`, makeView()],
      [
        'PUT',
        viewPath,
        { expected_revision: '1', name, audience, query, time_intent, relative_window_seconds, display_tz },
      ],
      ['POST', `${workspace}/reports`, report],
      ['POST', `${reportPath}/runs`, { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }],
      ['POST', `${workspace}/report-schedules/preview`, makePreviewQuestion()],
      ['POST', `${workspace}/report-schedules`, schedule],
      [
        'PUT',
        schedulePath,
        { expected_revision: '1', cadence: schedule.cadence, recipient_subject_ids: [], paused: true },
      ],
    ];
    const requests: (() => Promise<number>)[] = [];
    for (const [method, path, document] of writes) {
      for (const form of faultyForms(document)) requests.push(() => ask(method, path, form));
    }
    const paths = [
      ...[
        `${workspace}/saved-views`,
        `${workspace}/reports`,
        `${workspace}/report-schedules`,
        `${workspace}/report-inbox`,
      ],
      ...[
        viewPath,
        reportPath,
        `${reportPath}/runs/${created.run.run_id}`,
        schedulePath,
        `${schedulePath}/occurrences`,
      ],
    ];
    for (const path of paths) {
      for (const value of FAULTY.filter((form) => !form.includes('\ud800')).map(encodeURIComponent)) {
        for (const place of [`${path}?cursor=${value}`, `${path}?limit=${value}`, path.replace(/[^/]+$/, value)]) {
          requests.push(() => ask('GET', place));
        }
      }
    }
    for (const key of [`${WORD} key`, DIGITS, `${WORD}\u00ff`]) {
      requests.push(() => ask('POST', `${reportPath}/runs`, {}, { 'idempotency-key': key }));
    }
    const answered: number[] = [];
    for (let first = 0; first < requests.length; first += AT_ONCE) {
      answered.push(...(await Promise.all(requests.slice(first, first + AT_ONCE).map((send) => send()))));
    }
    expect(answered.filter((status) => status >= 500)).toEqual([]);

    // Another server may log no statements, so that the log has nothing to check.
    expect(logged().slice(before)).not.toContain('duplicate key');
    expect(wordsIn(logged())).toEqual([]);
  });

  it('reports a failed statement without its values', async () => {
    const refused = (text: string, ...values: unknown[]) =>
      pool.query(text, values).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
    const codes = [
      await refused('INSERT INTO organizations SELECT $1, $2, now() FROM generate_series(1, 2)', WORD, WORD),
      await refused(
        'INSERT INTO workspaces (workspace_id, organization_id, name, created_at) VALUES ($1, $1, $1, now())',
        WORD,
      ),
      await refused('INSERT INTO organizations (organization_id, name) VALUES ($1, $1)', WORD),
      await refused(`SELECT '${WORD}' AS word, 1 / $1::int`, 0),
    ];
    expect(codes).toEqual(['23505', '23503', '23502', '22012']);
    const verdict = await postgresChecks(engine.url, { pool, clock: { now: () => new Date() } }, Promise.resolve())
      .find(({ check }) => check === 'log')
      ?.look();
    expect(verdict).toMatchObject({ state: 'ok' });
    const log = logged();
    expect(log).toContain('duplicate key value violates unique constraint "organizations_pkey"');
    expect(wordsIn(log)).toEqual([]);
  });
});
