import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { LAYERS, type Layer } from '../../../../analytics/insight/plan/layer-plan.ts';
import type { DimensionSplit } from '../../../../analytics/insight/question/dimension-split.ts';
import type { FactsQuestion } from '../../../../analytics/insight/question/facts-question.ts';
import type { MeasuredFacts } from '../../../../analytics/insight/question/measured-facts.ts';
import { toDimensionMember, type CallerDimension } from '../../../../domain/insight/caller-dimensions.ts';
import { addSums, NO_SUMS } from '../../../../domain/insight/additive-sums.ts';
import { ADDITIVE_FIGURES } from '../../../../domain/insight/group-sums.ts';
import {
  createMeasuredFacts,
  findGroup,
  JANUARY,
  nonZeroSums,
  type HandMadeFacts,
} from '../../../../testing/insight/hand-made-facts.ts';
import { JUNE_FACTS } from '../../../../testing/insight/june-facts.ts';

const EVERY_VALUE: DimensionSplit = { names: ['user'], rankedBy: 'requests', maxValues: 100, mayReadValues: true };
const JUNE: FactsQuestion = {
  ...JANUARY,
  from: new Date('2026-06-01T00:00:00.000Z'),
  to: new Date('2026-06-04T00:00:00.000Z'),
  dimensions: EVERY_VALUE,
};
/** The fence above all facts. */
const ALL = { fence: 200n };

let facts: HandMadeFacts;

beforeAll(async () => {
  facts = await createMeasuredFacts(inject('clickhouseUrl'), JUNE_FACTS);
});

afterAll(() => facts.drop());

/** The groups with any sum as text, in a canonical order, and the ranks. */
function canonical({ groups, ranked }: MeasuredFacts): unknown {
  const summed = groups.map(({ key, sums, excluded }) => {
    const sides = { sums: nonZeroSums(sums), excluded: nonZeroSums(excluded) };
    return { key: JSON.stringify(key), sides };
  });
  const some = summed.filter(({ sides }) => Object.values(sides).some((side) => Object.keys(side).length > 0));
  return { groups: Object.fromEntries(some.map(({ key, sides }) => [key, sides])), ranked };
}

/** The sums of all groups of a dimension. */
function sumOf({ groups }: MeasuredFacts, name: CallerDimension): Record<string, string> {
  const ofDimension = groups.filter(({ key }) => key.facet?.member === toDimensionMember(name));
  return nonZeroSums(ofDimension.map(({ sums }) => sums).reduce(addSums, NO_SUMS));
}

