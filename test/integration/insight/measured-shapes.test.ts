import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { MEASUREMENT_CATALOGUE } from '../../../contracts/insight/measurement-catalogue.ts';
import { PRODUCER_CLASSES } from '../../../domain/insight/insight-sets.ts';
import { APRIL_FACTS } from '../../../testing/insight/april-facts.ts';
import { askFacts, type AskingTerms } from '../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../testing/insight/facts.ts';
import { cellTexts } from '../../../testing/insight/measured.ts';

const APRIL: InsightQuery = {
  schema: 1,
  shape: 'overview',
  scope: {},
  from: '2026-04-01T00:00:00Z',
  to: '2026-04-03T00:00:00Z',
  metrics: Object.keys(MEASUREMENT_CATALOGUE),
};
const MAY: AskingTerms = {
  now: new Date('2026-05-01T12:00:00.000Z'),
  snapshot: {
    watermarks: PRODUCER_CLASSES.map((producer_class) => ({
      producer_class,
      produced_through: 100n,
      indexed_through: 100n,
      last_indexed_at: new Date('2026-05-01T11:59:00.000Z'),
    })),
  },
};

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(APRIL_FACTS);
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>, snapshot: AskingTerms['snapshot'] = {}): Promise<InsightAnswer> {
  return askFacts(facts, { ...APRIL, ...query }, { ...MAY, snapshot: { ...MAY.snapshot, ...snapshot } });
}

/** The members that identify each group, and its cells as text, in the order of the answer. */
function table({ groups = [] }: InsightAnswer): unknown[] {
  return groups.map((group) => [nameOf(group), ...Object.values(cellTexts(group))]);
}

function nameOf({ purpose, bucket, facet }: AnswerGroup): string {
  const value = facet && (facet.unserved === true ? 'unserved' : (facet.value ?? 'none'));
  return [bucket?.label, value].filter((part) => part !== undefined).join(' ') || purpose;
}

describe('an overview', () => {
  it('measures every metric of the catalogue', async () => {
    const { groups, coverage, truncated } = await ask({});
    expect({ coverage, truncated, groups: groups?.length }).toEqual({ coverage: [], truncated: false, groups: 1 });
    expect(cellTexts(groups?.[0])).toEqual({
      'requests.v1': '5 count',
      'outcomes.v1': '4 count',
      'completion_rate.v1': '0.4 ratio',
      'provider_spend.v1': '5950 nano_usd',
      'cost_per_1000_requests.v1': '1190000 nano_usd',
      'cost_per_completed.v1': '2975 nano_usd',
      'tokens.v1': '1111 tokens',
      'response_latency.v1': '190 milliseconds',
      'first_output_latency.v1': '0 milliseconds',
      'route_mix.v1': '0.4 ratio',
      'model_mix.v1': '0.6 ratio',
      'release_annotations.v1': '3 marker',
      'app_feedback.v1': '3 count',
      'app_feedback_rated_requests.v1': '2 count',
      'activity_spend.v1': '6000 nano_usd',
      'team_runs.v1': 'at least 2 count (trace_unknown)',
      'freshness_lag.v1': '60 seconds',
      'coverage.v1': '0 coverage',
      'protection.v1': 'at least 4 count (protection_observations_missing)',
      'test_quality.v1': 'no_producer',
      'paired_reduction.v1': 'no_producer',
      'cohort_projection.v1': 'no_producer',
      'budget_standing.v1': 'no_producer',
      'attention_rules.v1': 'no_producer',
      'saved_view.v1': 'no_producer',
      'input_tokens.v1': 'coverage_unknown',
      'output_tokens.v1': 'coverage_unknown',
      'cached_tokens.v1': 'coverage_unknown',
      'reasoning_tokens.v1': 'coverage_unknown',
      'failure_rate.v1': '0 ratio',
    });
  });

  it('has the counts of its figures', async () => {
    const group = (await ask({})).groups?.[0];
    expect(group?.protection).toEqual({
      observed_requests: '3',
      unknown_requests: '2',
      eligible: '4',
      evaluated: '4',
      blocked: '2',
      modified: '1',
      errors: '0',
      not_executed: '1',
      blocked_requests: '1',
    });
    expect(group?.evidence_coverage).toEqual({
      completion: {
        numerator: '2',
        denominator: '5',
        completed: '2',
        refused: '1',
        failed: '0',
        partial: '0',
        cancelled: '1',
        pending_or_unknown: '1',
      },
      spend: {
        state: 'available',
        counts: {
          priced_effects: '4',
          pending_effects: '0',
          unpriced_effects: '0',
          estimated_effects: '1',
          estimate_status_unknown_effects: '1',
          adjustment_effects: '1',
        },
      },
    });
    const one = (ms: string) => ({ p50: ms, p75: ms, p90: ms, p95: ms, p99: ms });
    expect(group?.latency).toEqual([
      {
        metric: 'response_latency.v1',
        method: 'exact',
        populations: [
          {
            outcome: 'overall',
            samples: '3',
            quantiles: { p50: '100', p75: '150', p90: '180', p95: '190', p99: '198' },
          },
          {
            outcome: 'succeeded',
            samples: '2',
            quantiles: { p50: '150', p75: '175', p90: '190', p95: '195', p99: '199' },
          },
          { outcome: 'cancelled', samples: '1', quantiles: one('50') },
        ],
      },
      {
        metric: 'first_output_latency.v1',
        method: 'exact',
        populations: [
          { outcome: 'overall', samples: '1', quantiles: one('0') },
          { outcome: 'succeeded', samples: '1', quantiles: one('0') },
        ],
      },
    ]);
  });

  it('has the previous period, and states if a difference is not significant', async () => {
    const second = { from: '2026-04-02T00:00:00Z', comparison: 'previous_period' } as const;
    const metrics = ['requests.v1', 'provider_spend.v1', 'response_latency.v1', 'app_feedback.v1'];
    const { groups } = await ask({ ...second, metrics });
    expect(groups?.map((group) => [cellTexts(group), cellTexts(group.previous), group.previous?.note])).toEqual([
      [
        {
          'requests.v1': '3 count',
          'provider_spend.v1': '550 nano_usd',
          'response_latency.v1': '50 milliseconds',
          'app_feedback.v1': '1 count',
        },
        {
          'requests.v1': '2 count',
          'provider_spend.v1': '5400 nano_usd',
          'response_latency.v1': '195 milliseconds',
          'app_feedback.v1': '2 count',
        },
        undefined,
      ],
    ]);
    const note = async (snapshot: AskingTerms['snapshot'], to?: string): Promise<unknown> =>
      (await ask({ ...second, metrics, ...(to !== undefined && { to }) }, snapshot)).groups?.[0]?.previous?.note;
    const hour = { from: new Date('2026-04-01T20:00:00Z'), to: new Date('2026-04-01T21:00:00Z') };
    expect(await note({ gaps: [{ producerClass: 'control_plane_outbox', ...hour }] })).toBe('previous_incomplete');
    expect(await note({ exclusions: [{ environmentIds: ['env_a'], ...hour }] })).toBe('previous_incomplete');
    expect(await note({ exclusions: [{ environmentIds: ['env_b'], ...hour }] })).toBeUndefined();
    expect(await note({ keepsFrom: new Date('2026-04-03T00:00:00Z') })).toBeUndefined();
    expect(await note({}, '2026-05-02T00:00:00Z')).toBe('current_incomplete');
  });
});

