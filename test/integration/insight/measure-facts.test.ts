import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { LAYERS, type Layer } from '../../../analytics/insight/layer-plan.ts';
import { measureFacts, type MeasureOptions } from '../../../analytics/insight/measure-facts.ts';
import type { FactsQuestion, MeasuredFacts, MeasuredGroup } from '../../../analytics/insight/measured-facts.ts';
import { createStatementRunner } from '../../../analytics/insight/statement-runner.ts';
import type { Ask, BoundQuery } from '../../../analytics/insight/statement.ts';
import { LATENCY_METRICS, type AdditiveSums } from '../../../domain/insight/group-sums.ts';
import { FACETS } from '../../../domain/insight-sets.ts';
import { createFactsDatabase, type FactsDatabase } from '../../support/insight/facts.ts';
import { FIGURE_FACTS } from '../../support/insight/figure-facts.ts';
import { JANUARY_FACTS } from '../../support/insight/january-facts.ts';

const JANUARY: FactsQuestion = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_a'],
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  purposes: ['application'],
  releaseIds: [],
  fence: 100n,
  exclusions: [],
  facets: [],
  money: true,
  feedback: false,
  teamRuns: false,
  protection: false,
  markers: false,
  latency: [],
};
const MARCH: FactsQuestion = {
  ...JANUARY,
  from: new Date('2026-03-01T00:00:00.000Z'),
  to: new Date('2026-04-01T00:00:00.000Z'),
};
/** Every way to the same answer. */
const WAYS: readonly (readonly Layer[])[] = [
  LAYERS,
  ['days', 'hours', 'facts'],
  ['months', 'facts'],
  ['days', 'facts'],
  ['hours', 'facts'],
  ['facts'],
];

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(JANUARY_FACTS);
  await facts.insert(FIGURE_FACTS);
});

afterAll(() => facts.drop());

/** The answer, and the statements that it took. */
async function measure(
  question: FactsQuestion,
  options: MeasureOptions = {},
): Promise<{ measured: MeasuredFacts; statements: BoundQuery[] }> {
  const run = createStatementRunner({ clickhouse: facts.client }).forQuestion({});
  const statements: BoundQuery[] = [];
  const ask: Ask = (query) => {
    statements.push(query);
    return run(query);
  };
  return { measured: await measureFacts(ask, question, options), statements };
}

function shown(sums: AdditiveSums | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sums ?? {})
      .filter(([, sum]) => sum !== 0n)
      .map(([figure, sum]) => [figure, String(sum)]),
  );
}

