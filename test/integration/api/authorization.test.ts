import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../analytics/client.ts';
import { advanceSource, type IndexerPorts } from '../../../analytics/indexer/advance-source.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { openControlPlaneLog } from '../../../analytics/journal/control-plane-log.ts';
import { migrateClickHouse } from '../../../analytics/migrate.ts';
import type { InsightAnswer } from '../../../contracts/insight/insight-answer.ts';
import type { InsightReceipt } from '../../../contracts/insight/insight-receipt.ts';
import type { OpenedSavedView, SavedView } from '../../../contracts/saved-view.ts';
import type { TrafficEvent } from '../../../contracts/traffic/traffic-event.ts';
import type { EnvironmentLeaf } from '../../../domain/access/scope.ts';
import { noFaultPoints } from '../../../domain/fault-points.ts';
import { createAccessBindingStore } from '../../../store/access-bindings.ts';
import { createControlPlaneEventStore } from '../../../store/control-plane-events.ts';
import { createCredentialStore } from '../../../store/credentials.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/demo-tenancy.ts';
import { createExclusionStore } from '../../../store/exclusions.ts';
import { createIngestBatchStore } from '../../../store/ingest-batches.ts';
import { createIngestScopeStore } from '../../../store/ingest-scopes.ts';
import { createIngestSourceStore } from '../../../store/ingest-sources.ts';
import { newId } from '../../../store/new-id.ts';
import { createReleaseStore } from '../../../store/releases.ts';
import { createRetentionStore } from '../../../store/retention.ts';
import { createTenancyNodeStore } from '../../../store/tenancy-nodes.ts';
import { startApiProcess, type ApiProcess } from '../../support/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import '../../support/provided-context.ts';

const { organizationId: ORG, workspaceId: WS, environments } = DEMO_TENANCY;
const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;
const ISSUER = 'Grace Hopper';
const NANOS = { assistant: '1111000', search: '2222000' };
const JANUARY = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };

type Who = 'owner' | 'analyst' | 'contentless' | 'narrow' | 'neighbour' | 'outsider' | 'runtime' | 'forged';

