import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateClickHouse } from '../../../analytics/migrate.ts';
import type { ReportCreation } from '../../../contracts/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../contracts/report-run.ts';
import type { OpenedSavedView, SavedView } from '../../../contracts/saved-view.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../../store/demo-tenancy.ts';
import { aView } from '../../support/api/answers.ts';
import '../../support/provided-context.ts';
import { startApiProcess, type ApiProcess } from '../../support/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const { organizationId: ORG, workspaceId: WS } = DEMO_TENANCY;
const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;

let database: TestDatabase;
let tokens: DemoCredentials;
let server: ApiProcess;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/api_${randomUUID().replaceAll('-', '')}`;
  await migrateClickHouse(facts.href);
  tokens = await ensureDemoTenancy(database.pool, { now: () => new Date() }, undefined);
  server = await startApiProcess(database.url, facts.href);
  ({ origin } = server);
});

afterAll(async () => {
  expect(await server.stop()).toEqual([0, null]);
  await database.drop();
});

interface Answered<Data> {
  readonly status: number;
  readonly body: { kind: string; data: Data; type: string; detail: string };
}

async function call<Data = unknown>(
  method: 'GET' | 'POST',
  path: string,
  { as = 'owner', body }: { as?: keyof DemoCredentials; body?: unknown } = {},
): Promise<Answered<Data>> {
  const response = await fetch(`${origin}/portal/api/v1/customer/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens[as]}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answered<Data>['body'] };
}

async function saveView(): Promise<SavedView> {
  return (await call<SavedView>('POST', `${WORKSPACE}/saved-views`, { body: aView() })).body.data;
}

function creation(view: SavedView, name: string): Record<string, unknown> {
  return {
    name,
    saved_view_id: view.id,
    expected_view_revision: view.revision,
    recipient_subject_ids: [DEMO_TENANCY.subjects.analyst],
    idempotency_key: `key of ${name}`,
  };
}

async function countRows(table: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
  return rows[0]!.count;
}

describe('the API over real engines, with no worker and no Temporal alive', () => {
  it('is ready, and says what is not alive', async () => {
    await until(async () => {
      const readiness = (await (await fetch(`${origin}/readyz`)).json()) as { components: { api: { state: string } } };
      return readiness.components.api.state === 'up';
    }, 20);
    const response = await fetch(`${origin}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ready',
      postgres: 'up',
      clickhouse: 'up',
      components: { relay: { state: 'down' }, 'worker.requested_runs': { state: 'down' } },
    });
  });

  it('asks a saved question of the facts: a window without traffic has no groups', async () => {
    const view = await saveView();
    const { status, body } = await call<OpenedSavedView>('POST', `/organizations/${ORG}/saved-views/${view.id}/open`, {
      as: 'narrow',
    });
    expect([status, body.kind]).toEqual([200, 'opened-saved-view']);
    expect(body.data.view).toEqual(view);
    expect(body.data.answer).toMatchObject({ minted: true, shape: 'overview', truncated: false });
    expect(body.data.answer.groups).toBeUndefined();
  });

  it('accepts a report: key, report, run and outbox row stand together', async () => {
    const view = await saveView();
    const first = await call<ReportCreation>('POST', `${WORKSPACE}/reports`, { body: creation(view, 'Accepted') });
    expect([first.status, first.body.kind]).toEqual([202, 'report-creation']);
    const { report, run } = first.body.data;
    const { rows } = await database.pool.query(
      `SELECT r.report_id, r.latest_run_id, n.state, n.scope_environment_ids, o.kind, k.status
       FROM reports r JOIN report_runs n USING (report_id) JOIN workflow_outbox o ON o.workflow_id = n.run_id
       JOIN idempotency_keys k ON k.key = n.idempotency_key WHERE n.run_id = $1`,
      [run.run_id],
    );
    expect(rows).toEqual([
      {
        report_id: report.report_id,
        latest_run_id: run.run_id,
        state: 'queued',
        scope_environment_ids: Object.values(DEMO_TENANCY.environments).map((leaf) => leaf.environmentId),
        kind: 'start_report_run',
        status: 202,
      },
    ]);
    const again = await call<ReportCreation>('POST', `${WORKSPACE}/reports`, { body: creation(view, 'Accepted') });
    expect([again.status, again.body.data]).toEqual([202, first.body.data]);
  });

  it('lets one of many requests with one key win, and answers all of them alike', async () => {
    const view = await saveView();
    const before = await countRows('report_runs');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call<ReportCreation>('POST', `${WORKSPACE}/reports`, { body: creation(view, 'Raced') }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(202));
    expect(new Set(answers.map(({ body }) => body.data.run.run_id)).size).toBe(1);
    expect(await countRows('report_runs')).toBe(before + 1n);
  });

  it('writes nothing for a name that is taken, not even the key', async () => {
    const view = await saveView();
    await call('POST', `${WORKSPACE}/reports`, { body: creation(view, 'Taken') });
    const tables = ['reports', 'report_runs', 'idempotency_keys', 'workflow_outbox'];
    const before = await Promise.all(tables.map(countRows));
    const body = { ...creation(view, 'Taken'), idempotency_key: 'another key' };
    expect((await call('POST', `${WORKSPACE}/reports`, { body })).status).toBe(409);
    expect(await Promise.all(tables.map(countRows))).toEqual(before);
  });

  it('reads, repeats and cancels runs', async () => {
    const view = await saveView();
    const { report } = (
      await call<ReportCreation>('POST', `${WORKSPACE}/reports`, { body: creation(view, 'Cancelled') })
    ).body.data;
    const runs = `/organizations/${ORG}/reports/${report.report_id}/runs`;
    const run = (await call<ReportRunV1>('POST', runs, { as: 'analyst' })).body.data;
    const opened = await call<ReportRunOpenV1>('GET', `${runs}/${run.run_id}`, { as: 'analyst' });
    expect(opened.body.data).toEqual({ ...run, presentation_digest: '', money_withheld: false });
    const cancelled = await call<ReportRunV1>('POST', `${runs}/${run.run_id}/cancel`, { as: 'analyst' });
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled']);
    expect((await call('POST', `${runs}/${run.run_id}/cancel`)).status).toBe(409);
  });

  it.each([
    ['runtime', 401],
    ['outsider', 404],
  ] as const)('refuses the %s key and writes nothing', async (as, status) => {
    const before = await countRows('saved_views');
    expect((await call('POST', `${WORKSPACE}/saved-views`, { as, body: aView() })).status).toBe(status);
    expect(await countRows('saved_views')).toBe(before);
  });
});
