import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  InsightReceiptSchema,
  type InsightReceipt,
  type ReceiptQuery,
} from '../../../contracts/insight/insight-receipt.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactColumns } from '../../../testing/insight/facts.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { FRAMING, RowWorld, type RowOptions } from '../../../testing/insight/row-world.ts';

const at = '2026-01-05 10:30:00.000';

function terminal(id: string, more: FactColumns = {}): FactColumns {
  return {
    logical_request_id: id,
    admitted_at: at,
    terminal_at: '2026-01-05 10:30:02.000',
    status: 'succeeded',
    attempt_count: 1,
    ...more,
  };
}

function attempt(request: string, more: FactColumns = {}): FactColumns {
  return { logical_request_id: request, attempt_id: `${request}-a`, dispatched_at: at, ...more };
}

function effect(request: string, nanos: string, more: FactColumns = {}): FactColumns {
  return {
    logical_request_id: request,
    attempt_id: `${request}-a`,
    effect_id: `${request}-${nanos}`,
    effect_kind: 'settlement',
    occurred_at: '2026-01-05 10:30:02.000',
    nanos,
    priced: 1,
    ...more,
  };
}

const unpriced = { priced: 0, unpriced: 1 };
const evaluation = {
  component_id: 'guard',
  component_version: 'v1',
  phase: 'input',
  eligibility: 'eligible',
  evaluation: 'evaluated',
  outcome: 'blocked',
};

let world: RowWorld;

beforeAll(async () => {
  world = await RowWorld.create(inject('clickhouseUrl'));
  await world.facts.insert({
    request_admissions_v1: [
      { logical_request_id: 'pending', admitted_at: at, route_id: 'way', release_id: 'r1' },
      { logical_request_id: 'late', admitted_at: at },
    ],
    request_terminals_v1: [
      terminal('whole', {
        final_model: 'm1',
        final_provider: 'p1',
        connection_id: 'c1',
        release_id: 'r1',
        route_id: 'way',
        route_version: 'v7',
        total_ms: 12.5,
      }),
      terminal('guarded', { status: 'refused', protection_observed: true, attempt_count: 0 }),
      terminal('unpriced'),
      terminal('half-priced', { attempt_count: 2 }),
      terminal('silent'),
      terminal('late', { arrival_seq: '150' }),
      terminal('judged', { purpose: 'judge' }),
      terminal('elsewhere', { environment_id: 'env_b' }),
      terminal('foreign', { workspace_id: 't_b' }),
      terminal('february', { admitted_at: '2026-02-01 00:00:00.000' }),
    ],
    attempts_v1: [attempt('whole'), attempt('unpriced'), attempt('half-priced'), attempt('pending')],
    cost_effects_v1: [
      effect('whole', '9223372036854775807'),
      // The instant is long after the window, but the effect belongs to this request.
      effect('whole', '9', {
        effect_kind: 'adjustment',
        priced: 0,
        adjustments: 1,
        occurred_at: '2026-06-01 00:00:00.000',
      }),
      effect('whole', '1000', { arrival_seq: '150' }),
      effect('unpriced', '0', unpriced),
      effect('half-priced', '5'),
      effect('half-priced', '0', unpriced),
    ],
    protection_evaluations_v1: [
      { logical_request_id: 'guarded', admitted_at: at, evaluated_at: at, ...evaluation },
      { logical_request_id: 'guarded', admitted_at: at, evaluated_at: at, ...evaluation, component_id: 'other' },
    ],
  });
});

afterAll(() => world.facts.drop());

/** Reads the receipt of a request under the pin of a drilldown with the same framing. */
async function receipt(
  id: string,
  framing: Partial<InsightQuery> = {},
  options: RowOptions = {},
): Promise<InsightReceipt> {
  const { answer } = await world.ask({ drilldown: 'request', ...framing }, options);
  const { schema, scope, from, to } = FRAMING;
  const query = { schema, scope, from, to, ...framing, read_context: answer.read_context, logical_request_id: id };
  const found = await world
    .reader(options.snapshot)
    .receipt({ scope: readScope(options.scope), query: query as ReceiptQuery });
  expect([...Compile(InsightReceiptSchema).Errors(found)]).toEqual([]);
  expect(found.read_context).toEqual(answer.read_context);
  const shown = answer.requests?.find((row) => row.logical_request_id === id);
  expect(found.request).toEqual(shown);
  return found;
}

