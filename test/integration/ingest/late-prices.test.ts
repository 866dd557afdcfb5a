import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../analytics/indexer/indexer-ports.ts';
import type { CostEffect } from '../../../contracts/ingest/events/cost-effect.ts';
import type { EventSource } from '../../../journal/source/event-source.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';
import { memorySource } from './support/memory-source.ts';

const AT = '2026-05-06T07:08:09.010Z';

const sourceOf = (...events: readonly CostEffect[]): EventSource => memorySource(events);

describe('a price that becomes known later', () => {
  let world: IngestWorld;
  let pending: CostEffect;
  let priced: CostEffect;
  beforeEach(async () => {
    world = await createIngestWorld();
    pending = {
      event: 'cost_effect',
      schema: 1,
      scope: world.scope,
      purpose: 'application',
      logical_request_id: 'r',
      effect_id: 'settled',
      effect_kind: 'settlement',
      attempt_id: 'a',
      provider_id: 'p',
      provider_model: 'm',
      occurred_at: AT,
      price_state: 'pending',
    };
    priced = {
      ...pending,
      effect_id: 'late',
      effect_kind: 'price_transition',
      previous_price_state: 'pending',
      price_state: 'priced',
      nanos: '5',
    };
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
  const load = async (...effects: readonly CostEffect[]): Promise<readonly (number | undefined)[]> => {
    const step = await advance(sourceOf(...effects));
    return [step?.quarantined, step?.repeated];
  };
  const counts = async (): Promise<unknown> => {
    const query = `SELECT toInt32(sum(priced)) AS priced, toInt32(sum(pending)) AS pending, toInt32(sum(unpriced)) AS unpriced
      FROM cost_effects_v1`;
    const [row] = await (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json();
    return row;
  };
  const gaps = async (): Promise<readonly string[]> => {
    const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
    const day = { from: new Date('2026-05-06T00:00:00Z'), to: new Date('2026-05-07T00:00:00Z') };
    const state = await createIngestStateStore(world.pool).read({ organizationId, workspaceId, ...day });
    return state.gaps.map(({ from }) => from.toISOString());
  };
  const reasons = async (): Promise<readonly string[]> => {
    const { rows } = await world.pool.query<{ reason: string }>(
      'SELECT reason FROM ingest_quarantine ORDER BY arrival_seq',
    );
    return rows.map(({ reason }) => reason);
  };

  it('is quarantined before its settlement, and counts when it is sent again after it', async () => {
    expect(await load(priced, priced)).toEqual([2, 0]);
    expect(await reasons()).toEqual(['unsettled', 'unsettled']);
    expect(await world.rowCounts()).toEqual({});
    expect(await gaps()).toEqual([AT]);
    expect(await load(pending)).toEqual([0, 0]);
    expect(await counts()).toEqual({ priced: 0, pending: 1, unpriced: 0 });
    expect(await gaps()).toEqual([AT]);
    expect(await load(priced)).toEqual([0, 0]);
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
    expect(await gaps()).toEqual([]);
    expect(await load(priced, pending)).toEqual([0, 2]);
  });

  it('counts with any order of a batch’s lines', async () => {
    const given: CostEffect = {
      ...pending,
      effect_id: 'given up',
      effect_kind: 'price_transition',
      previous_price_state: 'pending',
      price_state: 'unpriced',
    };
    expect(await load({ ...priced, previous_price_state: 'unpriced' }, given, pending)).toEqual([0, 0]);
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
    expect(await load({ ...given, effect_id: 'once more' })).toEqual([1, 0]);
  });

  it('leaves a state once for each settlement in it', async () => {
    const others = [pending, priced].map((effect) => ({ ...effect, effect_id: `${effect.effect_id} too` }));
    expect(await load(pending, priced, others[1]!)).toEqual([1, 0]);
    expect(await load({ ...priced, effect_id: 'a third' })).toEqual([1, 0]);
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
    expect(await load(others[0]!)).toEqual([0, 0]);
    expect(await load(others[1]!)).toEqual([0, 0]);
    expect(await counts()).toEqual({ priced: 2, pending: 0, unpriced: 0 });
  });

  it.each<[string, Partial<CostEffect>]>([
    ['attempt', { attempt_id: 'b' }],
    ['instant', { occurred_at: '2026-05-06T07:08:09.011Z' }],
    ['provider', { provider_id: 'q' }],
    ['model', { provider_model: 'n' }],
    ['connection', { connection_id: 'c' }],
    ['purpose', { purpose: 'judge' }],
    ['release', { release_id: '2' }],
    ['request', { logical_request_id: 's' }],
    ['state', { previous_price_state: 'unpriced' }],
  ])('is quarantined if its settlement has another %s', async (_, other) => {
    await load(pending);
    expect(await load({ ...priced, ...other })).toEqual([1, 0]);
    expect(await reasons()).toEqual(['unsettled']);
    expect(await counts()).toEqual({ priced: 0, pending: 1, unpriced: 0 });
    // The format of the time and the trace do not distinguish amounts.
    expect(await load({ ...priced, occurred_at: '2026-05-06T09:08:09.0109+02:00', trace_id: 't' })).toEqual([0, 0]);
  });

  it('is quarantined if the price was known from the beginning', async () => {
    await load({ ...pending, price_state: 'priced', nanos: '5' });
    expect(await load(priced)).toEqual([1, 0]);
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
  });

  it('is decided with its plan, regardless of plans before the batch’s repetition', async () => {
    const early = sourceOf(priced);
    await expect(advance(early, dyingAt('indexer.after_plan'))).rejects.toThrow('died');
    await load(pending);
    expect(await advance(early)).toMatchObject({ quarantined: 1 });
    expect(await counts()).toEqual({ priced: 0, pending: 1, unpriced: 0 });
    const late = sourceOf(priced);
    await expect(advance(late, dyingAt('indexer.after_plan'))).rejects.toThrow('died');
    expect(await load({ ...priced, effect_id: 'another' })).toEqual([1, 0]);
    expect(await advance(late)).toMatchObject({ quarantined: 0 });
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
  });

  it('ignores a settlement or price of a batch that died before it was planned', async () => {
    const [settled, late] = [sourceOf(pending), sourceOf(priced)];
    await expect(advance(settled, dyingAt('indexer.before_commit'))).rejects.toThrow('died');
    expect(await load(priced)).toEqual([1, 0]);
    await advance(settled);
    await expect(advance(late, dyingAt('indexer.before_commit'))).rejects.toThrow('died');
    expect(await advance(late)).toMatchObject({ quarantined: 0 });
    expect(await counts()).toEqual({ priced: 1, pending: 0, unpriced: 0 });
  });
});
