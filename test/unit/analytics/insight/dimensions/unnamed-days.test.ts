import { describe, expect, it } from 'vitest';
import type { FactsQuestion } from '../../../../../analytics/insight/question/facts-question.ts';
import { UnnamedDays } from '../../../../../analytics/insight/read/unnamed-days.ts';
import { toSqlMember } from '../../../../../analytics/insight/sql/dimension-expression.ts';
import { OTHER_VALUE_PREFIX } from '../../../../../analytics/insight/sql/facet-join.ts';
import type { TrafficSumsRow } from '../../../../../analytics/insight/sql/traffic-sums-query.ts';
import type { DimensionMember } from '../../../../../domain/insight/caller-dimensions.ts';
import { NO_SUMS } from '../../../../../domain/insight/additive-sums.ts';
import { makeSums } from '../../../../../testing/insight/measured.ts';

/** A question by two dimensions, with the members that determine groups. */
const QUESTION = {
  facets: [],
  dimensions: { names: ['user', 'tag.plan'], rankedBy: 'requests', maxValues: 1, mayReadValues: true },
} as Partial<FactsQuestion> as FactsQuestion;
const BY_DAY: FactsQuestion = { ...QUESTION, grain: 'day' };

function row(change: Partial<TrafficSumsRow> = {}): TrafficSumsRow {
  const line = { purpose: 'application', member: '', value: '', unserved: false };
  return { layer: 'days', source: 'rollup', ...line, excluded: false, figures: '', stale: [], ...change };
}

const unnamed = (member: DimensionMember) => ({ member, value: '', unserved: false });
const USER = toSqlMember('dimension:user');

describe('the facts of days without a value', () => {
  it('are the total less all values, shown or not, for each dimension', () => {
    const days = new UnnamedDays(QUESTION);
    days.add(row(), 0, makeSums({ admitted: 9n, nanos: 2n ** 64n }));
    days.add(row({ member: USER, value: 'alice' }), 0, makeSums({ admitted: 4n, nanos: 2n ** 64n }));
    days.add(row({ member: `${OTHER_VALUE_PREFIX}${USER}` }), 0, makeSums({ admitted: 3n, nanos: -5n }));
    days.add(row({ member: toSqlMember('dimension:tag.plan'), value: 'pro' }), 0, makeSums({ admitted: 9n }));
    expect(days.groups).toEqual([
      {
        key: { purpose: 'application', facet: unnamed('dimension:user') },
        sums: makeSums({ admitted: 2n, nanos: 5n }),
        excluded: NO_SUMS,
      },
      {
        key: { purpose: 'application', facet: unnamed('dimension:tag.plan') },
        sums: makeSums({ nanos: 2n ** 64n }),
        excluded: NO_SUMS,
      },
    ]);
  });

  it('are separate by purpose and bucket', () => {
    const days = new UnnamedDays(BY_DAY);
    days.add(row(), 86_400, makeSums({ ended: 1n }));
    days.add(row(), 172_800, makeSums({ ended: 2n }));
    days.add(row({ purpose: 'judge' }), 86_400, makeSums({ ended: 3n }));
    days.add(row({ member: USER, value: 'alice' }), 172_800, makeSums({ ended: 2n }));
    const ofUsers = days.groups.filter(({ key }) => key.facet?.member === 'dimension:user');
    expect(ofUsers.map(({ key, sums }) => [key.purpose, key.bucketMs, sums.ended])).toEqual([
      ['application', 86_400_000, 1n],
      ['application', 172_800_000, 0n],
      ['judge', 86_400_000, 3n],
    ]);
  });

  it('are on the side of the exclusions of their row', () => {
    const days = new UnnamedDays(QUESTION);
    days.add(row({ excluded: true }), 0, makeSums({ attempts: 2n }));
    days.add(row(), 0, makeSums({ attempts: 1n }));
    expect(days.groups.map(({ sums, excluded }) => [sums.attempts, excluded.attempts])).toEqual([
      [1n, 2n],
      [1n, 2n],
    ]);
  });

  it('do not depend on facts, which state their values themselves, or on other questions', () => {
    const days = new UnnamedDays(QUESTION);
    days.add(row({ layer: 'facts', source: 'attempts' }), 0, makeSums({ attempts: 2n }));
    expect(days.groups).toEqual([]);
    const byFacets = new UnnamedDays({ facets: ['route'] } as Partial<FactsQuestion> as FactsQuestion);
    byFacets.add(row(), 0, makeSums({ attempts: 2n }));
    expect(byFacets.groups).toEqual([]);
  });
});
