import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listRequiredFigures } from '../../../analytics/insight/plan/list-required-figures.ts';
import { tokensMetric } from '../../../domain/insight/metrics/tokens.ts';
import type { FactsQuestion } from '../../../analytics/insight/question/facts-question.ts';
import type { MeasuredFacts, MeasuredGroup } from '../../../analytics/insight/question/measured-facts.ts';
import type { BoundQuery } from '../../../analytics/statements/bound-query.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { localBuckets } from '../../../domain/insight/windows/local-buckets.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import { ADDITIVE_FIGURES, LATENCY_METRICS } from '../../../domain/insight/group-sums.ts';
import { FACETS } from '../../../domain/insight/dimensions.ts';
import {
  createHandMadeFacts,
  JANUARY,
  nonZeroSums,
  LAYER_COMBINATIONS,
  type HandMadeFacts,
} from '../../../testing/insight/hand-made-facts.ts';

let facts: HandMadeFacts;

beforeAll(async () => {
  facts = await createHandMadeFacts(inject('clickhouseUrl'));
});

afterAll(() => facts.drop());

const TO_APRIL: Partial<FactsQuestion> = {
  to: new Date('2026-04-01T00:00:00Z'),
  environmentIds: ['env_a', 'env_b'],
  fence: 200n,
};
const EXCLUSIONS: FactsQuestion['exclusions'] = [
  { environmentIds: ['env_a'], from: new Date('2026-03-02T10:00:00Z'), to: new Date('2026-03-02T11:00:00Z') },
];
const EVERY_FIGURE = new Set(ADDITIVE_FIGURES);
const MODEL: GroupChoice = { member: 'final_model', values: ['m1'], unserved: true, pending: true };
const PENDING: GroupChoice = { member: 'outcome', values: ['failed', 'unknown'], unserved: false, pending: true };

function daysOf(zone: string): FactsQuestion['buckets'] & object {
  const offset = (utcMs: number): number => timeZones.offsetSeconds(zone, utcMs) * 1_000;
  return localBuckets(JANUARY.from.getTime(), Date.parse('2026-04-01T00:00:00Z'), 'day', offset);
}

/** The groups as text, in a canonical order. */
function canonical({ groups }: MeasuredFacts): string[] {
  const text = (group: MeasuredGroup): string =>
    JSON.stringify(group, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return groups.map(text).sort();
}

describe('the sums of hand-made facts', () => {
  it('are one statement on one table if complete months are below the fence', async () => {
    const { measured, statements } = await facts.measure({ ...JANUARY, fence: 200n });
    expect(statements.map(({ sql }) => sql.match(/FROM \w+/g))).toEqual([['FROM traffic_by_month_v1']]);
    expect(measured.groups.map(({ key }) => key)).toEqual([{ purpose: 'application' }]);
    expect(nonZeroSums(measured.groups[0]?.sums)).toEqual({
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
    expect(nonZeroSums(measured.groups[0]?.excluded)).toEqual({});
  });

  it('include nothing above a fence in the past, and read only the divided periods again', async () => {
    const { measured, statements } = await facts.measure(JANUARY);
    expect(nonZeroSums(measured.groups[0]?.sums)).toEqual({
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
    const tables = ({ sql }: BoundQuery): (string | undefined)[] => [...sql.matchAll(/FROM (\w+)/g)].map((from) => from[1]); // oxfmt-ignore
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
    const { measured } = await facts.measure({ ...JANUARY, environmentIds: ['env_a', 'env_b'] });
    expect(measured.groups[0]?.sums).toMatchObject({
      nanos: 18446744074709551608n,
      settled_nanos: 18446744074709551615n,
    });
  });

  it('read the incomplete hours of a window from the facts, in the same statement', async () => {
    const { measured, statements } = await facts.measure({
      ...JANUARY,
      fence: 200n,
      from: new Date('2025-12-31T23:59:59.999Z'),
      to: new Date('2026-01-31T23:59:59.999Z'),
    });
    expect(statements).toHaveLength(1);
    // The request of the last millisecond is excluded, and the request of the millisecond before January is included.
    expect(measured.groups[0]?.sums).toMatchObject({ admitted: 4n, ended: 3n, failed: 2n });
  });

  it('separate exclusions, with the same result as without the excluded facts', async () => {
    const exclusions = [
      { environmentIds: ['env_b'], from: new Date('2026-01-07T00:00:00Z'), to: new Date('2026-01-07T01:00:00Z') },
    ];
    const { measured } = await facts.measure({ ...JANUARY, environmentIds: ['env_a', 'env_b'], exclusions });
    expect(nonZeroSums(measured.groups[0]?.sums)).toEqual(
      nonZeroSums((await facts.measure(JANUARY)).measured.groups[0]?.sums),
    );
    expect(nonZeroSums(measured.groups[0]?.excluded)).toEqual({
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

  it('read no amounts without access to money', async () => {
    const { measured } = await facts.measure({ ...JANUARY, figures: listRequiredFigures([tokensMetric], false) });
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
    [
      'tokens by kind',
      { figures: EVERY_FIGURE, facets: ['final_model'], environmentIds: ['env_a', 'env_b'], fence: 200n },
    ],
    ['tokens by kind and day', { figures: EVERY_FIGURE, grain: 'day', fence: 50n }],
    ['a model by release', { facets: ['release', 'final_model', 'purpose'], chosen: [MODEL], ...TO_APRIL }],
    ['a model without exclusions cut through', { chosen: [MODEL], grain: 'day', ...TO_APRIL, exclusions: EXCLUSIONS }],
    ['pending requests by outcome', { facets: ['outcome', 'release'], chosen: [PENDING], ...TO_APRIL }],
    ['pending requests by week', { grain: 'week', chosen: [PENDING], figures: EVERY_FIGURE, ...TO_APRIL }],
    ['two choices', { chosen: [MODEL, PENDING], facets: FACETS, ...TO_APRIL }],
    ['a facet with a choice', { chosen: [PENDING], facets: ['route'], ...TO_APRIL }],
    ['days of a zone', { grain: 'day', buckets: daysOf('Asia/Kolkata'), facets: ['release'], ...TO_APRIL }],
    ['days of a zone, narrowed', { grain: 'day', buckets: daysOf('America/New_York'), chosen: [PENDING], ...TO_APRIL }],
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

  it.each(questions)('over %s are equal from every layer', async (_name, changes) => {
    const question = { ...JANUARY, ...changes };
    const [first, ...others] = await Promise.all(
      LAYER_COMBINATIONS.map((layers) => facts.measure(question, { layers })),
    );
    // All facts arrived with sequence 10 or later.
    expect(first?.measured.groups.length === 0).toBe(question.fence < 10n);
    for (const other of others) expect(canonical(other.measured)).toEqual(canonical(first!.measured));
  });

  it('count a repeated batch once', async () => {
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
    for (const layers of LAYER_COMBINATIONS) {
      const { measured } = await facts.measure({ ...JANUARY, workspaceId: 't_again' }, { layers });
      expect(nonZeroSums(measured.groups[0]?.sums)).toEqual({ admitted: '1' });
    }
  });
});
