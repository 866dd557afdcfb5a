import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import { compareFacts } from '../../../../analytics/indexer/compare-facts.ts';
import { ValueShares } from '../../../../analytics/indexer/folding/value-shares.ts';
import type { IndexerPorts } from '../../../../analytics/indexer/indexer-ports.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { PRODUCER_CLASSES } from '../../../../domain/insight/insight-sets.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import { createIngestReloadStore } from '../../../../store/ingest/ingest-reload-store.ts';
import { askFacts } from '../../../../testing/insight/asking.ts';
import { cellTexts } from '../../../../testing/insight/measured.ts';
import { createIngestWorld, type IngestWorld } from '../support/ingest-world.ts';
import { memorySource } from '../support/memory-source.ts';
import { readAllFacts, unloadAll } from '../support/rebuilt.ts';

const AT = '2026-03-02T10:15:00.000Z';
const LATER = new Date('2026-03-10T12:00:00.000Z');
/** The number of values that one key can add; all keys together can add twice as many. */
const MAX_OF_KEY = 10;

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

/** The ports of an indexer that has just started. */
function restarted(faultAt?: string): IndexerPorts {
  let point = faultAt;
  return {
    ...world.ports,
    valueShares: new ValueShares(world.clickhouse, world.ports.clock, { maxOfKey: MAX_OF_KEY }),
    faults: {
      reach: (name) => {
        if (name !== point) return;
        point = undefined;
        throw new Error('died');
      },
    },
  };
}

async function advance(ports: IndexerPorts, source: EventSource) {
  const lease = await ports.sources.lease(source, 'test');
  return advanceSource(ports, source, 'test', lease!.nextOffset);
}

type Dimensions = Readonly<Record<string, string>>;

/** An admitted request with a price of one nano-dollar more than its number. */
function request(number: number, dimensions: Dimensions): TrafficEvent[] {
  const about = {
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: `r${number}`,
    dimensions,
  } as const;
  return [
    { ...about, event: 'request_admitted', admitted_at: AT, streaming: false },
    {
      ...{ ...about, event: 'cost_effect', effect_id: 'c', effect_kind: 'settlement', attempt_id: 'a' },
      ...{ provider_id: 'p', provider_model: 'm', occurred_at: AT, price_state: 'priced', nanos: String(number + 1) },
    },
  ];
}

/** Requests of a key, each with a user of its own. */
const flood = (key: string, from: number, count: number): TrafficEvent[] =>
  Array.from({ length: count }, (_, step) => request(from + step, { user: `user ${from + step}`, key })).flat();

/** The sums of each value of the rollup, by dimension and value. */
async function sums(dimension: string): Promise<Record<string, string>> {
  const asked = {
    query: `SELECT value, toString(sum(nanos)) AS nanos FROM dimension_sums_by_day_v1
      WHERE startsWith(dimension, {dimension:String}) GROUP BY value ORDER BY value`,
    query_params: { dimension },
    format: 'JSONEachRow',
  } as const;
  const rows = await (await world.clickhouse.query(asked)).json<{ value: string; nanos: string }>();
  return Object.fromEntries(rows.map(({ value, nanos }) => [value, nanos]));
}

async function differences() {
  const reloads = createIngestReloadStore(world.pool, world.ports.clock);
  return (await compareFacts(world.clickhouse, reloads)).differences;
}

const usersOf = (from: number, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, step) => [`user ${from + step}`, String(from + step + 1)]));

