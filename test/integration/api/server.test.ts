import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createFactsTables } from '../../../testing/engines/clickhouse-database.ts';
import type { Answer } from '../../../clients/typescript/transport/answer.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { ReportCreation } from '../../../contracts/reports/report.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../../store/tenancy/demo-tenancy.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import '../../../testing/engines/provided-context.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

let database: TestDatabase;
let tokens: DemoCredentials;
let server: ApiProcess;
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/api_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(facts.href);
  tokens = await ensureDemoTenancy(database.pool, { now: () => new Date() }, undefined);
  server = await startApiProcess(database.url, facts.href);
  ({ origin } = server);
});

afterAll(async () => {
  expect(await server.stop()).toEqual([0, null]);
  await database.drop();
});

const client = (as: keyof DemoCredentials = 'owner'): TruetallyClient => demoClient(origin, tokens[as]);

async function saveView(): Promise<SavedView> {
  return (await client().savedViews.create(makeView())).data;
}

/** Creates a report of the view that the analyst receives. */
function create(view: SavedView, name: string, idempotencyKey = `key of ${name}`): Promise<Answer<ReportCreation>> {
  const body = {
    name,
    saved_view_id: view.id,
    expected_view_revision: view.revision,
    recipient_subject_ids: [DEMO_TENANCY.subjects.analyst],
  };
  return client().reports.create(body, { idempotencyKey });
}

async function countRows(table: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
  return rows[0]!.count;
}

describe('the API over real engines, without a worker and Temporal', () => {
  it('is ready, and reports the missing components', async () => {
    await waitUntil(async () => {
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

  it('asks a saved question over the facts: a window without traffic has no groups', async () => {
    const view = await saveView();
    const { data } = await client('narrow').savedViews.open(view.id);
    expect(data.view).toEqual(view);
    expect(data.answer).toMatchObject({ minted: true, shape: 'overview', truncated: false });
    expect(data.answer.groups).toBeUndefined();
  });

  it('accepts a report: key, report, run and outbox row exist together', async () => {
    const view = await saveView();
    const { data: first } = await create(view, 'Accepted');
    const { report, run } = first;
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
    expect((await create(view, 'Accepted')).data).toEqual(first);
  });

  it('lets one of many requests with one key succeed, and answers all of them equally', async () => {
    const view = await saveView();
    const before = await countRows('report_runs');
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(view, 'Raced')));
    expect(new Set(answers.map(({ data }) => data.run.run_id)).size).toBe(1);
    expect(await countRows('report_runs')).toBe(before + 1n);
  });

  it('writes nothing for an existing name, not even the key', async () => {
    const view = await saveView();
    await create(view, 'Taken');
    const tables = ['reports', 'report_runs', 'idempotency_keys', 'workflow_outbox'];
    const before = await Promise.all(tables.map(countRows));
    expect((await toRefusal(create(view, 'Taken', 'another key'))).status).toBe(409);
    expect(await Promise.all(tables.map(countRows))).toEqual(before);
  });

  it('reads, repeats and cancels runs', async () => {
    const { report_id: id } = (await create(await saveView(), 'Cancelled')).data.report;
    const { runs } = client('analyst').reports;
    const { data: run } = await runs.create(id);
    const opened = await runs.get(id, run.run_id);
    // No worker is alive, and the run reports this.
    const waiting = { ...run, waits_for: 'report_worker' };
    expect(opened.data).toEqual({ ...waiting, presentation_digest: '', money_withheld: false });
    expect((await runs.cancel(id, run.run_id)).data.state).toBe('cancelled');
    expect((await toRefusal(client().reports.runs.cancel(id, run.run_id))).status).toBe(409);
  });

  it.each([
    ['runtime', 401],
    ['outsider', 404],
  ] as const)('refuses the %s key and writes nothing', async (as, status) => {
    const before = await countRows('saved_views');
    expect((await toRefusal(client(as).savedViews.create(makeView()))).status).toBe(status);
    expect(await countRows('saved_views')).toBe(before);
  });
});
