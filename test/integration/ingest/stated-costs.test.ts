import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorPorts, runOperatorCommand } from '../../../operator/operator-commands.ts';
import { createAuditStore } from '../../../store/installation/audit-store.ts';
import { createEnvironmentSettingsStore } from '../../../store/tenancy/environment-settings-store.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { createTenancyNodeStore, type NodeKind } from '../../../store/tenancy/tenancy-node-store.ts';
import { claudeCodeRecord } from '../../../testing/ingest/agent-records.ts';
import { makeKnownCallEvents } from '../../../testing/ingest/make-known-call-events.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../../testing/ingest/made-spans.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/processes/api-process.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';

const STARTED_MS = Date.UTC(2026, 2, 1, 11);
/** The cost by the table; each sender states a cost of one dollar. */
const CALL = { provider: 'openai', model: 'gpt-4o', tokens: { input: 1_000, output: 200 }, isAnswered: true };
const TABLE = '4500000';
const STATED = '1000000000';

interface Tenant {
  readonly environmentId: string;
  readonly workspaceId: string;
  send(path: string, body: unknown): Promise<unknown>;
}

let world: IngestWorld;
let api: ApiProcess;
let allowed: Tenant;
let other: Tenant;

beforeAll(async () => {
  world = await createIngestWorld();
  api = await startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_JOURNAL: world.folder });
  [allowed, other] = [await makeTenant('Allowed'), await makeTenant('Other')];
});
afterAll(async () => {
  await api.stop();
  await world.drop();
});

async function makeTenant(name: string): Promise<Tenant> {
  const { clock } = world.ports;
  const nodes = createTenancyNodeStore(world.pool, clock);
  const make = async (kind: NodeKind, parentId?: string) => (await nodes.create(kind, { name, parentId })).id;
  const organization = await make('organization');
  const workspaceId = await make('workspace', organization);
  const application = await make('application', workspaceId);
  const gateway = await make('gateway', application);
  const environmentId = await make('environment', gateway);
  const subjectId = await make('subject', organization);
  const { token } = await createCredentialStore(world.pool, clock).create({
    ...{ subjectId, class: 'runtime', environmentId, name },
  });
  const base = `${api.origin}/portal/api/v1/customer/v1/organizations/${organization}/workspaces/${workspaceId}/applications/${application}/gateways/${gateway}/environments/${environmentId}/traffic`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    ...{ environmentId, workspaceId },
    async send(path, body) {
      const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.json();
    },
  };
}

async function setStatedCosts({ environmentId }: Tenant, mode: 'accepted' | 'ignored') {
  const { clock } = world.ports;
  const environmentSettings = createEnvironmentSettingsStore(world.pool);
  const ports = { environmentSettings, audit: createAuditStore(world.pool, clock), clock, operator: 'ops' };
  const typed = { environment: environmentId, 'stated-costs': mode };
  return runOperatorCommand(ports as unknown as OperatorPorts, 'environment set', typed);
}

/** The reports of four kinds of senders about one call each. */
function bodiesOf(name: string): readonly (readonly [path: string, body: unknown])[] {
  const hex = Buffer.from(name).toString('hex').padEnd(16, '0').slice(0, 16);
  return [
    [
      '',
      makeKnownCallEvents({
        ...CALL,
        id: `${name}-own`,
        startedMs: STARTED_MS,
        totalMs: 10,
        streaming: false,
        price: { nanos: STATED },
      }),
    ],
    ['/otlp/v1/traces', makeTraces(makeSpan({ ...CHAT_ATTRIBUTES, 'operation.cost': 1 }, { spanId: hex }))],
    [
      '/otlp/v1/logs',
      {
        resourceLogs: [
          {
            scopeLogs: [
              {
                logRecords: [
                  claudeCodeRecord('api_request', {
                    ...{ model: 'claude-haiku-4-5', input_tokens: 1_000, output_tokens: 200, duration_ms: 14 },
                    ...{ cost_usd: 1, 'session.id': name },
                  }),
                ],
              },
            ],
          },
        ],
      },
    ],
    [
      '/litellm',
      {
        ...{ litellm_call_id: `${name}-litellm`, call_type: 'acompletion', status: 'success', stream: false },
        ...{ custom_llm_provider: 'openai', model: 'gpt-4o', response_cost: 1 },
        ...{ startTime: STARTED_MS / 1_000, endTime: STARTED_MS / 1_000 + 1 },
        ...{ prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 },
      },
    ],
  ];
}

async function costsOf({ workspaceId }: Tenant): Promise<unknown[]> {
  await indexJournal(world);
  const answer = await world.clickhouse.query({
    query: `SELECT toString(nanos) AS nanos, count() AS calls, sum(priced) AS priced FROM cost_effects_v1
            WHERE workspace_id = {ws:String} GROUP BY nanos ORDER BY nanos`,
    query_params: { ws: workspaceId },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ nanos: string; calls: string }>()).map(({ nanos, calls }) => [nanos, Number(calls)]);
}

describe('a cost that a sender states', () => {
  it('counts once, and only while the operator permits it for the environment', async () => {
    expect(await setStatedCosts(allowed, 'accepted')).toEqual([
      { environment_id: allowed.environmentId, stated_costs: 'accepted' },
    ]);
    const { rows } = await world.pool.query<object>(
      `SELECT operation, operator, outcome, targets FROM audit_events WHERE operation LIKE 'operator %'`,
    );
    const targets = [allowed.environmentId];
    expect(rows).toEqual([{ operation: 'operator environment set', operator: 'ops', outcome: 'accepted', targets }]);
    for (const [path, body] of bodiesOf('first')) {
      expect(JSON.stringify(await allowed.send(path, body))).not.toContain('tated costs');
      expect(JSON.stringify(await other.send(path, body))).toContain('Stated costs do not count in this environment');
    }
    expect(await costsOf(allowed)).toEqual([[STATED, 4]]);
    // Claude's calls are priced at their own rates.
    expect(await costsOf(other)).toEqual([
      ['2000000', 1],
      [TABLE, 3],
    ]);

    // The choice applies from the next request on, and a repeated call counts once.
    await setStatedCosts(allowed, 'ignored');
    for (const [path, body] of bodiesOf('second')) await allowed.send(path, body);
    await setStatedCosts(other, 'accepted');
    for (const [path, body] of bodiesOf('second')) await other.send(path, body);
    await setStatedCosts(other, 'ignored');
    for (const [path, body] of bodiesOf('first')) await other.send(path, body);
    expect(await costsOf(allowed)).toEqual([
      [STATED, 4],
      ['2000000', 1],
      [TABLE, 3],
    ]);
    expect(await costsOf(other)).toEqual([
      [STATED, 4],
      ['2000000', 1],
      [TABLE, 3],
    ]);
    const { rows: quarantined } = await world.pool.query<{ reason: string }>('SELECT reason FROM ingest_quarantine');
    expect(quarantined).toEqual([]);
  });
});
