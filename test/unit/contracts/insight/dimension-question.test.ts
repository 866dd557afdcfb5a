import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import {
  dimensionChoices,
  DimensionFilterSchema,
  readDimensionQuestion,
  type DimensionFilter,
} from '../../../../contracts/insight/dimension-question.ts';
import { InsightQuerySchema, type InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import { refuseForbiddenDimensions } from '../../../../contracts/insight/refuse-forbidden-dimensions.ts';
import { refuseInconsistentQuestion } from '../../../../contracts/insight/refuse-inconsistent-question.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';

const FACETS: InsightQuery = {
  schema: 1,
  shape: 'facets',
  scope: {},
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  metrics: ['requests.v1'],
  dimensions: ['user'],
};
const SERIES: InsightQuery = { ...FACETS, shape: 'series', grain: 'day' };
const { dimensions: _, ...WITHOUT } = FACETS;
const OVERVIEW: InsightQuery = { ...WITHOUT, shape: 'overview' };

const schema = Compile(InsightQuerySchema);

/** The code, the pointers and the message of a refusal; undefined without one. */
function refusalOf(action: () => unknown): [code: string, pointers: string[], message: string] | undefined {
  try {
    action();
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return [fault.code, fault.faults.map(({ pointer }) => pointer), fault.message];
  }
}

const ofQuestion = (query: InsightQuery) => refusalOf(() => refuseInconsistentQuestion(query));

describe('a consistent question by dimensions', () => {
  it.each<[string, InsightQuery]>([
    ['has one dimension', FACETS],
    ['has three dimensions', { ...FACETS, dimensions: ['tag.a.b', 'owner', 'step_class'] }],
    ['has tags with any key that a tag can have', { ...FACETS, dimensions: ['tag.__proto__', `tag.'\\`, 'tag.~'] }],
    ['ranks and limits its values', { ...FACETS, dimension_values: 100, ranked_by: 'spend' }],
    ['is a series of one dimension', { ...SERIES, dimension_values: 1 }],
    [
      'filters groups of dimensions',
      { ...FACETS, dimension_filter: { tenant: { values: [' ', '🚀'], unnamed: true } } },
    ],
    [
      'filters an overview',
      { ...OVERVIEW, dimension_filter: { user: { unnamed: true } }, comparison: 'previous_period' },
    ],
    ['filters by facets and dimensions', { ...FACETS, group_filter: { team: { unnamed: true } } }],
  ])('%s', (_sentence, query) => {
    expect([...schema.Errors(query)]).toEqual([]);
    expect(ofQuestion(query)).toBeUndefined();
  });
});

describe('an inconsistent question by dimensions', () => {
  it.each<[string, InsightQuery, string, string]>([
    [
      'is an overview',
      { ...OVERVIEW, dimensions: ['user'] },
      '/dimensions',
      'The member `dimensions` belongs only to the facets and series shapes. Omit it.',
    ],
    [
      'is about markers',
      { schema: 1, shape: 'markers', scope: {}, from: FACETS.from, to: FACETS.to, dimensions: ['user'] },
      '/dimensions',
      'The member `dimensions` belongs only to the facets and series shapes. Omit it.',
    ],
    [
      'has facets, too',
      { ...FACETS, facets: ['route'] },
      '/dimensions',
      'A question has groups of facets or of dimensions, not both. Send two questions.',
    ],
    [
      'is a series of a facet and a dimension',
      { ...SERIES, facets: ['route'] },
      '/dimensions',
      'A question has groups of facets or of dimensions, not both. Send two questions.',
    ],
    [
      'is a series of two dimensions',
      { ...SERIES, dimensions: ['user', 'tenant'] },
      '/dimensions',
      'A series can be split by at most one dimension. Send one dimension.',
    ],
    [
      'limits the values of no dimension',
      { ...OVERVIEW, dimension_values: 5 },
      '/dimension_values',
      'The member `dimension_values` needs `dimensions`. Send `dimensions`, or omit it.',
    ],
    [
      'ranks the values of no dimension',
      { ...OVERVIEW, ranked_by: 'requests' },
      '/ranked_by',
      'The member `ranked_by` needs `dimensions`. Send `dimensions`, or omit it.',
    ],
    [
      'has neither facets nor dimensions',
      { ...WITHOUT, shape: 'facets' },
      '/facets',
      'The member `facets` is missing. It is required by the facets and series shapes. Send one of final_model, route, outcome, release, connection, purpose, input_size_bucket, or send `dimensions`.',
    ],
    [
      'limits the values of facets that it does not have',
      { ...FACETS, top_values: 5 },
      '/top_values',
      'The member `top_values` belongs only to the facets shape. Omit it.',
    ],
  ])('%s', (_sentence, query, pointer, message) => {
    expect([...schema.Errors(query)]).toEqual([]);
    expect(ofQuestion(query)).toEqual(['invalid_query', [pointer], message]);
  });

  it('filters attempts or feedback by dimensions', () => {
    const { metrics: __, ...rows } = OVERVIEW;
    const filter = { dimension_filter: { user: { values: ['alice'] } } };
    for (const drilldown of ['attempt', 'feedback'] as const)
      expect(ofQuestion({ ...rows, ...filter, shape: 'drilldown', drilldown })?.slice(0, 2)).toEqual([
        'invalid_query',
        ['/dimension_filter'],
      ]);
    expect(ofQuestion({ ...rows, ...filter, shape: 'markers' })?.slice(0, 2)).toEqual([
      'invalid_query',
      ['/dimension_filter'],
    ]);
  });

  it('could have more groups than an answer', () => {
    const year = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
    expect(ofQuestion({ ...SERIES, ...year })).toBeUndefined();
    expect(ofQuestion({ ...SERIES, ...year, dimension_values: 25 })).toBeUndefined();
    expect(ofQuestion({ ...SERIES, ...year, dimension_values: 26 })).toEqual([
      'window_too_large',
      ['/dimension_values'],
      'The answer could have 28 lines of dimensions in 365 buckets. An answer has at most 1000 such lines and 10000 groups. Send a smaller `dimension_values`, fewer purposes or a coarser grain.',
    ]);
    const purposes: InsightQuery['purposes'] = ['application', 'playground', 'comparison', 'judge'];
    const wide: InsightQuery = { ...FACETS, dimensions: ['user', 'tenant', 'feature'], purposes };
    expect(ofQuestion({ ...wide, dimension_values: 81 })).toBeUndefined();
    expect(ofQuestion({ ...wide, dimension_values: 82 })?.slice(0, 2)).toEqual([
      'window_too_large',
      ['/dimension_values'],
    ]);
  });
});

describe('the schema of a question by dimensions', () => {
  const long = 'x'.repeat(33);
  it.each<[string, object]>([
    ['no dimension', { dimensions: [] }],
    ['four dimensions', { dimensions: ['user', 'tenant', 'feature', 'agent'] }],
    ['a dimension twice', { dimensions: ['user', 'user'] }],
    ['a step', { dimensions: ['step_id'] }],
    ['a facet', { dimensions: ['route'] }],
    ['a member of every object', { dimensions: ['constructor'] }],
    ['a tag without a key', { dimensions: ['tag.'] }],
    ['a tag with a capital letter', { dimensions: ['tag.Plan'] }],
    ['a tag with a blank', { dimensions: ['tag.a b'] }],
    ['a tag with a long key', { dimensions: [`tag.${long}`] }],
    ['no values', { dimension_values: 0 }],
    ['more than 100 values', { dimension_values: 101 }],
    ['an unknown rank', { ranked_by: 'latency' }],
    ['an empty filter', { dimension_filter: {} }],
    ['a filter of four dimensions', { dimension_filter: filterOf('user', 'tenant', 'feature', 'agent') }],
    ['a filter by a step', { dimension_filter: filterOf('step_id') }],
  ])('refuses %s', (_name, change) => {
    expect(schema.Check({ ...FACETS, ...change })).toBe(false);
  });
});

function filterOf(...names: readonly string[]): DimensionFilter {
  return Object.fromEntries(names.map((name) => [name, { unnamed: true }]));
}

describe('a filter by dimensions', () => {
  it.each<[string, object]>([
    ['nothing', {}],
    ['an empty list', { values: [] }],
    ['an empty value', { values: [''] }],
    ['a value twice', { values: ['a', 'a'] }],
    ['a control character', { values: ['a\u0000'] }],
    ['the last control character', { values: ['a\u009f'] }],
    ['half a surrogate pair', { values: ['\ud800'] }],
    ['more than 128 characters', { values: ['x'.repeat(129)] }],
    ['more than 100 values', { values: Array.from({ length: 101 }, (_value, index) => String(index)) }],
    ['no unnamed facts', { unnamed: false }],
    ['unserved requests', { unserved: true }],
  ])('refuses %s', (_name, choice) => {
    expect(Compile(DimensionFilterSchema).Check({ user: choice })).toBe(false);
  });

  it('chooses each value once, and names and values in order, pending requests included', () => {
    const filter: DimensionFilter = {
      'tag.plan': { unnamed: true },
      user: { values: ['b', 'a'], unnamed: true },
      owner: { values: ['other'] },
    };
    const choice = { unserved: false, pending: true };
    expect(dimensionChoices(filter)).toEqual([
      { member: 'dimension:owner', values: ['other'], ...choice },
      { member: 'dimension:tag.plan', values: [''], ...choice },
      { member: 'dimension:user', values: ['', 'a', 'b'], ...choice },
    ]);
    expect(dimensionChoices(undefined)).toEqual([]);
  });
});

it('values are ranked by requests and limited to twenty unless a question states otherwise', () => {
  expect(readDimensionQuestion({}, ['user'])).toEqual({ names: ['user'], rankedBy: 'requests', maxValues: 20 });
  expect(readDimensionQuestion({ dimension_values: 3, ranked_by: 'tokens' }, ['tag.a'])).toEqual({
    names: ['tag.a'],
    rankedBy: 'tokens',
    maxValues: 3,
  });
});

describe('a question that would disclose what its reader may not read', () => {
  const every = { mayReadCost: true, mayReadDimensions: true };
  const of = (query: Partial<InsightQuery>, change: Partial<typeof every>) =>
    refusalOf(() => refuseForbiddenDimensions(query, { ...every, ...change }));

  it('is forbidden if it filters by dimensions', () => {
    const query = { dimension_filter: filterOf('user') };
    expect(of(query, {})).toBeUndefined();
    expect(of(query, { mayReadCost: false })).toBeUndefined();
    expect(of(query, { mayReadDimensions: false })).toEqual([
      'forbidden',
      ['/dimension_filter'],
      'A filter by dimensions requires `dimensions.read` on every environment of the question. Omit `dimension_filter`, or ask for the permission.',
    ]);
  });

  it('is forbidden if it orders values by spend', () => {
    expect(of({ ranked_by: 'spend' }, {})).toBeUndefined();
    expect(of({ ranked_by: 'spend' }, { mayReadDimensions: false })).toBeUndefined();
    expect(of({ ranked_by: 'tokens' }, { mayReadCost: false })).toBeUndefined();
    expect(of({ ranked_by: 'spend' }, { mayReadCost: false })).toEqual([
      'forbidden',
      ['/ranked_by'],
      'The order of values by spend requires `cost.read` on every environment of the question. Send another `ranked_by`, or ask for the permission.',
    ]);
  });

  it('is answered if it only splits by dimensions', () => {
    const nothing = { mayReadCost: false, mayReadDimensions: false };
    expect(of({ dimensions: ['user'], dimension_values: 5, ranked_by: 'requests' }, nothing)).toBeUndefined();
  });
});
