import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ValueShares } from '../../../analytics/indexer/folding/value-shares.ts';
import { KnownRequests } from '../../../analytics/indexer/recognition/known-requests.ts';
import { createAnalyticsClient, type AnalyticsClient } from '../../../analytics/analytics-client.ts';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { openControlPlaneLog } from '../../../journal/open-control-plane-log.ts';
import { createFactsTables } from '../../../testing/engines/clickhouse-database.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { SavedViewCreate } from '../../../contracts/views/saved-view.ts';
import type { EnvironmentLeaf } from '../../../domain/tenancy/scope.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { createAccessBindingStore } from '../../../store/tenancy/access-binding-store.ts';
import { createControlPlaneEventStore } from '../../../store/ingest/control-plane-event-store.ts';
import { createCredentialStore } from '../../../store/tenancy/credential-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createExclusionStore } from '../../../store/insight/exclusion-store.ts';
import { createIngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import { createIngestScopeStore } from '../../../store/ingest/ingest-scope-store.ts';
import { createIngestSourceStore } from '../../../store/ingest/ingest-source-store.ts';
import { newId } from '../../../store/postgres/new-id.ts';
import { createReleaseStore } from '../../../store/insight/release-store.ts';
import { createRetentionStore } from '../../../store/insight/retention-store.ts';
import { createTenancyNodeStore } from '../../../store/tenancy/tenancy-node-store.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/engines/database.ts';
import '../../../testing/engines/provided-context.ts';
import { ISSUER, USERS, workspaceTraffic, type TwoApplications } from './workspace-traffic.ts';

const { organizationId: ORG, workspaceId: WS, environments } = DEMO_TENANCY;
const JANUARY = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };

const DEMO: TwoApplications = {
  id: WS,
  assistant: environments.assistantProduction,
  search: environments.searchProduction,
};

type Who = 'owner' | 'analyst' | 'contentless' | 'narrow' | 'neighbour' | 'outsider' | 'runtime' | 'forged';

