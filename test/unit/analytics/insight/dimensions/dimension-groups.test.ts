import { describe, expect, it } from 'vitest';
import { answerGroups, type GroupsInput } from '../../../../../analytics/insight/groups/answer-groups.ts';
import { bucketSpans, wholeSpan } from '../../../../../analytics/insight/groups/covered-span.ts';
import { mintReadContext } from '../../../../../analytics/insight/pin/read-context.ts';
import type { RankedValues } from '../../../../../analytics/insight/question/dimension-split.ts';
import type { MeasuredGroup } from '../../../../../analytics/insight/question/measured-facts.ts';
import type { AnswerGroup } from '../../../../../contracts/insight/answer/answer-group.ts';
import type { FacetKey, GroupKey } from '../../../../../domain/insight/group-sums.ts';
import { cellTexts, makeMeasuredGroup } from '../../../../../testing/insight/measured.ts';
import { ingestSnapshot, readScope } from '../../../../../testing/insight/question.ts';

const WINDOW = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-01-03T00:00:00.000Z') };
const [FIRST, SECOND] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
const subject = { scope: readScope(), releaseIds: [], ...WINDOW, displayTz: 'UTC', purposes: ['application'] } as const;
const snapshot = ingestSnapshot();

const application = { purpose: 'application' } as const;
const user = (value: string): FacetKey => ({ member: 'dimension:user', value, unserved: false });
const OTHERS: FacetKey = { ...user(''), other: true };

const RANKED: RankedValues = {
  shown: [{ ...application, facet: user('alice') }],
  folded: [{ ...application, name: 'user', values: 7n }],
};

/** A group with one priced effect. */
function pricedGroup(key: GroupKey, admitted: bigint, ended: bigint, nanos: bigint): MeasuredGroup {
  return makeMeasuredGroup(key, { admitted, ended, nanos, effects: 1n, priced: 1n });
}

const GROUPS = [
  pricedGroup(application, 9n, 8n, 90n),
  pricedGroup({ ...application, facet: user('alice') }, 4n, 4n, 70n),
  pricedGroup({ ...application, facet: OTHERS }, 3n, 3n, 15n),
  pricedGroup({ ...application, facet: user('') }, 2n, 1n, 5n),
];

function answer(groups: readonly MeasuredGroup[], change: Partial<GroupsInput> = {}): AnswerGroup[] {
  const { groups: answered, truncated } = answerGroups({
    pin: mintReadContext('k', subject, snapshot, new Date('2026-02-01T12:00:00.000Z')),
    mayReadCost: true,
    metrics: ['requests.v1', 'provider_spend.v1', 'release_annotations.v1'],
    members: [],
    dimensions: { names: ['user'], mayReadValues: true },
    chosen: [],
    spans: [wholeSpan(WINDOW, snapshot)],
    facts: { groups, markers: [{ markers: 4n }], ranked: RANKED },
    ...change,
  });
  expect(truncated).toBe(false);
  return answered;
}

describe('the groups of a dimension', () => {
  it('have their values, the number of all other values, and the figures of each group', () => {
    const shown = answer(GROUPS).map(({ dimension, facet, ...group }) => [dimension, facet, cellTexts(group)]);
    const texts = (requests: string, spend: string): object => ({
      'requests.v1': requests,
      'provider_spend.v1': spend,
      'release_annotations.v1': 'not_observed',
    });
    expect(shown).toEqual([
      [{ name: 'user', value: 'alice' }, undefined, texts('4 count', '70 nano_usd')],
      [{ name: 'user', other: true, values: '7' }, undefined, texts('3 count', '15 nano_usd')],
      [{ name: 'user' }, undefined, texts('2 count', '5 nano_usd')],
    ]);
  });

  it('state how many events of all other values are folded', () => {
    const ranked: RankedValues = { ...RANKED, folded: [{ ...application, name: 'user', values: 7n, events: 12n }] };
    const groups = answer(GROUPS, { facts: { groups: GROUPS, markers: [], ranked } });
    expect(groups.map(({ dimension }) => dimension)).toEqual([
      { name: 'user', value: 'alice' },
      { name: 'user', other: true, values: '7', folded_events: '12' },
      { name: 'user' },
    ]);
  });

  it('have the counts of their own requests', () => {
    const [, , unnamed] = answer(GROUPS);
    expect(unnamed?.evidence_coverage?.completion).toMatchObject({ denominator: '2', pending_or_unknown: '2' });
  });

  it('are without any figure if the reader may not read values', () => {
    const hidden = { names: ['user'], mayReadValues: false } as const;
    const facts = { groups: GROUPS, markers: [], ranked: { shown: [], folded: [] } };
    const value = { state: 'unavailable', reason: 'scope_not_authorized' };
    const groups = answer(GROUPS, { dimensions: hidden, facts, metrics: ['requests.v1', 'requests.v7'] });
    expect(groups[0]).toEqual({
      ...application,
      dimension: { name: 'user', withheld: true },
      cells: [
        { metric: 'requests.v1', value },
        { metric: 'requests.v7', value },
      ],
    });
    expect(groups.slice(1).map(({ dimension, ...group }) => [dimension, cellTexts(group)['requests.v1']])).toEqual([
      [{ name: 'user' }, '2 count'],
    ]);
  });

  it('have every bucket of a series', () => {
    const groups = [
      makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 3n }),
      makeMeasuredGroup({ ...application, bucketMs: FIRST, facet: user('alice') }, { admitted: 3n }),
      makeMeasuredGroup({ ...application, bucketMs: SECOND }, { admitted: 1n }),
      makeMeasuredGroup({ ...application, bucketMs: SECOND, facet: user('') }, { admitted: 1n }),
    ];
    const answered = answer(groups, {
      metrics: ['requests.v1'],
      spans: bucketSpans(WINDOW, 'day', 'UTC', snapshot),
      facts: { groups, markers: [], ranked: { ...RANKED, folded: [] } },
    });
    expect(
      answered.map(({ bucket, dimension, ...group }) => [
        ...[bucket?.label, dimension?.value],
        ...Object.values(cellTexts(group)),
      ]),
    ).toEqual([
      ['2026-01-01', 'alice', '3 count'],
      ['2026-01-02', 'alice', '0 count'],
      ['2026-01-01', undefined, '0 count'],
      ['2026-01-02', undefined, '1 count'],
    ]);
  });
});
