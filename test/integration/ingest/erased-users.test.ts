import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnalyticsClient } from '../../../analytics/analytics-client.ts';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import { compareFacts } from '../../../analytics/indexer/compare-facts.ts';
import { loadBatches } from '../../../analytics/indexer/loading/load-batches.ts';
import { planNext } from '../../../analytics/indexer/planning/plan-next.ts';
import { readBlock } from '../../../analytics/indexer/reading/read-block.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { eraseUserFromWorkspace, type UserErasure } from '../../../operator/erasure/erase-user-from-workspace.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createDatasetStore } from '../../../store/quality/datasets/dataset-store.ts';
import { makeMember } from '../../../testing/quality/make-dataset-member.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';
import { memorySource } from './support/memory-source.ts';
import { readAllFacts, unloadAll } from './support/rebuilt.ts';

const AT = '2026-03-02T10:15:00.000Z';
/** After the midnight that ends the day of the erasure. */
const LATER = '2026-03-03T00:00:00.000Z';
const CLOCK = { now: () => new Date('2026-03-02T12:00:00.000Z') };

/** A user with every character that a statement or a document could misread. */
const USER = `O'Neil "ü🚀\\'); --`;
const OTHER = { organization_id: 'org_here', workspace_id: 't_next', application_id: 'app_next' };
const NEXT = { ...OTHER, gateway_id: 'gw_next', environment_id: 'env_next' };

let world: IngestWorld;
/** The content that the last erasure removed: workspace, day and requests. */
let removed: [workspaceId: string, day: string, requestIds: string[]][];

beforeEach(async () => {
  world = await createIngestWorld();
  removed = [];
  const { pool } = world;
  const now = new Date();
  await pool.query("INSERT INTO workspaces VALUES ('t_next', 'org_here', 'Next', $1)", [now]);
  await pool.query("INSERT INTO applications VALUES ('app_next', 't_next', 'Next', $1)", [now]);
  await pool.query("INSERT INTO gateways VALUES ('gw_next', 'app_next', 'Next', $1)", [now]);
  await pool.query("INSERT INTO environments VALUES ('env_next', 'gw_next', 'Next', $1)", [now]);
});
afterEach(() => world.drop());

async function advance(source: EventSource, ports = world.ports) {
  const lease = await ports.sources.lease(source, 'test');
  try {
    return await advanceSource(ports, source, 'test', lease!.nextOffset);
  } finally {
    await ports.sources.release(source.id, 'test');
  }
}

const load = (...events: readonly TrafficEvent[]) => advance(memorySource(events));

function erase(user = USER, clickhouse = world.clickhouse): Promise<UserErasure> {
  const content = {
    removeRequests: (workspaceId: string, day: string, requestIds: readonly string[]) => {
      removed.push([workspaceId, day, [...requestIds].sort()]);
      return Promise.resolve(requestIds.length);
    },
  };
  const outlastReads = (): Promise<void> => Promise.resolve();
  const parts = { pool: world.pool, clickhouse, clock: CLOCK, content, outlastReads };
  return eraseUserFromWorkspace(parts, { organizationId: 'org_here', workspaceId: 't_here' }, user);
}

interface Stated {
  readonly user?: string;
  readonly scope?: IngestWorld['scope'];
  readonly at?: string;
}

/** The members that the events of a request share. */
interface About {
  readonly schema: 1;
  readonly scope: IngestWorld['scope'];
  readonly purpose: 'application';
  readonly logical_request_id: string;
  readonly dimensions: Record<string, string>;
}

const about = (id: string, { user = USER, scope = world.scope }: Stated = {}): About => ({
  ...{ schema: 1, scope, purpose: 'application', logical_request_id: id },
  dimensions: { user, feature: 'search', 'tag.plan': 'pro' },
});

const admitted = (id: string, stated: Stated = {}, more: object = {}): TrafficEvent => ({
  ...{ event: 'request_admitted', ...about(id, stated), admitted_at: stated.at ?? AT, streaming: false, ...more },
});

const ended = (id: string, stated: Stated = {}, more: object = {}): TrafficEvent => ({
  ...{ event: 'request_terminal', ...about(id, stated), admitted_at: stated.at ?? AT },
  ...{ terminal_at: stated.at ?? AT, status: 'succeeded', attempt_count: 1, total_ms: 100, ...more },
});

