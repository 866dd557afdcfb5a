import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import { PRODUCER_CLASSES } from '../../../../domain/insight/insight-sets.ts';
import { askFacts, type AskingTerms } from '../../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../../testing/insight/facts.ts';
import { JUNE_FACTS } from '../../../../testing/insight/june-facts.ts';
import { cellTexts } from '../../../../testing/insight/measured.ts';

const JUNE: InsightQuery = {
  schema: 1,
  shape: 'facets',
  scope: {},
  from: '2026-06-01T00:00:00Z',
  to: '2026-06-04T00:00:00Z',
};
const JULY = new Date('2026-07-01T12:00:00.000Z');
const WATERMARKS = PRODUCER_CLASSES.map((producer_class) => ({
  producer_class,
  produced_through: 100n,
  indexed_through: 100n,
  last_indexed_at: JULY,
}));
const METRICS = ['requests.v1', 'tokens.v1', 'provider_spend.v1'];

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(JUNE_FACTS);
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>, { scope, snapshot }: AskingTerms = {}): Promise<InsightAnswer> {
  return askFacts(
    facts,
    { ...JUNE, ...query },
    {
      now: JULY,
      scope: { mayReadDimensions: true, ...scope },
      snapshot: { watermarks: WATERMARKS, ...snapshot },
    },
  );
}

/** The value of a group, after the start of its bucket. */
function nameOf({ bucket, dimension }: AnswerGroup): string {
  const unnamed = dimension?.withheld ? 'withheld' : dimension?.other ? `${dimension.values} others` : 'none';
  const value = dimension?.value ?? unnamed;
  return bucket === undefined ? value : `${bucket.label} ${value}`;
}

/** The name of each group, and its cells as text, in the order of the answer. */
function table({ groups = [] }: InsightAnswer): unknown[] {
  return groups.map((group) => [nameOf(group), ...Object.values(cellTexts(group))]);
}

/** The sum of the numbers of a metric over all groups. */
function total({ groups = [] }: InsightAnswer, metric: string): bigint {
  const numbers = groups.flatMap(({ cells }) =>
    cells.flatMap(({ metric: id, value }) => (id === metric && value.state !== 'unavailable' ? [value.number] : [])),
  );
  return numbers.reduce((sum, number) => sum + BigInt(number), 0n);
}

