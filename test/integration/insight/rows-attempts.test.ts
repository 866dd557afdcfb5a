import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { FactColumns } from '../../../testing/insight/facts.ts';
import { RowWorld, type RowOptions } from '../../../testing/insight/row-world.ts';

function attempt(request: string, id: string, at: string, more: FactColumns = {}): FactColumns {
  return {
    logical_request_id: request,
    attempt_id: id,
    dispatched_at: at,
    ordinal: 1,
    role: 'primary',
    output_state: 'complete',
    provider_id: 'p1',
    provider_model: 'm1',
    usage_source: 'none',
    ...more,
  };
}

function effect(request: string, id: string, at: string, more: FactColumns = {}): FactColumns {
  return {
    logical_request_id: request,
    attempt_id: id,
    effect_id: `${id}-${at}`,
    effect_kind: 'settlement',
    occurred_at: at,
    provider_id: 'p1',
    provider_model: 'm1',
    nanos: 5,
    priced: 1,
    ...more,
  };
}

let world: RowWorld;

beforeAll(async () => {
  world = await RowWorld.create(inject('clickhouseUrl'));
  await world.facts.insert({
    attempts_v1: [
      attempt('q1', 'a1', '2026-01-05 10:00:00.000', {
        connection_id: 'c1',
        usage_source: 'provider',
        usage_known: true,
        input_tokens: '9007199254740993',
        output_tokens: 0,
        total_tokens: '9007199254740993',
        terminal_at: '2026-01-05 10:00:01.500',
      }),
      attempt('q1', 'a2', '2026-01-05 10:00:00.000', {
        ordinal: 2,
        role: 'fallback',
        route_changed: true,
        output_state: 'none',
        provider_id: 'p2',
        provider_model: 'm2',
        input_tokens: 7,
      }),
      attempt('q2', 'a3', '2026-01-06 10:00:00.000', { purpose: 'judge' }),
      attempt('q3', 'a4', '2025-12-31 23:59:59.000'),
      attempt('q4', 'a5', '2026-01-07 10:00:00.000', { arrival_seq: '150' }),
      attempt('q5', 'a6', '2026-01-08 10:00:00.000', { environment_id: 'env_b' }),
    ],
    cost_effects_v1: [
      effect('q1', 'a1', '2026-01-05 10:00:01.000'),
      effect('q1', 'a1', '2026-01-20 00:00:00.000', { effect_kind: 'adjustment' }),
      effect('q1', 'a2', '2026-01-06 00:00:00.000', { provider_id: 'p2', provider_model: 'm2' }),
      effect('q3', 'a4', '2026-01-01 00:00:00.000'),
      effect('lost', 'a9', '2026-01-09 00:00:00.000', { connection_id: 'c9' }),
      effect('q4', 'a5', '2026-01-07 10:00:01.000'),
      effect('q5', 'a6', '2026-01-08 10:00:01.000', { environment_id: 'env_b' }),
      effect('late', 'a8', '2026-01-30 00:00:00.000', { arrival_seq: '150' }),
    ],
  });
});

afterAll(() => world.facts.drop());

type Filter = NonNullable<InsightQuery['attempt_filter']>;

async function attempts(filter: Filter = {}, query: Partial<InsightQuery> = {}, options: RowOptions = {}) {
  const asked = { drilldown: 'attempt', attempt_filter: filter, ...query } as const;
  return (await world.ask(asked, options)).answer.attempts ?? [];
}

async function ids(...given: Parameters<typeof attempts>): Promise<string[]> {
  return (await attempts(...given)).map((row) => row.attempt_id);
}