describe('values of dimensions', () => {
  it('of complete days below the fence are read from the rollups by day, in two statements', async () => {
    const { measured, statements } = await facts.measure({ ...JUNE, ...ALL });
    const tables = (sql: string): (string | undefined)[] => [...sql.matchAll(/FROM (\w+_v1)/g)].map((from) => from[1]);
    expect(statements.map(({ tag, sql }) => [tag, tables(sql)])).toEqual([
      ['insight.ranked_values', ['dimension_sums_by_day_v1']],
      ['insight.sums', ['traffic_by_day_v1', 'dimension_sums_by_day_v1']],
    ]);
    expect(measured.ranked?.shown.map(({ facet }) => facet.value)).toEqual(['alice', 'bob', '🚀', 'carol', '～']);
    expect(nonZeroSums(findGroup(measured, 'dimension:user', 'bob')?.sums)).toEqual({
      admitted: '1',
      ended: '1',
      failed: '1',
      response_samples: '1',
      attempts: '2',
      measured: '2',
      total_tokens: '1005000',
      effects: '1',
      nanos: '9000',
      settled_nanos: '9000',
      priced: '1',
    });
  });

  it('of days with facts above the fence are read from the facts of these days', async () => {
    const { measured, statements } = await facts.measure(JUNE);
    const [first, second, third] = ['01', '02', '03'].map((day) => Date.parse(`2026-06-${day}T00:00:00Z`) / 1_000);
    expect(statements.map(({ tag }) => tag)).toEqual([
      'insight.ranked_values',
      'insight.stale_days',
      'insight.ranked_values',
      'insight.sums',
      'insight.sums',
    ]);
    for (const again of [statements[2], statements[4]]) {
      expect(again?.params).toMatchObject({ days_from: String(second), days_to: String(third) });
      expect(again?.params['facts_periods']).toHaveLength(48);
      expect(again?.params['facts_periods']).toContain(String(first));
    }
    expect(measured.ranked?.shown.map(({ facet }) => facet.value)).toEqual(['alice', '🚀', 'bob', '～']);
    expect(findGroup(measured, 'dimension:user', 'carol')).toBeUndefined();
    expect(findGroup(measured, 'dimension:user', 'bob')?.sums).toMatchObject({ attempts: 1n, total_tokens: 5_000n });
  });

  it('are not ranked for a reader who may not read them', async () => {
    const split = { ...EVERY_VALUE, mayReadValues: false };
    const { measured, statements } = await facts.measure({ ...JUNE, ...ALL, dimensions: split });
    expect(statements.map(({ tag }) => tag)).toEqual(['insight.sums']);
    expect(measured.ranked).toEqual({ shown: [], folded: [] });
    expect(measured.groups.map(({ key, sums }) => [key.facet?.value, key.facet?.other, sums.admitted])).toEqual(
      expect.arrayContaining([
        [undefined, undefined, 8n],
        ['', true, 6n],
        ['', undefined, 2n],
      ]),
    );
  });

  const questions: [string, Partial<FactsQuestion>][] = [
    ['complete days', ALL],
    ['a fence in the past', {}],
    ['a fence below all facts', { fence: 9n }],
    [
      'incomplete days',
      { ...ALL, from: new Date('2026-06-01T10:30:00.000Z'), to: new Date('2026-06-03T11:00:00.000Z') },
    ],
    ['days', { grain: 'day' }],
    ['weeks', { ...ALL, grain: 'week' }],
    ['months', { grain: 'month' }],
    ['hours', { ...ALL, grain: 'hour' }],
    ['tokens by kind', { ...ALL, figures: new Set(ADDITIVE_FIGURES) }],
    [
      'an exclusion',
      {
        ...ALL,
        exclusions: [
          { environmentIds: ['env_a'], from: new Date('2026-06-02T09:00:00Z'), to: new Date('2026-06-02T10:00:00Z') },
        ],
      },
    ],
    ['the complete workspace', { ...ALL, holdsEveryEnvironment: true }],
    [
      'few values of several dimensions by spend',
      {
        ...ALL,
        dimensions: {
          names: ['user', 'tag.plan', 'tag.__proto__'],
          rankedBy: 'spend',
          maxValues: 1,
          mayReadValues: true,
        },
      },
    ],
    ['tokens', { dimensions: { ...EVERY_VALUE, names: ['owner', 'agent'], rankedBy: 'tokens', maxValues: 1 } }],
    [
      'a filter by another dimension',
      { chosen: [{ member: 'dimension:tag.plan', values: ['', 'pro'], unserved: false, pending: true }] },
    ],
  ];

  it.each(questions)('over %s are equal from every layer, and add up to the total', async (_name, changes) => {
    const question = { ...JUNE, ...changes };
    const read = async (layers: readonly Layer[]): Promise<MeasuredFacts> =>
      (await facts.measure(question, { layers })).measured;
    const [raw, days, all] = await Promise.all([read(['facts']), read(['days', 'facts']), read(LAYERS)]);
    expect(canonical(days)).toEqual(canonical(raw));
    expect(canonical(all)).toEqual(canonical(raw));
    const whole = all.groups.filter(({ key }) => key.facet === undefined).map(({ sums }) => sums);
    for (const name of question.dimensions?.names ?? [])
      expect(sumOf(all, name)).toEqual(nonZeroSums(whole.reduce(addSums, NO_SUMS)));
  });
});