const clock = { now: () => new Date() };
let database: TestDatabase;
let clickhouse: AnalyticsClient;
let folder: string;
let server: ApiProcess;
let origin: string;
let releaseId: string;
const tokens = new Map<Who, string>();

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/access_${randomUUID().replaceAll('-', '')}`;
  await migrateClickHouse(facts.href);
  clickhouse = createAnalyticsClient(facts.href);
  folder = mkdtempSync(join(tmpdir(), 'truetally-access-'));
  await makeCallers();
  await loadTraffic();
  server = await startApiProcess(database.url, facts.href);
  ({ origin } = server);
});

afterAll(async () => {
  await server.stop();
  await clickhouse.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The demo's members, one that lacks `content.read` alone, and one of another workspace of the organization. */
async function makeCallers(): Promise<void> {
  const { pool } = database;
  const { owner, analyst, narrow, outsider, runtime } = await ensureDemoTenancy(pool, clock, undefined);
  for (const [who, token] of Object.entries({ owner, analyst, narrow, outsider, runtime }))
    tokens.set(who as Who, token);
  tokens.set(
    'forged',
    owner.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  );
  const nodes = createTenancyNodeStore(pool, clock);
  const { id: elsewhere } = await nodes.create('workspace', { name: 'Elsewhere', parentId: ORG });
  for (const [who, nodeId, actions] of [
    ['contentless', WS, ['metadata.read', 'cost.read']],
    ['neighbour', elsewhere, ['metadata.read', 'cost.read', 'content.read']],
  ] as const) {
    const { id: subjectId } = await nodes.create('subject', { name: who, parentId: ORG });
    await createAccessBindingStore(pool, clock).create({ subjectId, nodeId, actions: [...actions] });
    const made = await createCredentialStore(pool, clock).create({ subjectId, class: 'management', name: who });
    tokens.set(who, made.token);
  }
}

/** One request with its attempt, its price and a verdict in each application; a release in the first. */
async function loadTraffic(): Promise<void> {
  const { pool } = database;
  const ports: IndexerPorts = {
    clickhouse,
    clock,
    sources: createIngestSourceStore(pool, clock),
    batches: createIngestBatchStore(pool, clock),
    scopes: createIngestScopeStore(pool),
    faults: noFaultPoints,
  };
  const events = [
    ...requestOf('assistant', environments.assistantProduction),
    ...requestOf('search', environments.searchProduction),
  ];
  const path = join(folder, 'traffic.jsonl');
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { totals } = await importFile(ports, {
    path,
    holder: 'test',
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  expect(totals.quarantined).toBe(0);
  const { environmentId } = environments.assistantProduction;
  const releases = createReleaseStore(pool, { now: () => new Date('2026-01-11T00:00:00.000Z') });
  ({ releaseId } = await releases.create({ workspaceId: WS, name: 'One', digest: 'sha256:one' }));
  await releases.change({ releaseId, environmentId, kind: 'deployed', actorKind: 'person' });
  const [outbox] = await openControlPlaneLog(createControlPlaneEventStore(pool)).sources();
  await ports.sources.lease(outbox!, 'test');
  await advanceSource(ports, outbox!, 'test', 0n);
}

function requestOf(name: keyof typeof NANOS, leaf: EnvironmentLeaf): TrafficEvent[] {
  const at = '2026-01-10T10:00:00.000Z';
  const scope = {
    organization_id: ORG,
    workspace_id: WS,
    application_id: leaf.applicationId,
    gateway_id: leaf.gatewayId,
    environment_id: leaf.environmentId,
  };
  const dimensions = { schema: 1, scope, purpose: 'application', logical_request_id: `request-${name}` } as const;
  const served = { attempt_id: `attempt-${name}`, provider_id: 'provider', provider_model: 'model' };
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: at, streaming: false },
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: at,
      terminal_at: at,
      status: 'succeeded',
      final_model: 'model',
      attempt_count: 1,
      streaming: false,
      total_ms: 100,
    },
    {
      event: 'attempt',
      ...dimensions,
      ...served,
      ordinal: 1,
      role: 'primary',
      route_changed: false,
      output_state: 'complete',
      usage_source: 'none',
      usage_known: false,
      dispatched_at: at,
    },
    {
      event: 'cost_effect',
      ...dimensions,
      ...served,
      effect_id: `effect-${name}`,
      effect_kind: 'settlement',
      occurred_at: at,
      price_state: 'priced',
      nanos: NANOS[name],
    },
    {
      event: 'feedback_verdict',
      ...dimensions,
      feedback_id: 'verdict',
      issuer_ref: 'issuer-1',
      issuer: ISSUER,
      value: 'positive',
      revision: 1,
      occurred_at: at,
      source: 'app',
      match: 'matched',
    },
  ];
}

interface Answered<Data> {
  readonly status: number;
  readonly body: { kind: string; data: Data; type: string };
  /** The answer to the byte, without the id of its request. */
  readonly said: string;
}

async function call<Data = unknown>(
  as: Who,
  path: string,
  body?: unknown,
  method: 'GET' | 'POST' = 'POST',
): Promise<Answered<Data>> {
  const response = await fetch(`${origin}/portal/api/v1/customer/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(as) ?? ''}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const said = `${response.status} ${text.replaceAll(/req_[0-9a-z]{26}/g, 'req_')}`;
  return { status: response.status, body: JSON.parse(text) as Answered<Data>['body'], said };
}

const OVERVIEW = {
  schema: 1,
  shape: 'overview',
  scope: {},
  ...JANUARY,
  metrics: [
    'requests.v1',
    'provider_spend.v1',
    'cost_per_1000_requests.v1',
    'app_feedback.v1',
    'release_annotations.v1',
  ],
};
const FEEDBACK = { schema: 1, shape: 'drilldown', drilldown: 'feedback', scope: {}, ...JANUARY };
const MARKERS = { schema: 1, shape: 'markers', scope: {}, ...JANUARY };

const ask = (as: Who, query: unknown): Promise<Answered<InsightAnswer>> =>
  call<InsightAnswer>(as, `${WORKSPACE}/insights/query`, query);