const clock = { now: () => new Date() };
let database: TestDatabase;
let clickhouse: AnalyticsClient;
let folder: string;
let server: ApiProcess;
let releaseId: string;
const tokens = new Map<Who, string>();

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  const facts = new URL(inject('clickhouseUrl'));
  facts.pathname = `/access_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(facts.href);
  clickhouse = createAnalyticsClient(facts.href);
  folder = mkdtempSync(join(tmpdir(), 'truetally-access-'));
  await makeCallers();
  releaseId = await loadTraffic(DEMO);
  server = await startApiProcess(database.url, facts.href);
});

afterAll(async () => {
  await server.stop();
  await clickhouse.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates the demo's members, a member who lacks only `content.read`, and a member of another workspace of the
 * organization.
 */
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

/** Creates a workspace of the demo's organization. */
async function newWorkspace(): Promise<TwoApplications> {
  const nodes = createTenancyNodeStore(database.pool, clock);
  const { id } = await nodes.create('workspace', { name: 'Own', parentId: ORG });
  const newLeaf = async (name: string): Promise<EnvironmentLeaf> => {
    const { id: applicationId } = await nodes.create('application', { name, parentId: id });
    const { id: gatewayId } = await nodes.create('gateway', { name, parentId: applicationId });
    const { id: environmentId } = await nodes.create('environment', { name, parentId: gatewayId });
    return { applicationId, gatewayId, environmentId };
  };
  return { id, assistant: await newLeaf('Assistant'), search: await newLeaf('Search') };
}

/**
 * Loads one request with its attempt, its price and a verdict in each application, and a release in the first. Returns
 * the id of the release.
 */
async function loadTraffic(workspace: TwoApplications): Promise<string> {
  const { pool } = database;
  const ports: IndexerPorts = {
    clickhouse,
    clock,
    sources: createIngestSourceStore(pool, clock),
    batches: createIngestBatchStore(pool, clock),
    scopes: createIngestScopeStore(pool),
    knownRequests: new KnownRequests(clickhouse),
    valueShares: new ValueShares(clickhouse, clock),
    faults: noFaultPoints,
  };
  const path = join(folder, `${workspace.id}.jsonl`);
  writeFileSync(
    path,
    workspaceTraffic(workspace)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  );
  const { totals } = await importFile(ports, {
    path,
    holder: 'test',
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  expect(totals.quarantined).toBe(0);
  const { environmentId } = workspace.assistant;
  const releases = createReleaseStore(pool, { now: () => new Date('2026-01-11T00:00:00.000Z') });
  const release = await releases.create({ workspaceId: workspace.id, name: 'One', digest: 'sha256:one' });
  await releases.change({ releaseId: release.releaseId, environmentId, kind: 'deployed', actorKind: 'person' });
  const [outbox] = await openControlPlaneLog(createControlPlaneEventStore(pool)).sources();
  const lease = await ports.sources.lease(outbox!, 'test');
  await advanceSource(ports, outbox!, 'test', lease!.nextOffset);
  return release.releaseId;
}

const client = (as: Who): TruetallyClient => demoClient(server.origin, tokens.get(as) ?? '');

const OVERVIEW: InsightQuery = {
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
const FEEDBACK: InsightQuery = { schema: 1, shape: 'drilldown', drilldown: 'feedback', scope: {}, ...JANUARY };
const MARKERS: InsightQuery = { schema: 1, shape: 'markers', scope: {}, ...JANUARY };

const ask = async (as: Who, query: InsightQuery, workspaceId = WS): Promise<InsightAnswer> =>
  (await client(as).at({ organizationId: ORG, workspaceId }).insights.query(query)).data;

/** Creates a view of the owner about January. */
async function viewOfJanuary(audience: SavedViewCreate['audience']): Promise<string> {
  const view = { name: 'January', audience, query: OVERVIEW, time_intent: 'fixed', display_tz: 'UTC' } as const;
  return (await client('owner').savedViews.create(view)).data.id;
}

/** The document of a refusal, without the id of its request. */
async function refusalText(call: Promise<unknown>): Promise<string> {
  return JSON.stringify({ ...(await toRefusal(call)).document, request_id: '' });
}

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
  ])('is answered to %s exactly within its cost.read', async (as, requests, spend, perThousand) => {
    const answer = await client(as).insights.query(OVERVIEW);
    expect(numbersOf(answer.data)).toMatchObject({
      'requests.v1': requests,
      'provider_spend.v1': spend,
      'cost_per_1000_requests.v1': perThousand,
      'app_feedback.v1': requests,
    });
    const text = JSON.stringify(answer.data);
    if (as === 'analyst') expect(text).not.toMatch(/1111|2222|3333|1666|priced_effects/);
    if (as === 'narrow') expect(text).not.toMatch(/2222|3333/);
  });

  it.each([
    ['owner', { state: 'available', number: '1111000', unit: 'nano_usd', amount_usd: '0.001111' }],
    ['contentless', { state: 'available', number: '1111000', unit: 'nano_usd', amount_usd: '0.001111' }],
    ['analyst', { state: 'unavailable', reason: 'scope_not_authorized' }],
  ] as const)('is shown to %s in a receipt only with cost.read', async (as, cost) => {
    const { read_context } = await ask(as, { ...FEEDBACK, drilldown: 'request' });
    const question = {
      schema: 1,
      scope: {},
      ...JANUARY,
      read_context,
      logical_request_id: 'request-assistant',
    } as const;
    expect((await client(as).insights.receipt(question)).data.provider_cost).toEqual(cost);
  });

  it('is refused as a filter without cost.read', async () => {
    const costly = { ...FEEDBACK, drilldown: 'attempt', attempt_filter: { cost_effects_only: true } } as const;
    expect((await toRefusal(ask('analyst', costly))).type).toBe('forbidden');
    expect((await ask('contentless', costly)).attempts).toHaveLength(2);
    expect((await ask('narrow', costly)).attempts).toHaveLength(1);
  });
});

describe('values of dimensions, over real engines', () => {
  const BY_USER: InsightQuery = {
    schema: 1,
    shape: 'facets',
    scope: {},
    ...JANUARY,
    metrics: ['requests.v1', 'provider_spend.v1'],
    dimensions: ['user'],
  };
  const OF_ADA: InsightQuery = { ...OVERVIEW, dimension_filter: { user: { values: [USERS.assistant] } } };

  /** Each line with its requests. */
  const linesOf = ({ groups = [] }: InsightAnswer) =>
    groups.map(({ dimension, cells }) => {
      const value = cells[0]?.value;
      return [dimension, value?.state === 'unavailable' ? value.reason : value?.number];
    });

  it('are answered to a reader with dimensions.read, each with its figures', async () => {
    expect(linesOf(await ask('owner', BY_USER))).toEqual([
      [{ name: 'user', value: 'ada' }, '1'],
      [{ name: 'user', value: 'bob' }, '1'],
      [{ name: 'user' }, '0'],
    ]);
  });

  it.each(['contentless', 'narrow', 'analyst'] as const)('are withheld from %s, as two lines', async (as) => {
    const { data } = await client(as).insights.query(BY_USER);
    expect(linesOf(data)).toEqual([
      [{ name: 'user', withheld: true }, 'scope_not_authorized'],
      [{ name: 'user' }, '0'],
    ]);
    expect(data.groups?.[0]?.cells[1]?.value).toEqual({ state: 'unavailable', reason: 'scope_not_authorized' });
    expect(JSON.stringify(data.groups)).not.toMatch(/ada|bob/);
  });

  it('are refused as a filter, and spend as their order, without the permission', async () => {
    for (const as of ['contentless', 'narrow', 'analyst'] as const)
      expect((await toRefusal(ask(as, OF_ADA))).type, as).toBe('forbidden');
    expect(numbersOf(await ask('owner', OF_ADA))).toMatchObject({ 'requests.v1': '1', 'provider_spend.v1': '1111000' });
    const bySpend = { ...BY_USER, ranked_by: 'spend' } as const;
    expect((await toRefusal(ask('analyst', bySpend))).type).toBe('forbidden');
    expect(linesOf(await ask('owner', bySpend)).map(([dimension]) => dimension)).toEqual([
      { name: 'user', value: 'bob' },
      { name: 'user', value: 'ada' },
      { name: 'user' },
    ]);
  });

  it('are withheld in the filter of a saved view, which cannot be opened then', async () => {
    const view = { name: 'Ada', audience: 'team', query: OF_ADA, time_intent: 'fixed', display_tz: 'UTC' } as const;
    const { data: saved } = await client('owner').savedViews.create(view);
    expect((await client('owner').savedViews.open(saved.id)).data.query.dimension_filter).toEqual(
      OF_ADA.dimension_filter,
    );
    for (const as of ['contentless', 'narrow', 'analyst'] as const) {
      const { savedViews } = client(as);
      expect((await savedViews.get(saved.id)).data.query['dimension_filter'], as).toEqual({ user: { withheld: true } });
      expect((await toRefusal(savedViews.open(saved.id))).type, as).toBe('forbidden');
    }
  });
});

describe('the issuer of a verdict, over real engines', () => {
  it.each<[Who, number, boolean]>([
    ['owner', 2, true],
    ['analyst', 2, true],
    ['contentless', 2, false],
    ['narrow', 1, false],
  ])('is shown to %s only with content.read', async (as, rows, shown) => {
    const answer = await ask(as, FEEDBACK);
    expect(answer.feedback).toHaveLength(rows);
    for (const row of answer.feedback ?? [])
      expect([row.issuer, row.issuer_ref]).toEqual([shown ? ISSUER : undefined, 'issuer-1']);
    expect(JSON.stringify(answer).includes(ISSUER)).toBe(shown);
  });
});

describe('a saved view, over real engines', () => {
  it('answers each opener with its own access', async () => {
    const view = await viewOfJanuary('team');
    const open = async (as: Who) => numbersOf((await client(as).savedViews.open(view)).data.answer);
    expect(await open('owner')).toMatchObject({ 'requests.v1': '2', 'provider_spend.v1': '3333000' });
    expect(await open('narrow')).toMatchObject({ 'requests.v1': '1', 'provider_spend.v1': '1111000' });
    expect(await open('analyst')).toMatchObject({ 'requests.v1': '2', 'provider_spend.v1': 'scope_not_authorized' });
  });
});

describe('a concealed resource, over real engines', () => {
  it.each([
    ['analyst', 404],
    ['narrow', 404],
    ['neighbour', 404],
    ['outsider', 404],
    ['runtime', 401],
    ['forged', 401],
  ] as const)('is a view of another user, which equals a missing view for everyone: %s', async (as, status) => {
    const { savedViews } = client(as);
    const view = await viewOfJanuary('personal');
    expect((await toRefusal(savedViews.get(view))).status).toBe(status);
    expect(await refusalText(savedViews.get(view))).toBe(await refusalText(savedViews.get(newId('savedView'))));
  });

  it.each([
    ['neighbour', 404],
    ['outsider', 404],
    ['runtime', 401],
  ] as const)('is a workspace, which equals a missing workspace for everyone: %s', async (as, status) => {
    const here = client(as);
    const nowhere = here.at({ organizationId: ORG, workspaceId: newId('workspace') });
    expect((await toRefusal(here.insights.query(OVERVIEW))).status).toBe(status);
    expect(await refusalText(here.insights.query(OVERVIEW))).toBe(await refusalText(nowhere.insights.query(OVERVIEW)));
  });

  it('includes the pin of another user', async () => {
    const continued = { ...OVERVIEW, read_context: (await ask('owner', OVERVIEW)).read_context };
    expect(await ask('owner', continued)).toMatchObject({ minted: false });
    expect(await toRefusal(ask('contentless', continued))).toMatchObject({ status: 410, type: 'read_context_expired' });
  });
});

describe('changes of the control plane, over real engines', () => {
  it('show a deployment among the markers of all readers of its scope', async () => {
    const { gatewayId, environmentId } = environments.assistantProduction;
    for (const as of ['owner', 'analyst', 'narrow'] as const) {
      expect((await ask(as, MARKERS)).markers).toEqual([
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
      expect(numbersOf(await ask(as, OVERVIEW))).toMatchObject({ 'release_annotations.v1': '1' });
    }
  });

  it('exclude traffic, restore it, expire it permanently, and end each earlier pin', async () => {
    // Expiry is permanent, so the traffic is in a separate workspace.
    const workspace = await newWorkspace();
    await loadTraffic(workspace);
    const asked = (query: InsightQuery): Promise<InsightAnswer> => ask('owner', query, workspace.id);
    const exclusions = createExclusionStore(database.pool, clock);
    const requests = async (): Promise<string | undefined> => numbersOf(await asked(OVERVIEW))['requests.v1'];
    const pinned = async () => {
      const { read_context } = await asked(OVERVIEW);
      return async () => (await toRefusal(asked({ ...OVERVIEW, read_context }))).type;
    };
    const before = await pinned();
    const { exclusionId } = await exclusions.add({
      nodeId: workspace.search.applicationId,
      from: new Date('2026-01-10T10:00:00.000Z'),
      to: new Date('2026-01-10T11:00:00.000Z'),
      reason: 'test',
    });
    expect([await before(), await requests()]).toEqual(['read_context_expired', '1']);
    const during = await pinned();
    await exclusions.remove(exclusionId);
    expect([await during(), await requests()]).toEqual(['read_context_expired', '2']);
    const kept = await pinned();
    await createRetentionStore(database.pool).move(workspace.id, new Date('2026-01-11T00:00:00.000Z'));
    expect([await kept(), await requests()]).toEqual(['read_context_expired', undefined]);
    // The marker is exactly at the horizon, so it is retained.
    const { markers, coverage } = await asked(MARKERS);
    expect(markers).toHaveLength(1);
    expect(coverage).toContain('retention_expired');
  });
});