/** An event of every kind about a request. */
function everyKind(id: string, stated: Stated = {}): TrafficEvent[] {
  const [request, at] = [about(id, stated), stated.at ?? AT];
  const called = { attempt_id: 'a', provider_id: 'p', provider_model: 'm' } as const;
  return [
    admitted(id, stated),
    {
      ...{ event: 'attempt', ...request, ...called, ordinal: 1, role: 'primary', route_changed: false },
      ...{
        output_state: 'complete',
        usage_source: 'provider',
        usage_known: true,
        input_tokens: 10,
        output_tokens: 5,
        total_tokens: 15,
      },
      dispatched_at: at,
    },
    {
      ...{ event: 'cost_effect', ...request, ...called, effect_id: 'c', effect_kind: 'settlement', occurred_at: at },
      ...{ price_state: 'priced', nanos: '12' },
    },
    ended(id, stated),
    {
      ...{ event: 'feedback_verdict', ...request, feedback_id: 'f', issuer_ref: 'i', value: 'positive', revision: 1 },
      ...{ occurred_at: at, source: 'app', match: 'matched' },
    },
    {
      ...{ event: 'protection_evaluation', ...request, admitted_at: at, evaluated_at: at, component_id: 'c' },
      ...{ component_version: '1', phase: 'input', eligibility: 'eligible', evaluation: 'evaluated' },
      ...{ outcome: 'passed' },
    },
    {
      ...{ event: 'evaluation_outcome', ...request, admitted_at: at, outcome_id: 'o', evaluator_id: 'human' },
      ...{ evaluator_kind: 'human', metric: 'correctness', basis: 'measured', actor: 'crd', occurred_at: at },
      ...{ verdict: 'pass', annotator: 'somebody' },
    },
  ];
}

/** A journal of two sources: requests of the user, of others and after the erasure, and two replaced endings. */
function journal(): EventSource[] {
  const cancelled = { status: 'cancelled' };
  return [
    memorySource([
      ...everyKind('one'),
      ...everyKind('of-bob', { user: 'bob' }),
      ...everyKind('of-next', { scope: NEXT }),
      ...everyKind('later', { at: LATER }),
      ended('apart'),
      ended('of-bob-apart', { user: 'bob' }),
      ended('together'),
      ended('together', {}, cancelled),
    ]),
    memorySource([ended('apart', {}, cancelled), ended('of-bob-apart', { user: 'bob' }, cancelled)]),
  ];
}

/** The requests of the user before the erasure. */
const ERASED_REQUESTS = ['one', 'apart', 'together'];

type Row = Readonly<Record<string, unknown>>;

const isErasedFact = (row: Row): boolean => ERASED_REQUESTS.includes(String(row['logical_request_id']));

/** The facts, in which those of the user have none. */
const blanked = (facts: Record<string, object[]>) =>
  Object.fromEntries(
    Object.entries(facts).map(([table, rows]) => [
      table,
      rows.map((row) => (isErasedFact(row as Row) ? { ...row, user: '' } : row)),
    ]),
  );

