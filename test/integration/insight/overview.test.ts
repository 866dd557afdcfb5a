import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { askFacts, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { JANUARY_FACTS } from '../../../testing/insight/january-facts.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';

const METRICS = [
  'requests.v1',
  'outcomes.v1',
  'completion_rate.v1',
  'provider_spend.v1',
  'tokens.v1',
  'freshness_lag.v1',
  'coverage.v1',
];
const JANUARY: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  metrics: METRICS,
};

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(JANUARY_FACTS);
});

afterAll(() => facts.drop());

const ask = (query: Partial<InsightQuery>, terms: AskingTerms = {}): Promise<InsightAnswer> =>
  askFacts(facts, { ...JANUARY, ...query }, terms);

describe('an overview of hand-made facts', () => {
  it('counts, sums and divides the facts in the half-open window below the fence', async () => {
    const answer = await ask({});
    expect(answer).toMatchObject({ minted: true, shape: 'overview', coverage: [], truncated: false });
    expect(answer.groups?.map((group) => group.purpose)).toEqual(['application']);
    const group = answer.groups?.[0];
    expect(cellTexts(group)).toEqual({
      'requests.v1': '3 count',
      'outcomes.v1': '2 count',
      'completion_rate.v1': '0.333333333333 ratio',
      'provider_spend.v1': 'at least 999999994 nano_usd (unpriced_population)',
      'tokens.v1': '9007199254741093 tokens',
      'freshness_lag.v1': '60 seconds',
      'coverage.v1': '0 coverage',
    });
    expect(group?.evidence_coverage).toEqual({
      completion: {
        numerator: '1',
        denominator: '3',
        completed: '1',
        refused: '0',
        failed: '1',
        partial: '0',
        cancelled: '0',
        pending_or_unknown: '1',
      },
      spend: {
        state: 'available',
        counts: {
          priced_effects: '1',
          pending_effects: '1',
          unpriced_effects: '0',
          estimated_effects: '0',
          estimate_status_unknown_effects: '1',
          adjustment_effects: '1',
        },
      },
    });
  });

  it('includes a late price and a late request after the fence has passed them', async () => {
    const group = (await ask({}, { snapshot: { fence: 200n } })).groups?.[0];
    expect(cellTexts(group)).toMatchObject({
      'requests.v1': '4 count',
      'completion_rate.v1': '0.25 ratio',
      'provider_spend.v1': '999999999 nano_usd',
    });
    expect(group?.evidence_coverage?.spend).toMatchObject({
      counts: {
        priced_effects: '2',
        pending_effects: '0',
        estimated_effects: '1',
        estimate_status_unknown_effects: '1',
      },
    });
  });

  it('keeps every digit of sums beyond 64 bits, over all environments of the scope', async () => {
    const group = (await ask({}, { scope: { environmentIds: ['env_a', 'env_b'] } })).groups?.[0];
    // 2 × (2^63 − 1) + 1,000,000,001 − 7
    expect(cellTexts(group)).toMatchObject({
      'requests.v1': '4 count',
      'outcomes.v1': '3 count',
      'completion_rate.v1': '0.25 ratio',
      'provider_spend.v1': 'at least 18446744074709551608 nano_usd (unpriced_population)',
      'tokens.v1': 'at least 9007199254741093 tokens (usage_unknown)',
    });
    expect(group?.evidence_coverage?.completion).toMatchObject({ cancelled: '1', pending_or_unknown: '1' });
  });

  it('returns purposes as separate groups in a fixed order, and unknown money as unknown', async () => {
    const answer = await ask({ purposes: ['judge', 'comparison', 'playground'] });
    expect(answer.groups?.map((group) => group.purpose)).toEqual(['playground', 'judge']);
    const [playground, judge] = answer.groups ?? [];
    expect(cellTexts(playground)).toMatchObject({
      'outcomes.v1': '1 count',
      'completion_rate.v1': '0 ratio',
      'provider_spend.v1': '0 nano_usd',
      'tokens.v1': 'coverage_unknown',
    });
    expect(cellTexts(judge)).toMatchObject({
      'outcomes.v1': '0 count',
      'provider_spend.v1': 'unpriced_population',
      'tokens.v1': '8 tokens',
    });
  });

  it('counts tokens by kind, and missing counts of an attempt as unknown', async () => {
    const metrics = ['input_tokens.v1', 'output_tokens.v1', 'cached_tokens.v1', 'reasoning_tokens.v1', 'tokens.v1'];
    const { groups } = await ask({ metrics, purposes: ['application', 'judge', 'playground'] });
    expect(groups?.map(cellTexts)).toEqual([
      {
        'input_tokens.v1': '9007199254741063 tokens',
        'output_tokens.v1': '30 tokens',
        'cached_tokens.v1': '9007199254740993 tokens',
        'reasoning_tokens.v1': 'coverage_unknown',
        'tokens.v1': '9007199254741093 tokens',
      },
      Object.fromEntries(metrics.map((metric) => [metric, 'coverage_unknown'])),
      {
        'input_tokens.v1': '3 tokens',
        'output_tokens.v1': '5 tokens',
        'cached_tokens.v1': 'coverage_unknown',
        'reasoning_tokens.v1': '4 tokens',
        'tokens.v1': '8 tokens',
      },
    ]);
  });

  it('narrows to releases', async () => {
    const group = (await ask({ release_ids: ['r1', 'r0'] })).groups?.[0];
    expect(cellTexts(group)).toMatchObject({
      'requests.v1': '1 count',
      'completion_rate.v1': '1 ratio',
      'provider_spend.v1': '1000000001 nano_usd',
      'tokens.v1': '100 tokens',
    });
  });

  it('assigns spend to its own window, without requests', async () => {
    const march = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };
    const group = (await ask(march, { now: new Date('2026-04-01T12:00:00Z') })).groups?.[0];
    expect(cellTexts(group)).toMatchObject({
      'requests.v1': '0 count',
      'completion_rate.v1': 'denominator_zero',
      'provider_spend.v1': '42 nano_usd',
      'tokens.v1': '0 tokens',
    });
  });

  it('has no groups for a window, a scope or a release without traffic', async () => {
    const nothing = [
      await ask({ from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }),
      await ask({ release_ids: ['r9'] }),
      await ask({}, { scope: { environmentIds: ['env_z'] } }),
      await ask({}, { scope: { environmentIds: [] } }),
      await ask({}, { scope: { workspaceId: 't_z' } }),
      await ask({}, { snapshot: { fence: 0n } }),
    ];
    for (const answer of nothing) expect(answer).not.toHaveProperty('groups');
  });

  it('treats values that look like SQL as values', async () => {
    const answer = await ask({ release_ids: [`r1')OR(1=1`, `'`, `\\`, '{fence:UInt64}'] });
    expect(answer).not.toHaveProperty('groups');
  });
});