function numbersOf(answer: InsightAnswer): Record<string, string | undefined> {
  const [group] = answer.groups ?? [];
  return Object.fromEntries(
    group?.cells.map(({ metric, value }) => [metric, value.state === 'unavailable' ? value.reason : value.number]) ??
      [],
  );
}

describe('money, over real engines', () => {
  it.each<[Who, string, string, string]>([
    ['owner', '2', '3333000', '1666500000'],
    ['contentless', '2', '3333000', '1666500000'],
    ['narrow', '1', '1111000', '1111000000'],
    ['analyst', '2', 'scope_not_authorized', 'scope_not_authorized'],
  ])('is answered to %s exactly as far as its cost.read goes', async (as, requests, spend, perThousand) => {
    const { status, body, said } = await ask(as, OVERVIEW);
    expect(status).toBe(200);
    expect(numbersOf(body.data)).toMatchObject({
      'requests.v1': requests,
      'provider_spend.v1': spend,
      'cost_per_1000_requests.v1': perThousand,
      'app_feedback.v1': requests,
    });
    if (as === 'analyst') expect(said).not.toMatch(/1111|2222|3333|1666|priced_effects/);
    if (as === 'narrow') expect(said).not.toMatch(/2222|3333/);
  });

  it('is withheld from a receipt, and refused as a filter, without cost.read', async () => {
    for (const [as, cost] of [
      ['owner', { state: 'available', number: '1111000', unit: 'nano_usd' }],
      ['contentless', { state: 'available', number: '1111000', unit: 'nano_usd' }],
      ['analyst', { state: 'unavailable', reason: 'scope_not_authorized' }],
    ] as const) {
      const pin = (await ask(as, { ...FEEDBACK, drilldown: 'request' })).body.data.read_context;
      const { schema, scope, from, to } = OVERVIEW;
      const question = { schema, scope, from, to, read_context: pin, logical_request_id: 'request-assistant' };
      const receipt = await call<InsightReceipt>(as, `${WORKSPACE}/insights/receipt`, question);
      expect([as, receipt.status, receipt.body.data.provider_cost]).toEqual([as, 200, cost]);
    }
    const costly = { ...FEEDBACK, drilldown: 'attempt', attempt_filter: { cost_effects_only: true } };
    expect((await ask('analyst', costly)).body.type).toBe('forbidden');
    expect((await ask('contentless', costly)).body.data.attempts).toHaveLength(2);
    expect((await ask('narrow', costly)).body.data.attempts).toHaveLength(1);
  });
});

describe('the issuer of a verdict, over real engines', () => {
  it.each<[Who, number, boolean]>([
    ['owner', 2, true],
    ['analyst', 2, true],
    ['contentless', 2, false],
    ['narrow', 1, false],
  ])('is shown to %s exactly with content.read', async (as, rows, shown) => {
    const { body, said } = await ask(as, FEEDBACK);
    expect(body.data.feedback).toHaveLength(rows);
    for (const row of body.data.feedback ?? [])
      expect([row.issuer, row.issuer_ref]).toEqual([shown ? ISSUER : undefined, 'issuer-1']);
    expect(said.includes(ISSUER)).toBe(shown);
  });
});

describe('a saved view, over real engines', () => {
  it('answers each opener by its own access', async () => {
    const written = {
      name: 'January',
      audience: 'team',
      query: OVERVIEW,
      time_intent: 'fixed',
      display_tz: 'UTC',
    };
    const view = (await call<SavedView>('owner', `${WORKSPACE}/saved-views`, written)).body.data;
    const open = async (as: Who) =>
      numbersOf(
        (await call<OpenedSavedView>(as, `/organizations/${ORG}/saved-views/${view.id}/open`)).body.data.answer,
      );
    expect(await open('owner')).toMatchObject({ 'requests.v1': '2', 'provider_spend.v1': '3333000' });
    expect(await open('narrow')).toMatchObject({ 'requests.v1': '1', 'provider_spend.v1': '1111000' });
    expect(await open('analyst')).toMatchObject({ 'requests.v1': '2', 'provider_spend.v1': 'scope_not_authorized' });
  });
});

