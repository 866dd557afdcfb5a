import { describe, expect, it } from 'vitest';
import type { FactsQuestion } from '../../../../../analytics/insight/question/facts-question.ts';
import { readSqlMember, toSqlMember } from '../../../../../analytics/insight/sql/dimension-expression.ts';
import {
  facetExpression,
  facetJoin,
  POPULATION_FACETS,
  shownParams,
} from '../../../../../analytics/insight/sql/facet-join.ts';
import type { DimensionMember } from '../../../../../domain/insight/caller-dimensions.ts';
import type { Purpose } from '../../../../../domain/insight/insight-sets.ts';

type Split = Pick<FactsQuestion, 'facets' | 'purposes' | 'dimensions'>;

const ATTEMPTS = POPULATION_FACETS.attempts;
/** No value has a group of its own yet. */
const USERS: Split = {
  facets: [],
  purposes: ['application', 'judge'],
  dimensions: { names: ['user'], rankedBy: 'requests', maxValues: 2, mayReadValues: true },
};
const USER = 'dimension_75736572';
const PLAN = 'dimension_7461672e706c616e';
/** The expression for a tag: that of folded tags, or its own. */
const tag = (key: string): string =>
  `if(tags[unhex('666f6c646564')] = unhex('20666f6c646564'), unhex('20666f6c646564'), tags[unhex('${key}')])`;

function withShown(...shown: readonly [purpose: Purpose, member: DimensionMember, value: string][]): Split {
  return {
    ...USERS,
    dimensions: {
      names: ['user', 'tag.plan'],
      rankedBy: 'requests',
      maxValues: 2,
      mayReadValues: true,
      shown: shown.map(([purpose, member, value]) => ({ purpose, facet: { member, value, unserved: false } })),
    },
  };
}

describe('the split of facts by dimensions', () => {
  it('counts a fact in the total, and under no value or all other values', () => {
    const parts = [
      "multiIf(toString(`user`) = ''",
      `('${USER}', '', false)`,
      'false',
      `('${USER}', toString(\`user\`), false)`,
      `('other ${USER}', '', false))`,
    ];
    expect(facetJoin(ATTEMPTS, USERS)).toEqual({
      arrayJoin: [`ARRAY JOIN [\n  ('', '', false),\n  ${parts.join(', ')}\n] AS part`],
      parts: ['part.1', 'part.2', 'part.3'],
    });
  });

  it('counts a fact under its value if the value has a group in its purpose', () => {
    const split = withShown(
      ['application', 'dimension:user', 'alice'],
      ['application', 'dimension:tag.plan', 'pro'],
      ['judge', 'dimension:user', `o'brien`],
      ['application', 'dimension:user', 'bob'],
    );
    const [clause = ''] = facetJoin(ATTEMPTS, split).arrayJoin;
    const users = ['application', 'judge'].map(
      (purpose) => `(purpose = '${purpose}' AND toString(\`user\`) IN {shown_${USER}_${purpose}:Array(String)})`,
    );
    expect(clause).toContain(`, ${users.join(' OR ')}, `);
    expect(clause).toContain(
      `, (purpose = 'application' AND ${tag('706c616e')} IN {shown_${PLAN}_application:Array(String)}), `,
    );
    expect(shownParams(split)).toEqual({
      [`shown_${USER}_application`]: ['alice', 'bob'],
      [`shown_${USER}_judge`]: [`o'brien`],
      [`shown_${PLAN}_application`]: ['pro'],
    });
  });

  it('binds nothing without shown values or without dimensions', () => {
    expect(shownParams(USERS)).toEqual({});
    expect(shownParams({ purposes: ['application'] })).toEqual({});
    expect(facetJoin(ATTEMPTS, { facets: [], purposes: ['application'] })).toEqual({ arrayJoin: [] });
  });

  it.each(Object.entries(POPULATION_FACETS))('has the same expressions for %s', (_name, population) => {
    expect(facetExpression(population, 'dimension:owner')).toEqual(['toString(team_id)', 'false']);
    expect(facetExpression(population, 'dimension:key')).toEqual(['toString(key_id)', 'false']);
    expect(facetExpression(population, `dimension:tag.a'b`)).toEqual([tag('612762'), 'false']);
    expect(facetExpression(population, 'dimension:tag.folded')).toEqual([`tags[unhex('666f6c646564')]`, 'false']);
  });
});

describe('the name of a dimension in a statement', () => {
  it.each<DimensionMember>(['dimension:user', 'dimension:tag.__proto__', `dimension:tag.'; --`, 'dimension:tag.\\'])(
    'is read back: %s',
    (member) => {
      expect(toSqlMember(member)).toMatch(/^dimension_[0-9a-f]+$/);
      expect(readSqlMember(toSqlMember(member))).toBe(member);
    },
  );

  it('is not the name of a facet', () => {
    expect([readSqlMember('route'), readSqlMember('')]).toEqual([undefined, undefined]);
  });
});