describe('the values of a dimension', () => {
  it('are ordered by requests, then by attempts, cost effects and value, with no value at the end', async () => {
    const metrics = [...METRICS, 'response_latency.v1'];
    expect(table(await ask({ dimensions: ['user'], metrics }))).toEqual([
      ['alice', '2 count', '1030 tokens', '443 nano_usd', '195 milliseconds'],
      ['🚀', '1 count', '7 tokens', '18446744073709551614 nano_usd', '40 milliseconds'],
      ['bob', '1 count', '5000 tokens', '9000 nano_usd', '50 milliseconds'],
      ['～', '1 count', '0 tokens', '0 nano_usd', 'not_observed'],
      ['none', '2 count', '3 tokens', '77 nano_usd', 'not_observed'],
    ]);
  });

  it.each([
    ['requests', ['alice', '🚀', 'bob', '～']],
    ['attempts', ['alice', '🚀', 'bob', '～']],
    ['tokens', ['bob', 'alice', '🚀', '～']],
    ['spend', ['🚀', 'bob', 'alice', '～']],
  ] as const)('are ordered by %s', async (ranked_by, values) => {
    const { groups = [] } = await ask({ dimensions: ['user'], ranked_by, metrics: ['requests.v1'] });
    expect(groups.map(nameOf)).toEqual([...values, 'none']);
  });

  it('of equal rank are ordered by the bytes of their text', async () => {
    const { groups = [] } = await ask({ dimensions: ['agent'], metrics: ['requests.v1'] });
    expect(groups.map(nameOf)).toEqual(['～', '🚀', 'none']);
  });

  it.each(['requests', 'spend'] as const)('add up to the total with other values, by %s', async (ranked_by) => {
    const whole = await ask({ shape: 'overview', metrics: METRICS });
    expect(METRICS.map((metric) => total(whole, metric))).toEqual([7n, 6_040n, 18_446_744_073_709_561_134n]);
    for (const dimension of ['user', 'feature', 'agent', 'owner', 'tag.plan', 'tag.never']) {
      for (const dimension_values of [1, 2, 100]) {
        const answer = await ask({ dimensions: [dimension], dimension_values, ranked_by, metrics: METRICS });
        for (const metric of METRICS) expect(total(answer, metric)).toBe(total(whole, metric));
      }
    }
  });

  it('beyond the requested number are one group, which states their number', async () => {
    const answer = await ask({ dimensions: ['user'], dimension_values: 1, ranked_by: 'spend', metrics: METRICS });
    expect(table(answer)).toEqual([
      ['🚀', '1 count', '7 tokens', '18446744073709551614 nano_usd'],
      ['3 others', '4 count', '6030 tokens', '9443 nano_usd'],
      ['none', '2 count', '3 tokens', '77 nano_usd'],
    ]);
    expect(answer.truncated).toBe(false);
  });

  it('are values of several dimensions, tags with any key included', async () => {
    const dimensions = ['owner', 'tag.plan', 'tag.__proto__'];
    const { groups = [] } = await ask({ dimensions, metrics: ['requests.v1'] });
    expect(groups.map((group) => [group.dimension?.name, nameOf(group), cellTexts(group)['requests.v1']])).toEqual([
      ['owner', 'blue', '2 count'],
      ['owner', 'red', '1 count'],
      ['owner', 'none', '4 count'],
      ['tag.plan', 'pro', '2 count'],
      ['tag.plan', 'free', '1 count'],
      ['tag.plan', 'none', '4 count'],
      ['tag.__proto__', 'constructor', '1 count'],
      ['tag.__proto__', 'none', '6 count'],
    ]);
    const others = await ask({ dimensions: ['tag.constructor', 'tag.a.b', 'tag.never'], metrics: ['requests.v1'] });
    expect(table(others)).toEqual([
      ['__proto__', '1 count'],
      ['none', '6 count'],
      [`it's \\ "x"`, '1 count'],
      ['none', '6 count'],
      ['none', '7 count'],
    ]);
  });

  it('are present if only excluded facts state them, with the lowest rank', async () => {
    const second = { from: new Date('2026-06-02T00:00:00Z'), to: new Date('2026-06-03T00:00:00Z') };
    const snapshot = { exclusions: [{ environmentIds: ['env_a'], ...second }] };
    expect(table(await ask({ dimensions: ['user'], metrics: ['requests.v1'] }, { snapshot }))).toEqual([
      ['alice', '2 count'],
      ['bob', '1 count'],
      ['～', 'excluded'],
      ['🚀', 'excluded'],
      ['none', 'excluded'],
    ]);
  });
});

describe('a series of a dimension', () => {
  it('has the values of the complete window, each with every bucket', async () => {
    const query = { shape: 'series', grain: 'day', dimension_values: 1 } as const;
    expect(table(await ask({ ...query, dimensions: ['user'], metrics: ['requests.v1', 'tokens.v1'] }))).toEqual([
      ['2026-06-01 alice', '2 count', '1030 tokens'],
      ['2026-06-02 alice', '0 count', '0 tokens'],
      ['2026-06-03 alice', '0 count', '0 tokens'],
      ['2026-06-01 3 others', '1 count', '5000 tokens'],
      ['2026-06-02 3 others', '2 count', '7 tokens'],
      ['2026-06-03 3 others', '0 count', '0 tokens'],
      ['2026-06-01 none', '0 count', '0 tokens'],
      ['2026-06-02 none', '2 count', '3 tokens'],
      ['2026-06-03 none', '0 count', '0 tokens'],
    ]);
  });

  it.each([
    ['hour', 'UTC'],
    ['day', 'Asia/Kolkata'],
    ['week', 'UTC'],
    ['month', 'America/New_York'],
  ] as const)('adds up to the total by %s in %s', async (grain, bucket_tz) => {
    const answer = await ask({ shape: 'series', grain, bucket_tz, dimensions: ['tag.plan'], metrics: METRICS });
    expect(METRICS.map((metric) => total(answer, metric))).toEqual([7n, 6_040n, 18_446_744_073_709_561_134n]);
  });
});

