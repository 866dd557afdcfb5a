import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import type { ReadScope } from '../../../../domain/tenancy/scope.ts';
import { PRODUCER_CLASSES } from '../../../../domain/insight/insight-sets.ts';
import { askFacts } from '../../../../testing/insight/asking.ts';
import { createFactsDatabase, type FactsDatabase } from '../../../../testing/insight/facts.ts';
import { JUNE_FACTS } from '../../../../testing/insight/june-facts.ts';
import { cellTexts } from '../../../../testing/insight/measured.ts';

const USERS: InsightQuery = {
  schema: 1,
  shape: 'facets',
  scope: {},
  from: '2026-06-01T00:00:00Z',
  to: '2026-06-04T00:00:00Z',
  dimensions: ['user'],
};
const JULY = new Date('2026-07-01T12:00:00.000Z');
const WATERMARKS = PRODUCER_CLASSES.map((producer_class) => ({
  producer_class,
  produced_through: 100n,
  indexed_through: 100n,
  last_indexed_at: JULY,
}));
const WITHHELD = { state: 'unavailable', reason: 'scope_not_authorized' } as const;

let facts: FactsDatabase;

beforeAll(async () => {
  facts = await createFactsDatabase(inject('clickhouseUrl'));
  await facts.insert(JUNE_FACTS);
});

afterAll(() => facts.drop());

function ask(query: Partial<InsightQuery>, scope: Partial<ReadScope> = {}): Promise<InsightAnswer> {
  return askQuestion({ ...USERS, ...query }, scope);
}

function askQuestion(query: InsightQuery, scope: Partial<ReadScope> = {}): Promise<InsightAnswer> {
  const terms = { now: JULY, snapshot: { watermarks: WATERMARKS } };
  return askFacts(facts, query, { ...terms, scope: { mayReadDimensions: true, ...scope } });
}

function nameOf({ dimension }: AnswerGroup): string {
  return dimension?.value ?? (dimension?.other ? `${dimension.values} others` : 'none');
}

function table({ groups = [] }: InsightAnswer): unknown[] {
  return groups.map((group) => [nameOf(group), ...Object.values(cellTexts(group))]);
}

describe('verdicts and evaluations by dimension', () => {
  const feedback = ['requests.v1', 'app_feedback.v1', 'app_feedback_rated_requests.v1'];

  it('are those of the newest revision, and those of values without traffic belong to the other values', async () => {
    expect(table(await ask({ metrics: feedback }))).toEqual([
      ['alice', '2 count', 'not_observed', 'not_observed'],
      ['🚀', '1 count', 'not_observed', 'not_observed'],
      ['bob', '1 count', '1 count', '1 count'],
      ['～', '1 count', 'not_observed', 'not_observed'],
      ['0 others', '0 count', '1 count', '1 count'],
      ['none', '2 count', 'not_observed', 'not_observed'],
    ]);
  });

  it('form no group if the question does not ask for feedback', async () => {
    expect((await ask({ metrics: ['requests.v1'] })).groups?.map(nameOf)).toEqual(['alice', '🚀', 'bob', '～', 'none']);
  });

  it('are narrowed by what their newest revision states', async () => {
    const { dimensions: _, ...frame } = USERS;
    const verdictsOf = async (user: string): Promise<unknown> => {
      const dimension_filter = { user: { values: [user] } };
      const { groups } = await askQuestion({ ...frame, shape: 'overview', metrics: feedback, dimension_filter });
      return groups?.map((group) => Object.values(cellTexts(group)));
    };
    expect(await verdictsOf('bob')).toEqual([['1 count', '1 count', '1 count']]);
    expect(await verdictsOf('dave')).toEqual([['0 count', '1 count', '1 count']]);
    expect(await verdictsOf('alice')).toEqual([['2 count', 'not_observed', 'not_observed']]);
  });

  it('of a protection count under the newest evaluation', async () => {
    const { groups = [] } = await ask({ metrics: ['protection.v1'] });
    const missing = 'protection_observations_missing';
    expect(groups.map((group) => [nameOf(group), ...Object.values(cellTexts(group))])).toEqual([
      ['alice', `at least 0 count (${missing})`],
      ['🚀', '1 count'],
      ['bob', `at least 1 count (${missing})`],
      ['～', 'not_observed'],
      ['none', 'not_observed'],
    ]);
    expect(groups.map(({ protection }) => protection?.blocked_requests)).toEqual(['0', '0', '1', '0', '0']);
  });

  it('of teams count runs of each value once', async () => {
    expect(table(await ask({ metrics: ['team_runs.v1'], dimension_values: 1 }))).toEqual([
      ['alice', 'at least 1 count (trace_unknown)'],
      ['3 others', '1 count'],
      ['none', '0 count'],
    ]);
  });
});