describe('what is concealed, over real engines', () => {
  it('is told apart from nothing by nobody', async () => {
    const written = { name: 'x', audience: 'personal', query: OVERVIEW, time_intent: 'fixed', display_tz: 'UTC' };
    const { id } = (await call<SavedView>('owner', `${WORKSPACE}/saved-views`, written)).body.data;
    const missing = newId('savedView');
    for (const [as, status] of [
      ['analyst', 404],
      ['narrow', 404],
      ['neighbour', 404],
      ['outsider', 404],
      ['runtime', 401],
      ['forged', 401],
    ] as const) {
      const there = await call(as, `/organizations/${ORG}/saved-views/${id}`, undefined, 'GET');
      const gone = await call(as, `/organizations/${ORG}/saved-views/${missing}`, undefined, 'GET');
      expect([as, there.status, there.said]).toEqual([as, status, gone.said]);
    }
    for (const [as, status] of [
      ['neighbour', 404],
      ['outsider', 404],
      ['runtime', 401],
    ] as const) {
      const there = await ask(as, OVERVIEW);
      const gone = await call(as, `/organizations/${ORG}/workspaces/${newId('workspace')}/insights/query`, OVERVIEW);
      expect([as, there.status, there.said]).toEqual([as, status, gone.said]);
    }
  });

  it('includes the pin of somebody else', async () => {
    const pin = (await ask('owner', OVERVIEW)).body.data.read_context;
    const continued = { ...OVERVIEW, read_context: pin };
    expect((await ask('owner', continued)).body.data).toMatchObject({ minted: false });
    expect(await ask('contentless', continued)).toMatchObject({ status: 410, body: { type: 'read_context_expired' } });
  });
});

describe('changes of the control plane, over real engines', () => {
  it('show a deployment among the markers of everybody who reads where it happened', async () => {
    const { gatewayId, environmentId } = environments.assistantProduction;
    for (const as of ['owner', 'analyst', 'narrow'] as const) {
      const { body } = await ask(as, MARKERS);
      expect(body.data.markers).toEqual([
        {
          marker_kind: 'deployed',
          release_id: releaseId,
          effective_digest: 'sha256:one',
          gateway_id: gatewayId,
          environment_id: environmentId,
          actor_kind: 'person',
          occurred_at: '2026-01-11T00:00:00.000Z',
        },
      ]);
      expect(numbersOf((await ask(as, OVERVIEW)).body.data)).toMatchObject({ 'release_annotations.v1': '1' });
    }
  });

  it('leave excluded traffic out, give it back, expire it for good, and end each earlier pin', async () => {
    const exclusions = createExclusionStore(database.pool, clock);
    const requests = async (): Promise<string | undefined> =>
      numbersOf((await ask('owner', OVERVIEW)).body.data)['requests.v1'];
    const pinned = async () => {
      const pin = (await ask('owner', OVERVIEW)).body.data.read_context;
      return async () => (await ask('owner', { ...OVERVIEW, read_context: pin })).body.type;
    };
    const before = await pinned();
    const { exclusionId } = await exclusions.add({
      nodeId: environments.searchProduction.applicationId,
      from: new Date('2026-01-10T10:00:00.000Z'),
      to: new Date('2026-01-10T11:00:00.000Z'),
      reason: 'test',
    });
    expect([await before(), await requests()]).toEqual(['read_context_expired', '1']);
    const during = await pinned();
    await exclusions.remove(exclusionId);
    expect([await during(), await requests()]).toEqual(['read_context_expired', '2']);
    const kept = await pinned();
    await createRetentionStore(database.pool).move(WS, new Date('2026-01-11T00:00:00.000Z'));
    expect([await kept(), await requests()]).toEqual(['read_context_expired', undefined]);
    // The marker lies at the horizon itself, which is kept.
    const { body } = await ask('owner', MARKERS);
    expect(body.data.markers).toHaveLength(1);
    expect(body.data.coverage).toContain('retention_expired');
  });
});