const METRICS = ['requests.v1', 'completion_rate.v1', 'activity_spend.v1', 'tokens.v1', 'response_latency.v1'];

describe('a series', () => {
  it('puts every fact into the bucket of its time base', async () => {
    const metrics = [...METRICS, 'app_feedback.v1', 'release_annotations.v1', 'team_runs.v1'];
    const answer = await ask({ shape: 'series', grain: 'day', to: '2026-04-03T12:00:00Z', metrics });
    expect(table(answer)).toEqual([
      [
        '2026-04-01',
        '2 count',
        '1 ratio',
        '5400 nano_usd',
        '1110 tokens',
        '195 milliseconds',
        '2 count',
        '1 marker',
        '1 count',
      ],
      [
        '2026-04-02',
        '3 count',
        '0 ratio',
        '600 nano_usd',
        '1 tokens',
        '50 milliseconds',
        '1 count',
        '2 marker',
        'at least 1 count (trace_unknown)',
      ],
      [
        '2026-04-03',
        '0 count',
        'denominator_zero',
        '0 nano_usd',
        '0 tokens',
        'not_observed',
        'not_observed',
        '0 marker',
        '0 count',
      ],
    ]);
    expect(answer.groups?.at(-1)?.bucket).toEqual({
      from: '2026-04-03T00:00:00.000Z',
      to: '2026-04-03T12:00:00.000Z',
      label: '2026-04-03',
    });
  });

  it.each([
    ['hour', 48],
    ['week', 1],
    ['month', 1],
  ] as const)('has equal totals by %s', async (grain, buckets) => {
    const { groups = [] } = await ask({ shape: 'series', grain, metrics: METRICS });
    expect(groups).toHaveLength(buckets);
    const total = (metric: string): number =>
      groups.reduce((sum, group) => sum + Number(cellTexts(group)[metric]?.split(' ')[0]), 0);
    expect(['requests.v1', 'tokens.v1'].map(total)).toEqual([5, 1_111]);
  });

  it('splits by a facet', async () => {
    const metrics = ['requests.v1', 'tokens.v1'];
    expect(table(await ask({ shape: 'series', grain: 'day', facets: ['final_model'], metrics }))).toEqual([
      ['2026-04-01 small-1', '2 count', '110 tokens'],
      ['2026-04-02 small-1', '0 count', '0 tokens'],
      ['2026-04-01 unserved', '0 count', '0 tokens'],
      ['2026-04-02 unserved', '2 count', '0 tokens'],
      ['2026-04-01 large-1', '0 count', '1000 tokens'],
      ['2026-04-02 large-1', '1 count', '1 tokens'],
    ]);
  });

  it('excludes hours, and states if nothing remains', async () => {
    const hour = { from: new Date('2026-04-01T10:00:00Z'), to: new Date('2026-04-01T11:00:00Z') };
    const answer = await ask(
      { shape: 'series', grain: 'day', metrics: METRICS },
      { exclusions: [{ environmentIds: ['env_a'], ...hour }] },
    );
    expect(table(answer)).toEqual([
      ['2026-04-01', 'excluded', 'excluded', '5400 nano_usd', 'excluded', 'excluded'],
      ['2026-04-02', '3 count', '0 ratio', '600 nano_usd', '1 tokens', '50 milliseconds'],
    ]);
  });

  it('contains nothing before the retention horizon', async () => {
    const answer = await ask(
      { shape: 'series', grain: 'day', metrics: METRICS },
      { keepsFrom: new Date('2026-04-02T00:00:00Z') },
    );
    expect(answer.coverage).toEqual(['retention_expired']);
    expect(table(answer)).toEqual([
      ['2026-04-01', ...METRICS.map(() => 'coverage_unknown')],
      ['2026-04-02', '3 count', '0 ratio', '600 nano_usd', '1 tokens', '50 milliseconds'],
    ]);
    const gone = await ask({}, { keepsFrom: new Date('2026-04-05T00:00:00Z') });
    expect(gone).toMatchObject({ coverage: ['retention_expired'], truncated: false });
    expect(gone).not.toHaveProperty('groups');
  });
});

