import { describe, expect, it } from 'vitest';
import type { RankedValueRow } from '../../../../../analytics/insight/dimensions/ranked-values-query.ts';
import type { DimensionSplit, RankedValues } from '../../../../../analytics/insight/question/dimension-split.ts';
import { rankValues } from '../../../../../analytics/insight/read/rank-values.ts';
import type { BoundQuery, RunQuestionQuery } from '../../../../../analytics/statements/bound-query.ts';
import { JANUARY } from '../../../../../testing/insight/hand-made-facts.ts';
import { planTraffic } from '../../../../../analytics/insight/plan/plan-traffic.ts';

const USERS: DimensionSplit = { names: ['user'], rankedBy: 'spend', maxValues: 2, mayReadValues: true };
const DAY_SECONDS = 86_400;
const FIRST = JANUARY.from.getTime() / 1_000;

function found(value: string, change: Partial<RankedValueRow> = {}): RankedValueRow {
  return {
    ...{ purpose: 'application', value, is_present: true, is_folded: false, value_count: '2', folded_events: '0' },
    ...{ is_stale: false, ...change },
  };
}

const facet = (value: string) => ({ member: 'dimension:user', value, unserved: false });

/** Ranks the values of January with these results of the statements, in their order. */
async function rank(
  split: DimensionSplit,
  results: readonly (readonly object[])[],
): Promise<{ ranked: RankedValues; statements: BoundQuery[] }> {
  const statements: BoundQuery[] = [];
  const left = [...results];
  const ask: RunQuestionQuery = <Row>(query: BoundQuery) => {
    statements.push(query);
    return Promise.resolve((left.shift() ?? []) as unknown as Row[]);
  };
  const question = { ...JANUARY, purposes: ['application', 'judge'] as const, dimensions: split };
  return { ranked: await rankValues(ask, question, split, planTraffic(question, ['days', 'facts'])), statements };
}

describe('the rank of values', () => {
  it('is that of the statement in each purpose, with the number of all other values', async () => {
    const rows = [
      found('carol', { purpose: 'judge', value_count: '1' }),
      found('bob', { value_count: '1000002' }),
      found('alice', { value_count: '1000002' }),
    ];
    const { ranked, statements } = await rank(USERS, [rows]);
    expect(ranked).toEqual({
      shown: [
        { purpose: 'application', facet: facet('bob') },
        { purpose: 'application', facet: facet('alice') },
        { purpose: 'judge', facet: facet('carol') },
      ],
      folded: [{ purpose: 'application', name: 'user', values: 1_000_000n }],
    });
    expect(statements.map(({ tag, params }) => [tag, params['shown_values']])).toEqual([
      ['insight.ranked_values', '2'],
    ]);
  });

  it('has no folded values, and their number of events even if there is no other value', async () => {
    const folded = found(' folded', { is_folded: true, value_count: '1', folded_events: '30' });
    const rows = [
      found('alice', { value_count: '1', folded_events: '30' }),
      folded,
      { ...folded, purpose: 'judge', value_count: '0', folded_events: '4' },
    ];
    expect((await rank(USERS, [rows])).ranked).toEqual({
      shown: [{ purpose: 'application', facet: facet('alice') }],
      folded: [
        { purpose: 'application', name: 'user', values: 0n, events: 30n },
        { purpose: 'judge', name: 'user', values: 0n, events: 4n },
      ],
    });
  });

  it('omits values without traffic', async () => {
    const rows = [found('alice', { value_count: '1' }), found('bob', { value_count: '1', is_present: false })];
    expect((await rank(USERS, [rows])).ranked).toEqual({
      shown: [{ purpose: 'application', facet: facet('alice') }],
      folded: [],
    });
    const absent = [found('bob', { value_count: '0', is_present: false })];
    expect((await rank(USERS, [absent])).ranked).toEqual({ shown: [], folded: [] });
  });

  it('is read again while days contain facts above the fence, from the facts of these days', async () => {
    const stale = found('bob', { is_stale: true });
    const day = (number: number): { day: number } => ({ day: FIRST + number * DAY_SECONDS });
    const { ranked, statements } = await rank(USERS, [[stale], [day(0)], [stale], [day(1)], [found('alice')]]);
    expect(ranked.shown).toEqual([{ purpose: 'application', facet: facet('alice') }]);
    expect(statements.map(({ tag }) => tag)).toEqual([
      'insight.ranked_values',
      'insight.stale_days',
      'insight.ranked_values',
      'insight.stale_days',
      'insight.ranked_values',
    ]);
    expect(statements.map(({ params }) => [params['days_from'], params['facts_periods']?.length])).toEqual([
      [String(FIRST), undefined],
      [String(FIRST), undefined],
      [String(FIRST + DAY_SECONDS), 24],
      [String(FIRST + DAY_SECONDS), 24],
      [String(FIRST + 2 * DAY_SECONDS), 48],
    ]);
  });

  it('is not read for a reader who may not read values', async () => {
    const { ranked, statements } = await rank({ ...USERS, mayReadValues: false }, [[found('alice')]]);
    expect({ ranked, statements }).toEqual({ ranked: { shown: [], folded: [] }, statements: [] });
  });

  it('is read for each dimension', async () => {
    const { statements } = await rank({ ...USERS, names: ['user', 'tag.plan'] }, []);
    expect(statements.map(({ sql }) => /dimension (?:=|IN) \(?unhex\('(\w+)'\)/.exec(sql)?.[1])).toEqual([
      '75736572',
      '7461672e706c616e',
    ]);
  });
});