async function rows(query: string): Promise<Row[]> {
  return (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json<Row>();
}

/** The sums of every value of every dimension. */
const dimensionSums = () =>
  rows(`SELECT workspace_id, dimension, toString(period) AS day, value, sum(admitted) AS admitted, sum(ended) AS ended,
      sum(succeeded) AS succeeded, sum(attempts) AS attempts, sum(total_tokens) AS tokens, sum(nanos) AS nanos
    FROM dimension_sums_by_day_v1 GROUP BY ALL ORDER BY ALL`);

/** The totals of each workspace. */
const totals = () =>
  rows(`SELECT workspace_id, facet, facet_value, sum(admitted) AS admitted, sum(ended) AS ended,
      sum(attempts) AS attempts, sum(total_tokens) AS tokens, sum(nanos) AS nanos
    FROM traffic_by_day_v1 GROUP BY ALL ORDER BY ALL`);

const differences = async () =>
  (await compareFacts(world.clickhouse, createIngestReloadStore(world.pool, world.ports.clock))).differences;

describe('an erased user', () => {
  it('leaves no annotation and no hash in items of datasets, and the items of others', async () => {
    for (const source of journal()) await advance(source);
    const store = createDatasetStore(world.pool, CLOCK);
    const items = ['one', 'of-bob', 'later'].map((id) =>
      makeMember(id, { contentHash: 'f'.repeat(64), annotations: { note: id } }),
    );
    const { dataset } = await store.create(
      { callerId: 'tok_1', idempotencyKey: undefined, fingerprint: '' },
      {
        ...{ workspaceId: 't_here', name: 'Chats', builder: 'from_filter', definition: {}, members: items },
        ...{
          duplicates: { requests: 0, contents: 0 },
          retentionGeneration: undefined,
          appended: undefined,
          createdBy: 'tok_1',
        },
      },
    );
    expect(await erase()).toMatchObject({ datasetItems: 1 });
    const read = await store.readVersion({ datasetId: dataset.datasetId, version: 1 });
    expect(read?.members.map(({ requestId, annotations, isErased }) => [requestId, annotations, isErased])).toEqual([
      ['one', {}, true],
      ['of-bob', { note: 'of-bob' }, false],
      ['later', { note: 'later' }, false],
    ]);
  });

  it('leaves all facts and sums in place, without the user, and changes no other user or workspace', async () => {
    for (const source of journal()) await advance(source);
    const [facts, sums, whole] = [await readAllFacts(world), await dimensionSums(), await totals()];
    expect(Object.keys(facts)).toHaveLength(8);

    const erasure = await erase();
    expect(erasure).toEqual({
      ...{ before: new Date(LATER), facts: 15, contentFiles: 3 },
      ...{ datasetItems: 0, quarantinedLines: 0, savedViews: 0, reportRuns: 0 },
    });
    expect(removed).toEqual([['t_here', '2026-03-02', ['apart', 'one', 'together']]]);
    expect(await readAllFacts(world)).toEqual(blanked(facts));
    expect(await totals()).toEqual(whole);
    const isErased = (row: Row) =>
      row['workspace_id'] === 't_here' && row['value'] === USER && row['day'] === '2026-03-02 00:00:00';
    expect(sums.filter(isErased)).toHaveLength(1);
    expect(await dimensionSums()).toEqual(sums.filter((row) => !isErased(row)));
    expect(await differences()).toEqual([]);

    expect(await erase()).toEqual({ ...erasure, facts: 0, contentFiles: 0 });
    expect(await readAllFacts(world)).toEqual(blanked(facts));
  });

  it('does not return when the facts are rebuilt from the journal', async () => {
    const sources = journal();
    for (const source of sources) await advance(source);
    await erase();
    const [facts, sums] = [await readAllFacts(world), await dimensionSums()];
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(source);
    expect(await readAllFacts(world)).toEqual(facts);
    expect(await dimensionSums()).toEqual(sums);
    expect(await differences()).toEqual([]);
  });

  it('is in no table of Postgres and in no list of ClickHouse', async () => {
    for (const source of journal()) await advance(source);
    await erase();
    const plans = await world.pool.query<{ replaced: { row: Row }[] }>(
      'SELECT replaced FROM ingest_batches ORDER BY batch_id',
    );
    const endings = plans.rows.flatMap(({ replaced }) => replaced);
    expect(endings.map(({ row }) => [row['logical_request_id'], row['user']])).toEqual([
      ['together', ''],
      ['apart', ''],
      ['of-bob-apart', 'bob'],
    ]);
    const { rows: erased } = await world.pool.query<object>(
      'SELECT workspace_id, octet_length(user_digest) AS bytes, erased_before FROM erased_users',
    );
    expect(erased).toEqual([{ workspace_id: 't_here', bytes: 32, erased_before: new Date(LATER) }]);
    const listed = "database = currentDatabase() AND command LIKE '%SHA256%'";
    const mutations = await rows(`SELECT command FROM system.mutations WHERE ${listed}`);
    expect(mutations).toHaveLength(9);
    expect(JSON.stringify(mutations)).not.toContain('Neil');
  });

  it('expires the read contexts of its workspace only', async () => {
    await erase();
    const { rows: generations } = await world.pool.query<object>(
      'SELECT workspace_id, retention_generation::int AS generation FROM workspaces ORDER BY workspace_id',
    );
    expect(generations).toEqual([
      // Once before the erasure, for builds of datasets, and once after it.
      { workspace_id: 't_here', generation: 3 },
      { workspace_id: 't_next', generation: 1 },
    ]);
  });
});

describe('events of an erased user that are loaded later', () => {
  const userOf = async (request: string): Promise<unknown[]> =>
    (await rows(`SELECT user FROM request_admissions_v1 WHERE logical_request_id = '${request}'`)).map(
      ({ user }) => user,
    );

  it('have no user before the erasure, and their user after it', async () => {
    await erase();
    await load(admitted('late'), admitted('next', { at: LATER }), ended('opening'));
    expect([await userOf('late'), await userOf('next'), await userOf('opening')]).toEqual([[''], [USER], ['']]);
    expect(await differences()).toEqual([]);
  });

  it('have no user if an earlier gateway noted it', async () => {
    await erase();
    const { dimensions, ...request } = about('noted');
    const event = {
      event: 'request_admitted',
      ...request,
      admitted_at: AT,
      noted: { 'dims.user': dimensions['user'] },
    };
    await load(event as TrafficEvent);
    expect(await userOf('noted')).toEqual(['']);
  });

  it('have no user if their batch was planned before and is not loaded', async () => {
    const source = memorySource([admitted('planned'), ...everyKind('of-bob', { user: 'bob' })]);
    const faults = {
      reach(name: string) {
        if (name === 'indexer.after_plan') throw new Error('stop');
      },
    };
    await expect(advance(source, { ...world.ports, faults })).rejects.toThrow('stop');
    expect(await erase()).toMatchObject({ facts: 0 });
    await advance(source);
    expect([await userOf('planned'), await userOf('of-bob')]).toEqual([[''], ['bob']]);
  });

  it('have no user if their lines were read before', async () => {
    const { ports } = world;
    const source = memorySource([admitted('read')]);
    await ports.sources.lease(source, 'test');
    const read = await readBlock(source, ports.scopes, 0n);
    await erase();
    const { rows: made } = await planNext(ports, source, 'test', read);
    await loadBatches(ports, 'test', made);
    expect(await userOf('read')).toEqual(['']);
  });

  it('have no user after an erasure that was interrupted, which is then repeated', async () => {
    await load(admitted('before'));
    const silent = createAnalyticsClient('http://127.0.0.1:1');
    await expect(erase(USER, silent)).rejects.toThrow();
    await silent.close();
    await load(admitted('between'));
    expect([await userOf('before'), await userOf('between')]).toEqual([[USER], ['']]);
    expect(await erase()).toMatchObject({ facts: 1 });
    expect([await userOf('before'), await userOf('between')]).toEqual([[''], ['']]);
  });
});

describe('a quarantined line of an erased user', () => {
  const lines = async (): Promise<string[]> => {
    const { rows: stored } = await world.pool.query<{ line_start: string }>(
      'SELECT line_start FROM ingest_quarantine ORDER BY arrival_seq',
    );
    return stored.map(({ line_start: text }) => text);
  };
  const conflicting = { admitted_at: '2026-03-02T10:16:00.000Z' };

  it('has no text, before and after the erasure', async () => {
    await load(admitted('one'), admitted('bob', { user: 'bob' }), admitted('next', { scope: NEXT }));
    const again = [admitted('one', {}, conflicting), admitted('bob', { user: 'bob' }, conflicting)];
    const ofNext = admitted('next', { scope: NEXT }, conflicting);
    const [, ofBob] = again.map((event) => JSON.stringify(event));
    expect(await load(...again, ofNext)).toMatchObject({ quarantined: 3 });
    expect(await erase()).toMatchObject({ quarantinedLines: 1 });
    const kept = ['', ofBob, JSON.stringify(ofNext)];
    expect(await lines()).toEqual(kept);
    expect(await load(...again)).toMatchObject({ quarantined: 2 });
    expect(await lines()).toEqual([...kept, '', ofBob]);
  });

  it('has no text, before and after the erasure, if it was unreadable', async () => {
    const within = (user: string): string => `{"dimensions":${JSON.stringify({ user })},`;
    const unreadable = (user: string): object => ({
      ...{ event: 'unreadable', scope: world.scope, producer_class: 'gateway_journal', occurred_at: AT },
      ...{ reason: 'not_json', detail: 'The line is not JSON.', text: within(user) },
    });
    const both = [unreadable(USER), unreadable('bob')] as TrafficEvent[];
    expect(await load(...both)).toMatchObject({ quarantined: 2 });
    expect(await erase()).toMatchObject({ quarantinedLines: 1 });
    const ofBob = JSON.stringify(both[1]);
    expect(await lines()).toEqual(['', ofBob]);
    expect(await load(...both)).toMatchObject({ quarantined: 2 });
    expect(await lines()).toEqual(['', ofBob, '', ofBob]);
  });
});
