import { describe, expect, it } from 'vitest';
import { dimensionLines } from '../../../../../analytics/insight/groups/dimension-lines.ts';
import type { RankedValues } from '../../../../../analytics/insight/question/dimension-split.ts';
import type { DimensionMember } from '../../../../../domain/insight/caller-dimensions.ts';
import type { FacetKey } from '../../../../../domain/insight/group-sums.ts';
import { makeMeasuredGroup } from '../../../../../testing/insight/measured.ts';

const ALL = { names: ['user'], mayReadValues: true } as const;
const NOTHING_RANKED: RankedValues = { shown: [], folded: [] };

const key = (value: string, member: DimensionMember = 'dimension:user'): FacetKey => ({
  member,
  value,
  unserved: false,
});
const others = (member: DimensionMember = 'dimension:user'): FacetKey => ({ ...key('', member), other: true });
const application = { purpose: 'application' } as const;
const judge = { purpose: 'judge' } as const;
const verdicts = { feedback: { verdicts: 1n, ratedRequests: 1n } };

describe('the lines of a dimension', () => {
  it('are its values in the order of their rank, all other values, and no value, in each purpose with facts', () => {
    const ranked: RankedValues = {
      shown: [
        { ...judge, facet: key('carol') },
        { ...application, facet: key('bob') },
        { ...application, facet: key('alice') },
        { ...application, facet: key('search', 'dimension:feature') },
      ],
      folded: [
        { ...application, name: 'user', values: 3n },
        { ...application, name: 'feature', values: 2n },
      ],
    };
    const groups = [
      makeMeasuredGroup(judge, { effects: 1n }),
      makeMeasuredGroup({ purpose: 'playground' }),
      makeMeasuredGroup(application, {}, { excluded: { attempts: 1n } }),
    ];
    expect(dimensionLines(groups, ALL, ranked)).toEqual([
      { ...application, facet: key('bob') },
      { ...application, facet: key('alice') },
      { ...application, facet: others(), values: 3n },
      { ...application, facet: key('') },
      { ...judge, facet: key('carol') },
      { ...judge, facet: key('') },
    ]);
  });

  it('follow the names of the question', () => {
    const names = ['tag.b', 'tag.a'] as const;
    const lines = dimensionLines([makeMeasuredGroup(application, { admitted: 1n })], { ...ALL, names }, NOTHING_RANKED);
    expect(lines).toEqual([
      { ...application, facet: key('', 'dimension:tag.b') },
      { ...application, facet: key('', 'dimension:tag.a') },
    ]);
  });

  it('have all other values if they have only verdicts, in any bucket', () => {
    const groups = [
      makeMeasuredGroup(application, { admitted: 1n }),
      makeMeasuredGroup({ ...application, bucketMs: 0, facet: others() }),
      makeMeasuredGroup({ ...application, bucketMs: 1, facet: others() }, {}, verdicts),
      makeMeasuredGroup({ ...application, facet: others('dimension:feature') }, {}, verdicts),
      makeMeasuredGroup(judge, { admitted: 1n }),
    ];
    expect(dimensionLines(groups, ALL, NOTHING_RANKED)).toEqual([
      { ...application, facet: others(), values: 0n },
      { ...application, facet: key('') },
      { ...judge, facet: key('') },
    ]);
  });

  it('have the number of folded events in the line of all other values', () => {
    const ranked: RankedValues = {
      shown: [{ ...application, facet: key('alice') }],
      folded: [{ ...application, name: 'user', values: 0n, events: 9n }],
    };
    expect(dimensionLines([makeMeasuredGroup(application, { admitted: 1n })], ALL, ranked)).toEqual([
      { ...application, facet: key('alice') },
      { ...application, facet: others(), values: 0n, foldedEvents: 9n },
      { ...application, facet: key('') },
    ]);
  });

  it('are two for a reader who may not read values, for any facts', () => {
    const withheld = [
      { ...application, facet: others(), withheld: true },
      { ...application, facet: key('') },
    ];
    const whole = makeMeasuredGroup(application, { admitted: 1n });
    const hidden = { ...ALL, mayReadValues: false };
    expect(dimensionLines([whole], hidden, NOTHING_RANKED)).toEqual(withheld);
    const named = makeMeasuredGroup({ ...application, facet: others() }, { admitted: 9n });
    expect(dimensionLines([whole, named], hidden, NOTHING_RANKED)).toEqual(withheld);
  });

  it('are absent without facts', () => {
    expect(dimensionLines([makeMeasuredGroup(application)], ALL, NOTHING_RANKED)).toEqual([]);
  });
});