describe('figures that are narrowed by a dimension', () => {
  const metrics = [...METRICS, 'response_latency.v1', 'cost_per_1000_requests.v1', 'release_annotations.v1'];
  const filtered = (dimension_filter: NonNullable<InsightQuery['dimension_filter']>): Promise<InsightAnswer> =>
    ask({ shape: 'overview', metrics, dimension_filter });

  it('are those of its group, except for markers', async () => {
    const { groups = [] } = await ask({ dimensions: ['user'], metrics });
    expect(groups).toHaveLength(5);
    for (const { dimension, ...group } of groups) {
      const { value } = dimension ?? {};
      const choice = value === undefined ? { unnamed: true as const } : { values: [value] };
      expect((await filtered({ user: choice })).groups).toEqual([group]);
      expect(cellTexts(group)['release_annotations.v1']).toBe('not_observed');
    }
  });

  it('are those of the facts that match every dimension', async () => {
    const answer = await filtered({ user: { values: ['alice', 'bob'] }, 'tag.plan': { values: ['pro'] } });
    expect(answer.groups?.map((group) => cellTexts(group)['tokens.v1'])).toEqual(['6000 tokens']);
    const unnamed = await filtered({ user: { values: ['🚀'], unnamed: true }, feature: { unnamed: true } });
    expect(unnamed.groups?.map((group) => cellTexts(group)['requests.v1'])).toEqual(['2 count']);
  });

  it('of all groups equal the total', async () => {
    const user = { values: ['alice', 'bob', '🚀', '～'], unnamed: true as const };
    const overview = { shape: 'overview', metrics: METRICS } as const;
    const whole = await ask(overview);
    expect((await ask({ ...overview, dimension_filter: { user } })).groups).toEqual(whole.groups);
  });

  it('split by another dimension, and by endings', async () => {
    const query = { dimensions: ['user'], metrics: ['requests.v1', 'tokens.v1'] };
    expect(table(await ask({ ...query, dimension_filter: { 'tag.plan': { values: ['pro'] } } }))).toEqual([
      ['alice', '1 count', '1000 tokens'],
      ['bob', '1 count', '5000 tokens'],
      ['none', '0 count', '0 tokens'],
    ]);
    const group_filter: InsightQuery['group_filter'] = { outcome: { values: ['succeeded'] } };
    expect(table(await ask({ ...query, group_filter }))).toEqual([
      ['alice', '2 count', 'not_observed'],
      ['🚀', '1 count', 'not_observed'],
      ['none', '0 count', 'not_observed'],
    ]);
    const pending: InsightQuery['group_filter'] = { outcome: { values: ['failed', 'pending_or_unknown'] } };
    expect(table(await ask({ ...query, group_filter: pending, metrics: ['requests.v1', 'outcomes.v1'] }))).toEqual([
      ['bob', '1 count', '1 count'],
      ['～', '1 count', '0 count'],
      ['none', '1 count', '0 count'],
    ]);
  });

  it('treat values that look like SQL as values', async () => {
    const hostile = [`alice') OR (1=1`, `'`, '\\', '{fence:UInt64}', `bob'--`];
    const answer = await filtered({ user: { values: hostile }, [`tag.'`]: { values: hostile } });
    expect(answer).not.toHaveProperty('groups');
  });
});