/** Groups as text, in an order of their own. */
function canonical({ groups }: MeasuredFacts): string[] {
  const text = (group: MeasuredGroup): string =>
    JSON.stringify(group, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return groups.map(text).sort();
}

describe('the sums of hand-made facts', () => {
  it('are one statement on one table where whole months are below the fence', async () => {
    const { measured, statements } = await measure({ ...JANUARY, fence: 200n });
    expect(statements.map(({ sql }) => sql.match(/FROM \w+/g))).toEqual([['FROM traffic_by_month_v1']]);
    expect(measured.groups.map(({ key }) => key)).toEqual([{ purpose: 'application' }]);
    expect(shown(measured.groups[0]?.sums)).toEqual({
      admitted: '4',
      ended: '2',
      succeeded: '1',
      failed: '1',
      attempts: '2',
      measured: '2',
      total_tokens: '9007199254741093',
      effects: '4',
      nanos: '999999999',
      settled_nanos: '1000000006',
      priced: '2',
      estimated: '1',
      estimate_unknown: '1',
      adjustments: '1',
    });
    expect(shown(measured.groups[0]?.excluded)).toEqual({});
  });

  it('see nothing above a fence in the past, and ask only for what it cuts through again', async () => {
    const { measured, statements } = await measure(JANUARY);
    expect(shown(measured.groups[0]?.sums)).toEqual({
      admitted: '3',
      ended: '2',
      succeeded: '1',
      failed: '1',
      attempts: '2',
      measured: '2',
      total_tokens: '9007199254741093',
      effects: '3',
      nanos: '999999994',
      settled_nanos: '1000000001',
      priced: '1',
      pending: '1',
      estimate_unknown: '1',
      adjustments: '1',
    });
    const day = (date: string): number => Date.parse(`2026-01-${date}T00:00:00Z`) / 1_000;
    const tables = ({ sql }: BoundQuery): (string | undefined)[] => [...sql.matchAll(/FROM (\w+)/g)].map((from) => from[1]); // prettier-ignore
    expect(statements.slice(0, 3).map(tables)).toEqual([
      ['traffic_by_month_v1'],
      ['traffic_by_day_v1'],
      ['traffic_by_day_v1', 'traffic_by_hour_v1'],
    ]);
    expect(statements[2]?.params['days_periods']).toHaveLength(29);
    expect(statements[2]?.params['days_periods']).not.toContain(String(day('06')));
    expect(statements[3]?.params['facts_periods']).toEqual([String(day('06')), String(day('09'))]);
    expect(statements).toHaveLength(4);
  });

  it('keep every digit beyond 64 bits', async () => {
    const { measured } = await measure({ ...JANUARY, environmentIds: ['env_a', 'env_b'] });
    expect(measured.groups[0]?.sums).toMatchObject({
      nanos: 18446744074709551608n,
      settled_nanos: 18446744074709551615n,
    });
  });

  it('take the parts of a window that are no whole hours from the facts, in the same statement', async () => {
    const { measured, statements } = await measure({
      ...JANUARY,
      fence: 200n,
      from: new Date('2025-12-31T23:59:59.999Z'),
      to: new Date('2026-01-31T23:59:59.999Z'),
    });
    expect(statements).toHaveLength(1);
    // The request of the last millisecond is out, that of the millisecond before January is in.
    expect(measured.groups[0]?.sums).toMatchObject({ admitted: 4n, ended: 3n, failed: 2n });
  });

  it('stand apart by exclusion, which is no other answer than leaving the facts out', async () => {
    const exclusions = [
      { environmentIds: ['env_b'], from: new Date('2026-01-07T00:00:00Z'), to: new Date('2026-01-07T01:00:00Z') },
    ];
    const { measured } = await measure({ ...JANUARY, environmentIds: ['env_a', 'env_b'], exclusions });
    expect(shown(measured.groups[0]?.sums)).toEqual(shown((await measure(JANUARY)).measured.groups[0]?.sums));
    expect(shown(measured.groups[0]?.excluded)).toEqual({
      admitted: '1',
      ended: '1',
      cancelled: '1',
      attempts: '1',
      effects: '2',
      nanos: '18446744073709551614',
      settled_nanos: '18446744073709551614',
      priced: '2',
    });
  });

  it('do not read amounts without access to money', async () => {
    const { measured } = await measure({ ...JANUARY, money: false });
    expect(measured.groups[0]?.sums).toMatchObject({ effects: 3n, nanos: 0n, priced: 0n, adjustments: 0n });
  });

  const questions: [string, Partial<FactsQuestion>][] = [
    ['an overview', {}],
    ['a fence in the past', { fence: 9n }],
    [
      'all purposes and environments',
      { environmentIds: ['env_a', 'env_b'], purposes: ['application', 'judge', 'playground'] },
    ],
    ['a release', { releaseIds: ['r1'] }],
    ['hours', { grain: 'hour' }],
    ['days', { grain: 'day' }],
    [
      'weeks, unaligned',
      { grain: 'week', from: new Date('2026-01-01T00:00:00.001Z'), to: new Date('2026-03-20T10:30:00Z') },
    ],
    ['months, beyond the fence', { grain: 'month', to: new Date('2026-04-01T00:00:00Z'), fence: 200n }],
    ['every facet', { facets: FACETS, to: new Date('2026-04-01T00:00:00Z'), environmentIds: ['env_a', 'env_b'] }],
    [
      'facets by day with an exclusion',
      {
        facets: ['final_model', 'release', 'purpose'],
        grain: 'day',
        to: new Date('2026-04-01T00:00:00Z'),
        exclusions: [
          { environmentIds: ['env_a'], from: new Date('2026-03-02T10:00:00Z'), to: new Date('2026-03-02T11:00:00Z') },
        ],
      },
    ],
    [
      'everything at once',
      {
        facets: FACETS,
        from: new Date('2026-03-01T00:00:00Z'),
        to: new Date('2026-03-31T10:10:10Z'),
        grain: 'day',
        feedback: true,
        teamRuns: true,
        protection: true,
        latency: LATENCY_METRICS,
      },
    ],
  ];

  it.each(questions)('over %s are the same from every layer', async (_name, changes) => {
    const question = { ...JANUARY, ...changes };
    const [first, ...others] = await Promise.all(WAYS.map((layers) => measure(question, { layers })));
    // Everything arrived as number 10 or later.
    expect(first?.measured.groups.length === 0).toBe(question.fence < 10n);
    for (const other of others) expect(canonical(other.measured)).toEqual(canonical(first!.measured));
  });

  it('count a batch that is delivered again once', async () => {
    const batch = {
      table: 'request_admissions_v1',
      format: 'JSONEachRow' as const,
      values: [
        {
          organization_id: 'org_a',
          workspace_id: 't_again',
          environment_id: 'env_a',
          purpose: 'application',
          logical_request_id: 'again',
          arrival_seq: '10',
          admitted_at: '2026-01-01 00:00:00.000',
        },
      ],
      clickhouse_settings: {
        insert_deduplication_token: 'batch_1:request_admissions_v1',
        deduplicate_blocks_in_dependent_materialized_views: 1 as const,
      },
    };
    await facts.client.insert(batch);
    await facts.client.insert(batch);
    for (const layers of WAYS) {
      const { measured } = await measure({ ...JANUARY, workspaceId: 't_again' }, { layers });
      expect(shown(measured.groups[0]?.sums)).toEqual({ admitted: '1' });
    }
  });
});

/** The group of a facet value; of the whole without one. */
function groupOf({ groups }: MeasuredFacts, member?: string, value = ''): MeasuredGroup | undefined {
  return groups.find(({ key }) => key.facet?.member === member && (key.facet?.value ?? '') === value);
}

describe('facets of hand-made facts', () => {
  it('group requests by where they ended, and calls and costs by what they went through', async () => {
    const { measured } = await measure({ ...MARCH, facets: FACETS });
    expect(shown(groupOf(measured, 'final_model', 'm1')?.sums)).toMatchObject({
      ended: '2',
      attempts: '1',
      nanos: '70',
    });
    expect(shown(groupOf(measured, 'final_model', 'm2')?.sums)).toMatchObject({ attempts: '1', nanos: '5' });
    const unserved = measured.groups.filter(({ key }) => key.facet?.unserved === true).map(({ key }) => key.facet);
    expect(unserved).toEqual(
      expect.arrayContaining([
        { member: 'final_model', value: '', unserved: true },
        { member: 'route', value: '', unserved: true },
      ]),
    );
    expect(shown(groupOf(measured, 'outcome', 'refused')?.sums)).toMatchObject({ ended: '1' });
    expect(shown(groupOf(measured, 'purpose', 'application')?.sums)).toEqual(shown(groupOf(measured)?.sums));
    expect(shown(groupOf(measured, 'release', 'r1')?.sums)).toMatchObject({ admitted: '2' });
    expect(shown(groupOf(measured, 'connection', 'c1')?.sums)).toMatchObject({ ended: '2' });
    expect(shown(groupOf(measured, 'input_size_bucket', 's')?.sums)).toMatchObject({ admitted: '1', ended: '1' });
  });
});

describe('latencies of hand-made facts', () => {
  const question: FactsQuestion = { ...MARCH, latency: LATENCY_METRICS };

  it('are interpolated over the samples of each outcome', async () => {
    const latency = groupOf((await measure(question)).measured)?.latency;
    expect(latency).toEqual([
      {
        metric: 'response_latency.v1',
        method: 'exact',
        populations: [
          {
            outcome: 'overall',
            samples: 3n,
            quantiles: { p50: '100', p75: '150.5', p90: '180.8', p95: '190.9', p99: '198.98' },
          },
          {
            outcome: 'succeeded',
            samples: 2n,
            quantiles: { p50: '150.5', p75: '175.75', p90: '190.9', p95: '195.95', p99: '199.99' },
          },
          { outcome: 'refused', samples: 1n, quantiles: { p50: '0', p75: '0', p90: '0', p95: '0', p99: '0' } },
        ],
      },
      {
        metric: 'first_output_latency.v1',
        method: 'exact',
        populations: [
          {
            outcome: 'overall',
            samples: 1n,
            quantiles: { p50: '20.25', p75: '20.25', p90: '20.25', p95: '20.25', p99: '20.25' },
          },
          {
            outcome: 'succeeded',
            samples: 1n,
            quantiles: { p50: '20.25', p75: '20.25', p90: '20.25', p95: '20.25', p99: '20.25' },
          },
        ],
      },
    ]);
  });

  it('are counted in buckets where there are too many of them, from every layer alike', async () => {
    for (const layers of WAYS) {
      const latency = groupOf((await measure(question, { layers, maxExactSamples: 2 })).measured)?.latency;
      expect(latency?.map(({ method }) => method)).toEqual(['log_buckets', 'exact']);
      // 100 and 201 ms are in buckets 267 and 283, whose middles are 2^6.65625 = 100.863 and twice that.
      expect(latency?.[0]?.populations).toEqual([
        {
          outcome: 'overall',
          samples: 3n,
          quantiles: { p50: '100.863', p75: '151.294', p90: '181.553', p95: '191.639', p99: '199.708' },
        },
        {
          outcome: 'succeeded',
          samples: 2n,
          quantiles: { p50: '151.294', p75: '176.51', p90: '191.639', p95: '196.682', p99: '200.717' },
        },
        { outcome: 'refused', samples: 1n, quantiles: { p50: '0', p75: '0', p90: '0', p95: '0', p99: '0' } },
      ]);
    }
  });

  it('stand by facet, and have no samples where no request was timed', async () => {
    const { measured } = await measure({ ...question, facets: ['final_model'] }, { maxExactSamples: 2 });
    expect(groupOf(measured, 'final_model', 'm1')?.latency?.map(({ populations }) => populations[0]?.samples)).toEqual([
      2n,
      1n,
    ]);
    const untimed = await measure({ ...JANUARY, fence: 200n, latency: LATENCY_METRICS });
    expect(groupOf(untimed.measured)?.latency?.map(({ populations }) => populations)).toEqual([
      [{ outcome: 'overall', samples: 0n }],
      [{ outcome: 'overall', samples: 0n }],
    ]);
  });
});

describe('what does not add up', () => {
  it('counts the newest revision of a verdict under the fence, before anything is selected', async () => {
    const asked: FactsQuestion = { ...MARCH, feedback: true, facets: ['route'] };
    const { measured } = await measure(asked);
    expect(groupOf(measured)?.feedback).toEqual({ verdicts: 2n, ratedRequests: 1n });
    expect(groupOf(measured, 'route', 'rt1')?.feedback).toEqual({ verdicts: 2n, ratedRequests: 1n });
    const later = await measure({ ...asked, fence: 200n });
    expect(groupOf(later.measured)?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('does not see a newer revision that lies before the horizon', async () => {
    const april: FactsQuestion = {
      ...JANUARY,
      from: new Date('2026-04-01T00:00:00Z'),
      to: new Date('2026-05-01T00:00:00Z'),
      feedback: true,
    };
    expect((await measure(april)).measured.groups).toEqual([]);
    const { measured } = await measure({ ...april, keepsFrom: new Date('2026-03-15T00:00:00Z') });
    expect(groupOf(measured)?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('keeps excluded verdicts apart', async () => {
    const exclusions = [
      { environmentIds: ['env_a'], from: new Date('2026-03-03T00:00:00Z'), to: new Date('2026-03-04T00:00:00Z') },
    ];
    const group = groupOf((await measure({ ...MARCH, feedback: true, exclusions })).measured);
    expect(group?.feedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
    expect(group?.excludedFeedback).toEqual({ verdicts: 1n, ratedRequests: 1n });
  });

  it('counts the traces of teams, once each', async () => {
    const { measured } = await measure({ ...MARCH, teamRuns: true, facets: ['release', 'outcome'] });
    expect(groupOf(measured)?.teamRuns).toEqual({ runs: 1n, untraced: 1n });
    expect(groupOf(measured, 'release', 'r1')?.teamRuns).toEqual({ runs: 1n, untraced: 0n });
    expect(groupOf(measured, 'outcome', 'succeeded')?.teamRuns).toBeUndefined();
  });

  it('counts the newest evaluation of a request, component and phase', async () => {
    const { measured } = await measure({ ...MARCH, protection: true });
    expect(groupOf(measured)?.protection).toEqual({
      eligible: 3n,
      evaluated: 2n,
      blocked: 2n,
      modified: 0n,
      errors: 1n,
      notExecuted: 0n,
      blockedRequests: 1n,
    });
  });

  it('counts markers by day and release, whatever is excluded', async () => {
    const exclusions = [{ environmentIds: ['env_a'], from: MARCH.from, to: MARCH.to }];
    const { measured } = await measure({ ...MARCH, markers: true, grain: 'day', facets: ['release'], exclusions });
    expect(measured.markers).toEqual([{ bucketMs: Date.UTC(2026, 2, 5), releaseId: 'r2', markers: 2n }]);
    const whole = await measure({ ...MARCH, markers: true });
    expect(whole.measured.markers).toEqual([{ markers: 2n }]);
    expect((await measure({ ...JANUARY, markers: true })).measured.markers).toEqual([]);
  });
});
