import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createFactsTables } from '../../../testing/engines/clickhouse-database.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { createAuditStore } from '../../../store/installation/audit-store.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../../store/tenancy/demo-tenancy.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';

const clock = { now: () => new Date() };
let database: TestDatabase;
let facts: string;
let tokens: DemoCredentials;
let servers: [ApiProcess, ApiProcess];

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const url = new URL(inject('clickhouseUrl'));
  url.pathname = `/security_${randomUUID().replaceAll('-', '')}`;
  facts = url.href;
  await createFactsTables(facts);
  tokens = await ensureDemoTenancy(database.pool, clock, undefined);
  servers = await Promise.all([startApiProcess(database.url, facts), startApiProcess(database.url, facts)]);
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

const events = (operation: string) =>
  createAuditStore(database.pool, clock).list({
    organizationId: DEMO_TENANCY.organizationId,
    operation,
    limit: 100,
  });

async function saveView(): Promise<SavedView> {
  return (await demoClient(servers[0].origin, tokens.owner).savedViews.create(makeView())).data;
}

describe('a revoked credential', () => {
  it('is refused by every process from the next request on, and a rotated one is replaced by its successor', async () => {
    const credentials = createCredentialStore(database.pool, clock);
    const { subjectId } = (await credentials.resolve(tokens.owner))!;
    const { token, credentialId } = await credentials.create({ subjectId, class: 'management', name: 'leaked' });
    const ask = (held: string) => Promise.all(servers.map(({ origin }) => demoClient(origin, held).insights.catalog()));
    await ask(token);
    const next = await credentials.rotate({ credentialId, overlapMinutes: 15, revokePreviousNow: false });
    await ask(token);
    await ask(next.token);
    await credentials.revoke(credentialId);
    for (const { origin } of servers) {
      expect((await toRefusal(demoClient(origin, token).insights.catalog())).status).toBe(401);
    }
    await ask(next.token);
  });
});

describe('the audit', () => {
  it('records the creator of a report with its ids, and refused creators', async () => {
    const view = await saveView();
    const { reports } = demoClient(servers[0].origin, tokens.owner);
    const body = {
      name: 'Audited',
      saved_view_id: view.id,
      expected_view_revision: '1',
      recipient_subject_ids: [],
    };
    const { report, run } = (await reports.create(body)).data;
    await toRefusal(reports.create(body));
    const [refused, created] = await events('customer.reports.create');
    expect(created).toMatchObject({
      outcome: 'accepted',
      status: 202,
      workspaceId: DEMO_TENANCY.workspaceId,
      targets: expect.arrayContaining([report.report_id, run.run_id, view.id]) as string[],
      address: '127.0.0.1',
    });
    expect(refused).toMatchObject({ outcome: 'refused', status: 409, code: 'conflict', subjectId: report.owner });
  });

  it('records an unknown outcome for a write that a crash interrupted, although it was committed', async () => {
    const dying = await startApiProcess(database.url, facts, { TRUETALLY_FAULT_POINT: 'api.report_committed' });
    onTestFinished(() => dying.kill('SIGKILL'));
    const view = await saveView();
    const { reports } = demoClient(dying.origin, tokens.owner);
    const body = {
      name: 'Cut off',
      saved_view_id: view.id,
      expected_view_revision: '1',
      recipient_subject_ids: [],
    };
    await expect(reports.create(body)).rejects.toThrow('The connection to the service failed');
    const [cutOff] = await events('customer.reports.create');
    expect(cutOff).toMatchObject({ outcome: 'unknown', workspaceId: DEMO_TENANCY.workspaceId, requests: 1 });
    expect(cutOff).not.toHaveProperty('status');
    const { rows } = await database.pool.query("SELECT 1 FROM reports WHERE name = 'Cut off'");
    expect(rows).toHaveLength(1);
  });
});