describe('an answer for a reader without the permission to read values', () => {
  const metrics = ['requests.v1', 'provider_spend.v1', 'response_latency.v1', 'protection.v1', 'app_feedback.v1'];

  it('has one group of all values without figures, and the group without a value', async () => {
    const full = await ask({ metrics, dimensions: ['user', 'tag.plan'] });
    const { groups = [] } = await ask({ metrics, dimensions: ['user', 'tag.plan'] }, { mayReadDimensions: false });
    const withheld = (name: string): AnswerGroup => ({
      purpose: 'application',
      dimension: { name, withheld: true },
      cells: metrics.map((metric) => ({ metric, value: WITHHELD })),
    });
    const unnamed = (name: string): AnswerGroup | undefined =>
      full.groups?.find((group) => group.dimension?.name === name && nameOf(group) === 'none');
    expect(groups).toEqual([withheld('user'), unnamed('user'), withheld('tag.plan'), unnamed('tag.plan')]);
  });

  it('does not depend on the rank, the number of values or the values', async () => {
    const reader = { mayReadDimensions: false };
    const { groups } = await ask({ metrics }, reader);
    for (const change of [{ ranked_by: 'tokens' }, { ranked_by: 'spend' }, { dimension_values: 1 }] as const)
      expect((await ask({ metrics, ...change }, reader)).groups).toEqual(groups);
    const never = await ask({ metrics: ['requests.v1'], dimensions: ['tag.never'] }, reader);
    expect(never.groups?.map(({ dimension, cells }) => [dimension, cells[0]?.value])).toEqual([
      [{ name: 'tag.never', withheld: true }, WITHHELD],
      [{ name: 'tag.never' }, { state: 'available', number: '7', unit: 'count' }],
    ]);
  });

  it('has both groups in every bucket of a series', async () => {
    const series = { shape: 'series', grain: 'day', metrics: ['requests.v1'] } satisfies Partial<InsightQuery>;
    const { groups = [] } = await ask(series, { mayReadDimensions: false });
    const shown = groups.map(({ bucket, dimension, cells }) => [bucket?.label, dimension?.withheld, cells[0]?.value]);
    expect(shown).toEqual([
      ['2026-06-01', true, WITHHELD],
      ['2026-06-02', true, WITHHELD],
      ['2026-06-03', true, WITHHELD],
      ['2026-06-01', undefined, { state: 'available', number: '0', unit: 'count' }],
      ['2026-06-02', undefined, { state: 'available', number: '2', unit: 'count' }],
      ['2026-06-03', undefined, { state: 'available', number: '0', unit: 'count' }],
    ]);
  });

  it('is refused if it would disclose values or money by a filter or an order', async () => {
    const filtered = ask({ metrics, dimension_filter: { user: { unnamed: true } } }, { mayReadDimensions: false });
    await expect(filtered).rejects.toMatchObject({
      code: 'forbidden',
      faults: [{ pointer: '/dimension_filter' }],
    });
    await expect(ask({ metrics, ranked_by: 'spend' }, { mayReadCost: false })).rejects.toMatchObject({
      code: 'forbidden',
      faults: [{ pointer: '/ranked_by' }],
    });
    const byTokens = await ask({ metrics, ranked_by: 'tokens' }, { mayReadCost: false });
    expect(byTokens.groups?.map(nameOf)).toEqual(['bob', 'alice', '🚀', '～', '0 others', 'none']);
  });
});