describe('attempt rows', () => {
  it('are the attempts of the window, newest first, then by descending id', async () => {
    expect(await ids()).toEqual(['a2', 'a1']);
    expect(await ids({}, { purposes: ['application', 'judge'] })).toEqual(['a3', 'a2', 'a1']);
    expect(await ids({}, {}, { snapshot: { fence: 200n } })).toEqual(['a5', 'a2', 'a1']);
    expect(await ids({}, {}, { scope: { environmentIds: ['env_b'] } })).toEqual(['a6']);
  });

  it('have exact token counts if usage is known, and none otherwise', async () => {
    expect(await attempts()).toEqual([
      {
        logical_request_id: 'q1',
        attempt_id: 'a2',
        ordinal: '2',
        purpose: 'application',
        role: 'fallback',
        route_changed: true,
        output_state: 'none',
        provider_id: 'p2',
        provider_model: 'm2',
        usage_source: 'none',
        usage_known: false,
        dispatched_at: '2026-01-05T10:00:00.000Z',
      },
      {
        logical_request_id: 'q1',
        attempt_id: 'a1',
        ordinal: '1',
        purpose: 'application',
        role: 'primary',
        route_changed: false,
        output_state: 'complete',
        provider_id: 'p1',
        provider_model: 'm1',
        connection_id: 'c1',
        usage_source: 'provider',
        usage_known: true,
        input_tokens: '9007199254740993',
        output_tokens: '0',
        total_tokens: '9007199254740993',
        dispatched_at: '2026-01-05T10:00:00.000Z',
        terminal_at: '2026-01-05T10:00:01.500Z',
      },
    ]);
  });

  it('can be filtered by provider, model and request, on the server', async () => {
    expect(await ids({ provider_id: 'p2' })).toEqual(['a2']);
    expect(await ids({ provider_model: 'm1' })).toEqual(['a1']);
    expect(await ids({ provider_id: 'p2', provider_model: 'm1' })).toEqual([]);
    expect(await ids({ logical_request_id: 'q1' })).toEqual(['a2', 'a1']);
    expect(await ids({ logical_request_id: `q1' OR 1=1 --` })).toEqual([]);
  });

  it('never match an empty provider', async () => {
    expect(await ids({ provider_id: '' })).toEqual([]);
    expect(await ids({ provider_model: '', cost_effects_only: true })).toEqual([]);
  });
});

describe('attempt rows by cost effect', () => {
  const charged = { cost_effects_only: true };

  it('are listed once by their newest effect of the window', async () => {
    expect(await ids(charged)).toEqual(['a1', 'a9', 'a5', 'a2', 'a4']);
    expect(await ids(charged, { to: '2026-01-20T00:00:00Z' })).toEqual(['a9', 'a5', 'a2', 'a1', 'a4']);
  });

  it('are unattributed if only the effect is known, and complete if the attempt is known', async () => {
    const rows = new Map((await attempts(charged)).map((row) => [row.attempt_id, row]));
    expect(rows.get('a9')).toEqual({
      logical_request_id: 'lost',
      attempt_id: 'a9',
      purpose: 'application',
      role: 'unattributed',
      provider_id: 'p1',
      provider_model: 'm1',
      connection_id: 'c9',
      usage_known: false,
    });
    // The metadata arrived above the fence.
    expect(rows.get('a5')).toMatchObject({ role: 'unattributed' });
    // The attempt was dispatched before the window.
    expect(rows.get('a4')).toMatchObject({ role: 'primary', dispatched_at: '2025-12-31T23:59:59.000Z' });
    expect(rows.get('a1')).toMatchObject({ role: 'primary', total_tokens: '9007199254740993' });
  });

  it('contain no attempt from before the retention horizon', async () => {
    const keepsFrom = new Date('2026-01-01T00:00:00.000Z');
    const rows = await attempts(charged, {}, { snapshot: { keepsFrom } });
    expect(rows.find((row) => row.attempt_id === 'a4')).toMatchObject({ role: 'unattributed' });
  });

  it('can be filtered by the values of effects', async () => {
    expect(await ids({ ...charged, provider_id: 'p2' })).toEqual(['a2']);
    expect(await ids({ ...charged, logical_request_id: 'lost' })).toEqual(['a9']);
  });

  it('list every attempt once over pages, even with an older effect on a later page', async () => {
    const pages = await world.pages({ drilldown: 'attempt', attempt_filter: charged, page_size: 1 });
    expect(pages.map((page) => page.attempts?.map((row) => row.attempt_id))).toEqual([
      ['a1'],
      ['a9'],
      ['a5'],
      ['a2'],
      ['a4'],
    ]);
  });

  it('are forbidden without cost.read, unlike plain attempts', async () => {
    const scope = { mayReadCost: false };
    await expect(attempts(charged, {}, { scope })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await ids({ cost_effects_only: false }, {}, { scope })).toEqual(['a2', 'a1']);
  });
});