describe('facets', () => {
  const metrics = ['requests.v1', 'tokens.v1', 'provider_spend.v1', 'app_feedback.v1', 'team_runs.v1'];
  const no = 'not_observed';
  const expected: [NonNullable<InsightQuery['facets']>[number], unknown[]][] = [
    [
      'final_model',
      [
        ['small-1', '2 count', '110 tokens', '400 nano_usd', no, no],
        ['unserved', '2 count', '0 tokens', '0 nano_usd', no, no],
        ['large-1', '1 count', '1001 tokens', '5550 nano_usd', no, no],
      ],
    ],
    [
      'route',
      [
        ['main', '2 count', '1111 tokens', '5950 nano_usd', '3 count', no],
        ['unserved', '2 count', '0 tokens', '0 nano_usd', no, no],
        ['none', '1 count', '0 tokens', '0 nano_usd', no, no],
      ],
    ],
    [
      'outcome',
      [
        ['succeeded', '2 count', no, no, no, no],
        ['cancelled', '1 count', no, no, no, no],
        ['pending_or_unknown', '1 count', no, no, no, no],
        ['refused', '1 count', no, no, no, no],
      ],
    ],
    [
      'release',
      [
        ['r2', '3 count', '1 tokens', '550 nano_usd', no, 'at least 1 count (trace_unknown)'],
        ['r1', '2 count', '1110 tokens', '5400 nano_usd', '3 count', '1 count'],
      ],
    ],
    [
      'connection',
      [
        ['c1', '2 count', '110 tokens', '400 nano_usd', no, no],
        ['none', '2 count', '0 tokens', '0 nano_usd', no, no],
        ['c2', '1 count', '1001 tokens', '5550 nano_usd', no, no],
      ],
    ],
    [
      'purpose',
      [['application', '5 count', '1111 tokens', '5950 nano_usd', '3 count', 'at least 2 count (trace_unknown)']],
    ],
    [
      'input_size_bucket',
      [
        ['small', '2 count', '1110 tokens', '5400 nano_usd', '3 count', '1 count'],
        ['large', '2 count', '1 tokens', '550 nano_usd', no, '1 count'],
        ['none', '1 count', '0 tokens', '0 nano_usd', no, 'coverage_unknown'],
      ],
    ],
  ];

  it.each(expected)('split the values of %s', async (member, rows) => {
    expect(table(await ask({ shape: 'facets', facets: [member], metrics }))).toEqual(rows);
  });

  it('have equal answers together and separately', async () => {
    const members = expected.map(([member]) => member);
    expect(table(await ask({ shape: 'facets', facets: members, metrics }))).toEqual(
      expected.flatMap(([, rows]) => rows),
    );
  });

  it('measure shares of the total, and markers by release', async () => {
    const shares = (member: (typeof expected)[number][0], metric: string) =>
      ask({ shape: 'facets', facets: [member], metrics: [metric] }).then(table);
    expect(await shares('final_model', 'model_mix.v1')).toEqual([
      ['small-1', '0.4 ratio'],
      ['unserved', '0.4 ratio'],
      ['large-1', '0.2 ratio'],
    ]);
    expect(await shares('route', 'route_mix.v1')).toEqual([
      ['main', '0.4 ratio'],
      ['unserved', '0.4 ratio'],
      ['none', '0.2 ratio'],
    ]);
    expect(await shares('release', 'model_mix.v1')).toEqual([
      ['r2', '0.333333333333 ratio'],
      ['r1', '1 ratio'],
    ]);
    expect(await shares('release', 'release_annotations.v1')).toEqual([
      ['r2', '2 marker'],
      ['r1', '1 marker'],
    ]);
  });
});
