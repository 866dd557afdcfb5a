import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createAnalyticsClient, type AnalyticsClient } from '../../../../analytics/analytics-client.ts';
import { ABSENT_CELLS } from '../../../../analytics/indexer/events/absent-cells.ts';
import { toFact, toFactRow } from '../../../../analytics/indexer/events/fact-rows.ts';
import { migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import type { FactEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import { createFactsTables } from '../../../../testing/engines/clickhouse-database.ts';
import { cancellationsOf, expectRollups, loadBatch, skewedFacts } from './loaded-rollups.ts';
import { ROLLUP_FIGURES, type PlacedFact } from './rollup-reference.ts';

const AT = '2026-03-02T10:15:00.000Z';
const MIGRATION = '0014_dimension_sums.sql';

let url: URL;
let client: AnalyticsClient;
beforeEach(async () => {
  url = new URL(inject('clickhouseUrl'));
  url.pathname = `/dimensions_${randomUUID().replaceAll('-', '')}`;
  await createFactsTables(url.href);
  client = createAnalyticsClient(url.href);
});
afterEach(async () => {
  await client.command({ query: `DROP DATABASE ${url.pathname.slice(1)} SYNC` });
  await client.close();
});

/** The members that the events of a request share. */
interface About {
  readonly schema: 1;
  readonly scope: FactEvent['scope'];
  readonly purpose: 'application';
  readonly logical_request_id: string;
  readonly team_id?: string;
  readonly dimensions?: Record<string, string>;
}

const SCOPE = {
  organization_id: 'org_a',
  workspace_id: 't_a',
  application_id: 'app_a',
  gateway_id: 'gw_a',
  environment_id: 'env_a',
};
const about = (id: string, more: Pick<About, 'team_id' | 'dimensions'> = {}): About => ({
  schema: 1,
  scope: SCOPE,
  purpose: 'application',
  logical_request_id: id,
  ...more,
});

const CALLED = { attempt_id: 'a', provider_id: 'p', provider_model: 'm' };

const admitted = (request: About, at = AT): FactEvent => ({
  event: 'request_admitted',
  ...request,
  admitted_at: at,
  streaming: false,
});
const attempted = (request: About): FactEvent => ({
  event: 'attempt',
  ...request,
  ...CALLED,
  ordinal: 1,
  role: 'primary',
  route_changed: false,
  output_state: 'complete',
  usage_source: 'provider',
  usage_known: true,
  total_tokens: 15,
  dispatched_at: AT,
});
const pending = (request: About): FactEvent => ({
  event: 'cost_effect',
  ...request,
  ...CALLED,
  effect_id: 'settled',
  effect_kind: 'settlement',
  occurred_at: AT,
  price_state: 'pending',
});
const priced = (request: About): FactEvent => ({
  event: 'cost_effect',
  ...request,
  ...CALLED,
  effect_id: 'late',
  effect_kind: 'price_transition',
  occurred_at: AT,
  previous_price_state: 'pending',
  price_state: 'priced',
  nanos: '12',
  estimated: false,
});
const ended = (request: About, status: 'succeeded' | 'cancelled'): FactEvent => ({
  event: 'request_terminal',
  ...request,
  admitted_at: AT,
  terminal_at: AT,
  status,
  attempt_count: 1,
  streaming: false,
  total_ms: 100,
});

function placed(events: readonly FactEvent[], firstSeq = 1): PlacedFact[] {
  return events.map((event, index) => {
    const fact = toFact(event);
    return { table: fact.table, row: toFactRow(fact), seq: firstSeq + index };
  });
}

async function loadEvents(...events: readonly FactEvent[]): Promise<void> {
  await loadBatch(client, { batchId: 1n, token: 'events', facts: placed(events) });
}

/** The sums of each value without zeros, by dimension and value. */
async function sumsByValue(): Promise<Record<string, Record<string, string>>> {
  const sums = ROLLUP_FIGURES.map((figure) => `toString(sum(${figure}))`).join(', ');
  const query = `SELECT dimension, value, ${sums} FROM dimension_sums_by_day_v1 GROUP BY dimension, value`;
  const rows = await (await client.query({ query, format: 'JSONCompactEachRow' })).json<string[]>();
  return Object.fromEntries(
    rows.map(([name = '', value = '', ...cells]) => {
      const figures = ROLLUP_FIGURES.map((figure, index) => [figure, cells[index] ?? ''] as const);
      return [`${name}: ${value}`, Object.fromEntries(figures.filter(([, sum]) => sum !== '0'))];
    }),
  );
}

describe('the sums by dimension', () => {
  it('have a row for each value that a fact states, and no row for other facts', async () => {
    const dimensions = {
      ...{ user: "o'hara", tenant: 'Ünïcödé 🚀', feature: 'a\\b', agent: 'planner', step_class: 'tool_loop' },
      ...{ step_id: 's2', parent_id: 's1', tool: 'look up', key: 'kid_1' },
      ...{ 'tag.plan': 'pro', 'tag.__proto__': '__proto__', 'tag.a.b': '`c`', 'tag.two words': ' ', 'tag.ключ': '值' },
    };
    const one = about('one', { team_id: 'team-a', dimensions });
    for (const request of [one, about('two')]) {
      await loadBatch(client, {
        ...{ batchId: 1n, token: request.logical_request_id },
        facts: placed([admitted(request), attempted(request), pending(request), ended(request, 'succeeded')]),
      });
    }
    const figures = {
      ...{ admitted: '1', ended: '1', succeeded: '1', response_samples: '1' },
      ...{ attempts: '1', measured: '1', total_tokens: '15', effects: '1', pending: '1' },
    };
    const values = [
      ...["user: o'hara", 'tenant: Ünïcödé 🚀', 'feature: a\\b', 'agent: planner', 'step_class: tool_loop'],
      ...['tool: look up', 'key: kid_1', 'owner: team-a', 'tag.plan: pro', 'tag.__proto__: __proto__', 'tag.a.b: `c`'],
      ...['tag.two words:  ', 'tag.ключ: 值'],
    ];
    expect(await sumsByValue()).toEqual(Object.fromEntries(values.map((value) => [value, figures])));
  });

  it('count a late price under the dimensions that its own event states', async () => {
    const [alice, bob] = ['alice', 'bob'].map((user) => about('one', { team_id: 'team-a', dimensions: { user } }));
    await loadEvents(pending(alice!), priced(bob!));
    expect(await sumsByValue()).toEqual({
      'user: alice': { effects: '1', pending: '1' },
      'user: bob': { effects: '1', nanos: '12', settled_nanos: '12', priced: '1', pending: '-1' },
      'owner: team-a': { effects: '2', nanos: '12', settled_nanos: '12', priced: '1' },
    });
  });

  it('subtract a replaced ending under its own dimensions, once', async () => {
    const [alice, bob] = ['alice', 'bob'].map((user) => about('one', { team_id: 'team-a', dimensions: { user } }));
    await loadEvents(ended(alice!, 'succeeded'));
    const [ending] = placed([ended(alice!, 'succeeded')]);
    const replaced: PlacedFact = { table: 'replaced_terminals_v1', row: { ...ending!.row, replaced_seq: 1 }, seq: 2 };
    const cancellation = [...placed([ended(bob!, 'cancelled')], 2), replaced];
    for (let time = 0; time < 2; time += 1) {
      await loadBatch(client, { batchId: 2n, token: 'cancellation', facts: cancellation });
      expect(await sumsByValue()).toEqual({
        'user: alice': {},
        'user: bob': { ended: '1', cancelled: '1', response_samples: '1' },
        'owner: team-a': { ended: '1', cancelled: '1', response_samples: '1' },
      });
    }
  });

  it('equal the sums of all facts, with repetitions and replaced endings', async () => {
    const facts = skewedFacts();
    const cancellations = cancellationsOf(facts, facts.at(-1)!.seq + 1);
    const [first, second] = [
      { batchId: 1n, token: 'first', facts },
      { batchId: 2n, token: 'second', facts: cancellations },
    ];
    for (const batch of [first, second, second, first]) await loadBatch(client, batch);
    await expectRollups(client, [...facts, ...cancellations]);
  });

  it('are filled from facts that state only an owner, of more months than an insert may have partitions', async () => {
    const monthly = Array.from({ length: 120 }, (_, month) =>
      admitted(about(`month-${month}`, { team_id: 'team-a' }), new Date(Date.UTC(2010, month, 3)).toISOString()),
    );
    const ownersOnly = ({ table, row, seq }: PlacedFact): PlacedFact => {
      const cells = Object.entries(row).map(([name, cell]) => [name, ABSENT_CELLS.get(name) ?? cell] as const);
      return { table, row: Object.fromEntries(cells), seq };
    };
    const skewed = skewedFacts();
    const half = Math.floor(skewed.length / 2);
    const old = skewed.slice(0, half).map(ownersOnly);
    const cancellations = cancellationsOf(old, skewed.at(-1)!.seq + 1).map(ownersOnly);
    const facts = [...old, ...cancellations, ...placed(monthly, skewed.at(-1)!.seq + 1_000)];

    await loadBatch(client, { batchId: 1n, token: 'old', facts });
    for (let time = 0; time < 2; time += 1) {
      await client.command({
        query: 'ALTER TABLE schema_migrations DELETE WHERE name = {name:String}',
        query_params: { name: MIGRATION },
        clickhouse_settings: { mutations_sync: '2' },
      });
      expect(await migrateClickHouse(url.href)).toEqual([MIGRATION]);
      await expectRollups(client, facts, { units: [], breadths: [] });
    }
    expect(Object.keys(await sumsByValue()).sort()).toEqual([
      'owner: synthetic-team-a',
      'owner: synthetic-team-b',
      'owner: team-a',
    ]);
    await loadBatch(client, { batchId: 2n, token: 'new', facts: skewed.slice(half) });
    await expectRollups(client, [...facts, ...skewed.slice(half)], { units: [], breadths: [] });
  });
});