function ask(dimensions: string[], mayReadDimensions = true): Promise<InsightAnswer> {
  const { organization_id: organizationId, workspace_id: workspaceId, environment_id: environment } = world.scope;
  const watermarks = PRODUCER_CLASSES.map((producer_class) => ({
    ...{ producer_class, produced_through: 1_000n, indexed_through: 1_000n, last_indexed_at: LATER },
  }));
  const place = { organizationId, workspaceId, environmentIds: [environment], mayReadDimensions };
  return askFacts(
    { client: world.clickhouse, insert: () => Promise.resolve(), drop: () => Promise.resolve() },
    {
      ...{ schema: 1, shape: 'facets', scope: {}, from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' },
      ...{ dimensions, dimension_values: 3, metrics: ['requests.v1', 'provider_spend.v1'] },
    },
    {
      scope: place,
      snapshot: { fence: 1_000n, ownFence: 1_000n, environmentIds: [environment], watermarks },
      now: LATER,
    },
  );
}

const table = ({ groups = [] }: InsightAnswer): unknown[] =>
  groups.map((group) => [group.dimension, ...Object.values(cellTexts(group))]);

describe('a flood of values by one key', () => {
  it('is folded beyond its share, other keys stay exact, and all sums add up', async () => {
    const ports = restarted();
    for (const from of [0, 5, 10, 15, 20, 25]) await advance(ports, memorySource(flood('flood', from, 5)));
    await advance(ports, memorySource(flood('other', 100, 4)));
    await advance(ports, memorySource(request(200, { user: 'user 3', key: 'flood' })));
    const stored = { ...usersOf(0, 10), ...usersOf(100, 4), 'user 3': String(4 + 201) };
    // The users 10 to 29 spend 11 to 30 nano-dollars.
    expect(await sums('user')).toEqual({ ...stored, ' folded': '410' });
    expect(await differences()).toEqual([]);
  });

  it('is folded equally after restarts, and after repetitions of planned batches', async () => {
    for (const from of [0, 5, 10, 15, 20]) {
      const source = memorySource(flood('flood', from, 5));
      const ports = restarted(from % 2 === 0 ? 'indexer.after_plan' : 'indexer.between_tables');
      await expect(advance(ports, source)).rejects.toThrow('died');
      // Another indexer with a larger share repeats the plan, and decides nothing.
      await advance(world.ports, source);
    }
    expect(await sums('user')).toEqual({ ...usersOf(0, 10), ' folded': String(11 * 15 + 105) });
    expect(await differences()).toEqual([]);
    const batches = await world.pool.query<{ folded: object }>('SELECT folded FROM ingest_batches ORDER BY batch_id');
    expect(batches.rows.map(({ folded }) => folded)).toEqual([
      {},
      {},
      { user: [[0, 10]] },
      { user: [[0, 10]] },
      { user: [[0, 10]] },
    ]);
  });

  it('is folded in the facts that are loaded again', async () => {
    const ports = restarted();
    const sources = [0, 5, 10].map((from) => memorySource(flood('flood', from, 5)));
    for (const source of sources) await advance(ports, source);
    const before = await readAllFacts(world);
    await unloadAll(world, 'empty');
    for (const source of sources) await advance(world.ports, source);
    expect(await readAllFacts(world)).toEqual(before);
    expect(await sums('user')).toEqual({ ...usersOf(0, 10), ' folded': '65' });
  });

  it('is disclosed in answers, and hidden with all values from a reader who may not read them', async () => {
    const ports = restarted();
    for (const from of [0, 5, 10, 15]) await advance(ports, memorySource(flood('flood', from, 5)));
    await advance(ports, memorySource(request(100, { key: 'other' })));
    expect(table(await ask(['user']))).toEqual([
      [{ name: 'user', value: 'user 0' }, '1 count', '1 nano_usd'],
      [{ name: 'user', value: 'user 1' }, '1 count', '2 nano_usd'],
      [{ name: 'user', value: 'user 2' }, '1 count', '3 nano_usd'],
      // Seven known users, and ten requests with an admission and a price each whose users are folded.
      [{ name: 'user', other: true, values: '7', folded_events: '20' }, '17 count', '204 nano_usd'],
      [{ name: 'user' }, '1 count', '101 nano_usd'],
    ]);
    const withheld = table(await ask(['user'], false));
    expect(withheld.map((row) => (row as unknown[])[0])).toEqual([{ name: 'user', withheld: true }, { name: 'user' }]);
  });

  it('of tags is folded with all tags of its requests, and disclosed for each tag', async () => {
    const ports = restarted();
    const tagged = (from: number): TrafficEvent[] =>
      Array.from({ length: 20 }, (_, step) =>
        request(from + step, { 'tag.plan': 'pro', [`tag.random-${from + step}`]: 'x', key: 'flood' }),
      ).flat();
    for (const from of [0, 20, 40]) await advance(ports, memorySource(tagged(from)));
    // The share of tags is four times as large: the plan, and 39 random tags.
    const count = `SELECT toString(uniqExact(dimension)) AS found FROM dimension_sums_by_day_v1
      WHERE startsWith(dimension, 'tag.')`;
    const [found] = await (await world.clickhouse.query({ query: count, format: 'JSONEachRow' })).json<object>();
    expect(found).toEqual({ found: '41' });
    const answer = table(await ask(['tag.plan']));
    expect(answer).toHaveLength(3);
    expect(answer.slice(0, 2)).toEqual([
      [{ name: 'tag.plan', value: 'pro' }, '39 count', '780 nano_usd'],
      [{ name: 'tag.plan', other: true, values: '0', folded_events: '42' }, '21 count', '1050 nano_usd'],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('is bounded for the complete environment if each request states another key', async () => {
    const ports = restarted();
    const invented = Array.from({ length: 60 }, (_, step) =>
      request(step, { user: `user ${step}`, key: `key ${step}` }),
    );
    for (const events of [invented.slice(0, 30), invented.slice(30)]) await advance(ports, memorySource(events.flat()));
    expect(Object.keys(await sums('user'))).toHaveLength(20);
    expect(Object.keys(await sums('key'))).toHaveLength(20);
    const total = Object.values(await sums('user')).reduce((sum, nanos) => sum + BigInt(nanos), 0n);
    expect(total).toBe(BigInt((60 * 61) / 2));
    expect(await differences()).toEqual([]);
  });

  it('stays folded in a cancelled ending and in the ending that it replaces', async () => {
    const ports = restarted();
    for (const from of [0, 5]) await advance(ports, memorySource(flood('flood', from, 5)));
    const ending = (status: 'succeeded' | 'cancelled'): TrafficEvent => ({
      ...{ event: 'request_terminal', schema: 1, scope: world.scope, purpose: 'application' },
      ...{ logical_request_id: 'ended', dimensions: { user: 'late', key: 'flood' } },
      ...{ admitted_at: AT, terminal_at: AT, status, attempt_count: 1 },
    });
    await advance(ports, memorySource([ending('succeeded'), ending('cancelled')]));
    expect(await sums('user')).toEqual({ ...usersOf(0, 10), ' folded': '0' });
    expect(await differences()).toEqual([]);
  });

  it('takes no share for a line that states the folded value', async () => {
    const ports = restarted();
    for (const from of [0, 5]) await advance(ports, memorySource(flood('flood', from, 5)));
    await advance(ports, memorySource(request(50, { user: ' folded', key: 'other' })));
    expect(await sums('user')).toEqual({ ...usersOf(0, 10), ' folded': '51' });
  });
});