describe('the receipt of a request', () => {
  it('states its path and its total cost, at any time', async () => {
    expect(await receipt('whole')).toMatchObject({
      final_provider: 'p1',
      final_model: 'm1',
      connection_id: 'c1',
      release_id: 'r1',
      route_id: 'way',
      route_version: 'v7',
      protection: { observed: false, evaluations: [], blocked_in: [] },
      attempts: '1',
      provider_cost: {
        state: 'available',
        number: '9223372036854775816',
        unit: 'nano_usd',
        amount_usd: '9223372036.854775816',
      },
    });
  });

  it('of a pending request has the values of its admission', async () => {
    const found = await receipt('pending');
    expect(found).toMatchObject({ request: { status: 'pending' }, release_id: 'r1', route_id: 'way', attempts: '1' });
    expect(found).not.toHaveProperty('final_model');
    expect(found).not.toHaveProperty('connection_id');
  });

  it('discloses the actions of protection and its block', async () => {
    expect((await receipt('guarded')).protection).toEqual({
      observed: true,
      evaluations: [evaluation, { ...evaluation, component_id: 'other' }],
      blocked_in: ['input'],
    });
  });

  it('has a cost in exactly one state', async () => {
    const cost = async (...given: Parameters<typeof receipt>) => (await receipt(...given)).provider_cost;
    const unavailable = (reason: string) => ({ state: 'unavailable', reason });
    expect(await cost('unpriced')).toEqual(unavailable('unpriced_population'));
    expect(await cost('half-priced')).toEqual({
      state: 'partial',
      number: '5',
      unit: 'nano_usd',
      amount_usd: '0.000000005',
      coverage: ['unpriced_population'],
    });
    // Its terminal reports an attempt that has not arrived.
    expect(await cost('silent')).toEqual(unavailable('unpriced_population'));
    expect(await cost('guarded')).toEqual({
      state: 'available',
      number: '0',
      unit: 'nano_usd',
      amount_usd: '0',
    });
    expect(await cost('whole', {}, { scope: { mayReadCost: false } })).toEqual(unavailable('scope_not_authorized'));
  });

  it('is a lower bound if traffic is missing since its admission, and not before it', async () => {
    const gap = (from: string, to: string) => ({
      snapshot: { gaps: [{ producerClass: 'gateway_journal' as const, from: new Date(from), to: new Date(to) }] },
    });
    const after = await receipt('whole', {}, gap('2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z'));
    expect(after.provider_cost).toMatchObject({ state: 'partial', coverage: ['ingest_gap:gateway_journal'] });
    const before = await receipt('whole', {}, gap('2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z'));
    expect(before.provider_cost).toMatchObject({ state: 'available' });
    const afterWindow = await receipt('whole', {}, gap('2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z'));
    expect(afterWindow.provider_cost).toMatchObject({ state: 'partial', coverage: ['ingest_gap:gateway_journal'] });
  });

  it('excludes its cost in an excluded hour after the window', async () => {
    const exclusion = {
      environmentIds: ['env_a'],
      from: new Date('2026-06-01T00:00:00.000Z'),
      to: new Date('2026-06-01T01:00:00.000Z'),
    };
    const { provider_cost: cost } = await receipt('whole', {}, { snapshot: { exclusions: [exclusion] } });
    expect(cost).toEqual({
      state: 'available',
      number: '9223372036854775807',
      unit: 'nano_usd',
      amount_usd: '9223372036.854775807',
    });
  });

  it('has an excluded cost if only its cost is excluded', async () => {
    const exclusion = {
      environmentIds: ['env_a'],
      from: new Date('2026-01-05T11:00:00.000Z'),
      to: new Date('2026-01-05T12:00:00.000Z'),
    };
    await world.facts.insert({
      request_terminals_v1: [terminal('overlong')],
      cost_effects_v1: [effect('overlong', '7', { occurred_at: '2026-01-05 11:00:00.000' })],
    });
    const { provider_cost: cost } = await receipt('overlong', {}, { snapshot: { exclusions: [exclusion] } });
    expect(cost).toEqual({ state: 'unavailable', reason: 'excluded' });
  });

  it('stays the same under its pin although its terminal has arrived', async () => {
    expect((await receipt('late')).request.status).toBe('pending');
    expect((await receipt('late', {}, { snapshot: { fence: 200n } })).request.status).toBe('succeeded');
  });
});

describe('a receipt', () => {
  const ask = async (id: string, change: Partial<ReceiptQuery> = {}, options: RowOptions = {}) => {
    const { answer } = await world.ask({ drilldown: 'request' });
    const { schema, scope, from, to } = FRAMING;
    const query = { schema, scope, from, to, read_context: answer.read_context, logical_request_id: id, ...change };
    return world.reader(options.snapshot).receipt({ scope: readScope(options.scope), query: query as ReceiptQuery });
  };

  it.each(['judged', 'elsewhere', 'foreign', 'february', 'nobody', `whole' OR '1'='1`])(
    'of %s, which is outside the framing, is not found',
    async (id) => {
      await expect(ask(id)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  it.each([
    ['another window', { to: '2026-03-01T00:00:00Z' }, {}],
    ['another release', { release_ids: ['r1'] }, {}],
    ['other purposes', { purposes: ['judge'] }, {}],
    ['another caller', {}, { scope: { subjectId: 'sub_b' } }],
    ['another generation', {}, { snapshot: { generations: { projection: 1, retention: 2, exclusion: 1 } } }],
    ['a made-up context', { read_context: { seal: 'x' } }, {}],
  ] as const)('under %s is read_context_expired', async (_name, change, options) => {
    await expect(ask('whole', change as Partial<ReceiptQuery>, options)).rejects.toMatchObject({
      code: 'read_context_expired',
    });
  });

  it('without a scope is scope_required', async () => {
    await expect(ask('whole', { scope: undefined } as never)).rejects.toMatchObject({ code: 'scope_required' });
  });
});
