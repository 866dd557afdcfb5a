import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../../analytics/indexer/indexer-ports.ts';
import { deleteAllFacts } from '../../../../analytics/indexer/delete-all-facts.ts';
import { migrateClickHouse } from '../../../../analytics/migrate-clickhouse.ts';
import type { FactEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import { createIngestReloadStore } from '../../../../store/ingest/ingest-reload-store.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from '../support/ingest-world.ts';
import { memorySource } from '../support/memory-source.ts';

/** Events of every kind, with all optional members and with only the required members. */
function everyKind(scope: IngestWorld['scope']): FactEvent[] {
  const at = '2026-05-06T07:08:09.010Z';
  const min = { schema: 1, scope, purpose: 'application', logical_request_id: `it's "Ω" \\ 1` } as const;
  const max = {
    ...min,
    logical_request_id: 'r-2',
    release_id: 'r',
    route_id: 'chat',
    trace_id: 't',
    team_id: 'team',
    input_size_bucket: 'small',
    dimensions: { user: 'u', key: 'kid_1', 'tag.plan': 'pro' },
  };
  const call = {
    event: 'attempt',
    ordinal: 1,
    role: 'primary',
    route_changed: false,
    output_state: 'none',
    provider_id: 'p',
    provider_model: 'm',
    dispatched_at: at,
  } as const;
  const terminal = { event: 'request_terminal', admitted_at: at, terminal_at: at, attempt_count: 0 } as const;
  const cost = {
    event: 'cost_effect',
    attempt_id: 'a',
    provider_id: 'p',
    provider_model: 'm',
    occurred_at: at,
  } as const;
  const verdict = {
    event: 'feedback_verdict',
    feedback_id: 'f',
    issuer_ref: 'u',
    value: 'positive',
    occurred_at: at,
    source: 'api',
    match: 'matched',
  } as const;
  const marker = { event: 'release_marker', schema: 1, scope, marker_kind: 'deployed', release_id: 'r' } as const;
  const evaluation = {
    event: 'protection_evaluation',
    admitted_at: at,
    component_id: 'c',
    component_version: '1',
    phase: 'input',
    eligibility: 'eligible',
  } as const;
  return [
    { event: 'request_admitted', ...min, admitted_at: at, streaming: false },
    { event: 'request_admitted', ...max, admitted_at: '2026-05-06T09:08:09+02:00', streaming: true },
    ...[0, 12.5, 1e-7, 0.000_001, 123_456.789, 1e12, 1 / 3].map((total_ms, index): FactEvent => ({
      ...terminal,
      ...max,
      logical_request_id: `t-${index}`,
      status: 'succeeded',
      terminal_kind: 'stop',
      final_model: 'm',
      final_provider: 'p',
      connection_id: 'c',
      route_version: '7',
      streaming: true,
      total_ms,
      first_output_ms: total_ms,
      protection_observed: true,
    })),
    {
      ...terminal,
      ...max,
      logical_request_id: 't-refused',
      status: 'refused',
      terminal_kind: 'rate_limited',
      refused_by_limit: { id: 'rpm', node: 'key:kid_1', unit: 'requests', limit: 2, observed: 2, bound: 1 },
    },
    { ...terminal, ...min, status: 'unknown', streaming: false },
    { ...terminal, ...min, status: 'cancelled', streaming: false, protection_observed: false },
    { ...call, ...min, attempt_id: 'a', usage_known: false, usage_source: 'none' },
    {
      ...call,
      ...max,
      attempt_id: 'a',
      connection_id: 'c',
      route_changed: true,
      usage_known: true,
      usage_source: 'provider',
      input_tokens: 0,
      output_tokens: 1,
      total_tokens: Number.MAX_SAFE_INTEGER,
      cache_read_tokens: 2,
      cache_write_tokens: 3,
      reasoning_tokens: 4,
      terminal_at: '2026-05-06T07:08:09.999Z',
    },
    { ...cost, ...min, effect_id: 'e', effect_kind: 'settlement', price_state: 'pending' },
    { ...cost, ...max, effect_id: 'd', effect_kind: 'settlement', connection_id: 'c', price_state: 'pending' },
    {
      ...cost,
      ...min,
      effect_id: 'g',
      effect_kind: 'price_transition',
      previous_price_state: 'pending',
      price_state: 'unpriced',
    },
    {
      ...cost,
      ...max,
      effect_id: 'e',
      effect_kind: 'price_transition',
      connection_id: 'c',
      previous_price_state: 'pending',
      price_state: 'priced',
      nanos: '9223372036854775807',
      estimated: true,
    },
    { ...cost, ...max, effect_id: 'f', effect_kind: 'adjustment', nanos: '-5' },
    { ...verdict, ...min, revision: 1 },
    { ...verdict, ...max, revision: 4_294_967_295, issuer: 'Reviewer' },
    { ...marker, marker_id: 'm', actor_kind: 'person', occurred_at: at },
    { ...marker, marker_id: 'n', actor_kind: 'system', occurred_at: at, effective_digest: 'sha256:1' },
    { ...evaluation, ...min, evaluated_at: at, evaluation: 'error', outcome: 'none' },
    { ...evaluation, ...max, evaluated_at: '2026-05-06T07:08:10Z', evaluation: 'evaluated', outcome: 'passed' },
  ];
}

describe('the identity of a fact', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const advance = async (source: EventSource, ports: IndexerPorts = world.ports) => {
    const lease = await world.ports.sources.lease(source, 'test');
    return advanceSource(ports, source, 'test', lease!.nextOffset);
  };
  const dyingAt = (point: string): IndexerPorts => ({
    ...world.ports,
    faults: {
      reach: (name) => {
        if (name === point) throw new Error(`died at ${point}`);
      },
    },
  });
  const identities = async (): Promise<unknown[]> =>
    (
      await world.clickhouse.query({
        query: 'SELECT DISTINCT * FROM event_identities_v1 ORDER BY ALL',
        format: 'JSONCompactEachRow',
      })
    ).json();

  it('is written equally by the migration and by the indexer', async () => {
    const events = everyKind(world.scope);
    expect(await advance(memorySource(events))).toMatchObject({ lines: events.length, repeated: 0, quarantined: 0 });
    const written = await identities();
    const requestLines = events.filter(
      ({ event }) => event === 'request_admitted' || event === 'request_terminal',
    ).length;
    // Each request has an additional identity by its scope. The request with two endings is an exception: its
    // cancellation has two identities.
    const requests = requestLines - 1;
    // Prices enter three states and leave two.
    expect(written).toHaveLength(events.length + requests + 5);

    await world.clickhouse.command({ query: 'TRUNCATE TABLE event_identities_v1' });
    await world.clickhouse.command({
      query: `ALTER TABLE schema_migrations DELETE WHERE name >= '0004'`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await migrateClickHouse(world.clickhouseUrl)).toEqual([
      '0004_identities.sql',
      '0005_requests.sql',
      '0006_prices.sql',
      '0007_outcomes.sql',
      '0008_arrivals.sql',
      '0009_known_requests.sql',
      '0010_workspaces.sql',
      '0011_unknown_streaming.sql',
      '0012_unpriced_reasons.sql',
      '0013_dimensions.sql',
      '0014_dimension_sums.sql',
      '0015_trace_index.sql',
      '0016_refusing_limits.sql',
      '0017_label_designs.sql',
      '0018_shadows.sql',
      '0019_routed_tokens.sql',
    ]);
    // The identities also include those in the form of earlier versions, which no look-up uses.
    expect(await identities()).toEqual(expect.arrayContaining(written));
    expect(await advance(memorySource(events))).toMatchObject({ repeated: events.length, quarantined: 0 });
  });

  it('is found among thousands of requests, for any writer', async () => {
    const [admitted] = requestEvents(world.scope, 0);
    const events = Array.from({ length: 2_500 }, (_, number) => ({
      ...admitted!,
      logical_request_id: `of-many-${number}`,
    }));
    await advance(memorySource(events.slice(0, 20)));
    await world.clickhouse.command({ query: 'TRUNCATE TABLE known_requests_v1' });
    await world.clickhouse.command({
      query: `ALTER TABLE schema_migrations DELETE WHERE name = '0009_known_requests.sql'`,
      clickhouse_settings: { mutations_sync: '2' },
    });
    expect(await migrateClickHouse(world.clickhouseUrl)).toEqual(['0009_known_requests.sql']);
    await advance(memorySource(events.slice(1_000, 1_030)));
    expect(await advance(memorySource(events))).toMatchObject({ lines: 2_500, repeated: 50, quarantined: 0 });
    expect(await advance(memorySource(events))).toMatchObject({ lines: 2_500, repeated: 2_500, quarantined: 0 });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 2_500 });
  });

  it('ignores a batch that died before it was planned', async () => {
    const [admitted, attempt] = requestEvents(world.scope, 0);
    const source = memorySource([admitted!, attempt!]);
    await expect(advance(source, dyingAt('indexer.before_commit'))).rejects.toThrow('died');
    expect(await identities()).toHaveLength(3);
    expect(await advance(source)).toMatchObject({ repeated: 0, quarantined: 0 });
    expect(await advance(memorySource([admitted!]))).toMatchObject({ repeated: 1 });
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 1, attempts_v1: 1 });
  });

  it('applies between sources that are read concurrently, before their facts are loaded', async () => {
    const events = requestEvents(world.scope, 0);
    const dead = memorySource(events);
    await expect(advance(dead, dyingAt('indexer.after_plan'))).rejects.toThrow('died');
    const steps = await Promise.all(
      [memorySource(events), memorySource(events), memorySource(events)].map((one) => advance(one)),
    );
    expect(steps.map((step) => step?.repeated)).toEqual([3, 3, 3]);
    const others = requestEvents(world.scope, 1);
    const race = await Promise.all(
      [memorySource(others), memorySource(others), memorySource(others)].map((one) => advance(one)),
    );
    expect(race.map((step) => step?.repeated).sort()).toEqual([0, 3, 3]);
    await advance(dead);
    expect(await world.rowCounts()).toEqual({ request_admissions_v1: 2, attempts_v1: 2, cost_effects_v1: 2 });
  });

  it('is restored by a reload of facts, and nothing new is planned before', async () => {
    const events = requestEvents(world.scope, 0);
    const [first, second] = [memorySource(events), memorySource([...events, ...requestEvents(world.scope, 1)])];
    await advance(first);
    await advance(second);
    const [facts, known] = [await world.rowCounts(), await identities()];

    const reloads = createIngestReloadStore(world.pool, world.ports.clock);
    await reloads.beginEmptying();
    await deleteAllFacts(world.clickhouse);
    expect(await identities()).toEqual([]);
    const third = memorySource(events);
    // As after a rebuild that died at this point, while workers continue.
    await expect(advance(third)).rejects.toThrow('Emptying the tables of facts began at');
    await reloads.unloadAll();
    await expect(advance(third)).rejects.toThrow('no new traffic of their workspaces is planned');
    await expect(advance(first, dyingAt('indexer.after_identities'))).rejects.toThrow('died');
    await advance(first);
    await advance(second);
    expect(await world.rowCounts()).toEqual(facts);
    expect(await identities()).toEqual(known);
    expect(await advance(third)).toMatchObject({ repeated: 3 });
    expect(await world.rowCounts()).toEqual(facts);
  });

  it('includes lines of a version that did not check for repetitions', async () => {
    const events = requestEvents(world.scope, 0);
    const source = memorySource(events);
    await expect(advance(source, dyingAt('indexer.after_plan'))).rejects.toThrow('died');
    await world.clickhouse.command({ query: 'TRUNCATE TABLE event_identities_v1' });
    await world.pool.query('UPDATE ingest_batches SET identified = false');
    await expect(world.pool.query('UPDATE ingest_batches SET loaded_at = now()')).rejects.toThrow(
      'ingest_batches_loaded_identified',
    );
    await expect(advance(memorySource(events))).rejects.toThrow('because repeated events could not be recognized');
    await advance(source);
    expect(await advance(memorySource(events))).toMatchObject({ repeated: 3 });
  });
});