describe('a cell without a number', () => {
  const metrics = ['requests.v1', 'provider_spend.v1', 'paired_reduction.v1', 'saved_view.v1', 'requests.v7'];

  it('has its only reason, and the other cells are still returned', async () => {
    const group = (await ask({ metrics }, { scope: { mayReadCost: false } })).groups?.[0];
    expect(cellTexts(group)).toEqual({
      'requests.v1': '3 count',
      'provider_spend.v1': 'scope_not_authorized',
      'paired_reduction.v1': 'no_producer',
      'saved_view.v1': 'no_producer',
      'requests.v7': 'metric_version_absent',
    });
    expect(group?.evidence_coverage?.spend).toEqual({ state: 'unavailable', reason: 'scope_not_authorized' });
  });

  it('mentions no money unless it was requested', async () => {
    const group = (await ask({ metrics: ['requests.v1'] })).groups?.[0];
    expect(group?.evidence_coverage).not.toHaveProperty('spend');
  });

  it('has a lower bound if a gap touches the window', async () => {
    const gap = { producerClass: 'gateway_journal', from: new Date(JANUARY.from), to: new Date(JANUARY.to) } as const;
    const answer = await ask({}, { snapshot: { gaps: [gap], fence: 200n } });
    const missing = 'ingest_gap:gateway_journal';
    expect(answer.coverage).toEqual([missing]);
    expect(answer.read_context.coverage).toEqual([missing]);
    expect(cellTexts(answer.groups?.[0])).toEqual({
      'requests.v1': `at least 4 count (${missing})`,
      'outcomes.v1': `at least 2 count (${missing})`,
      'completion_rate.v1': 'coverage_unknown',
      'provider_spend.v1': `at least 999999999 nano_usd (${missing})`,
      'tokens.v1': `at least 9007199254741093 tokens (${missing})`,
      'freshness_lag.v1': '60 seconds',
      'coverage.v1': `at least 1 coverage (${missing})`,
    });
  });

  it('is not affected by a gap of the other producer', async () => {
    const gap = {
      producerClass: 'control_plane_outbox',
      from: new Date(JANUARY.from),
      to: new Date(JANUARY.to),
    } as const;
    const answer = await ask({}, { snapshot: { gaps: [gap] } });
    expect(answer.coverage).toEqual(['ingest_gap:control_plane_outbox']);
    expect(cellTexts(answer.groups?.[0])['requests.v1']).toBe('3 count');
  });

  it('has unknown freshness and coverage if they were not measured, with any counters', async () => {
    const unmeasured = { producer_class: 'gateway_journal', produced_through: 0n, indexed_through: 0n } as const;
    const group = (await ask({}, { snapshot: { watermarks: [unmeasured] } })).groups?.[0];
    expect(cellTexts(group)).toMatchObject({
      'freshness_lag.v1': 'coverage_unknown',
      'coverage.v1': 'coverage_unknown',
    });
  });
});
