import { describe, expect, it } from 'vitest';
import { answerGroups, type GroupsInput } from '../../../../analytics/insight/groups/answer-groups.ts';
import type { MeasuredGroup } from '../../../../analytics/insight/question/measured-facts.ts';
import { mintReadContext } from '../../../../analytics/insight/pin/read-context.ts';
import { bucketSpans, wholeSpan } from '../../../../analytics/insight/groups/covered-span.ts';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { FacetKey } from '../../../../domain/insight/group-sums.ts';
import type { Purpose } from '../../../../domain/insight/insight-sets.ts';
import type { Facet } from '../../../../domain/insight/dimensions.ts';
import { cellTexts, makeMeasuredFacts, valueText, makeMeasuredGroup } from '../../../../testing/insight/measured.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const WINDOW = { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-01-03T00:00:00.000Z') };
const [FIRST, SECOND] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)];
const subject = { scope: readScope(), releaseIds: [], ...WINDOW, displayTz: 'UTC', purposes: ['application'] } as const;
const snapshot = ingestSnapshot();
const pin = mintReadContext('k', subject, snapshot, new Date('2026-02-01T12:00:00.000Z'));
const days = bucketSpans(WINDOW, 'day', 'UTC', snapshot);

function answer(groups: MeasuredGroup[], change: Partial<GroupsInput> = {}): ReturnType<typeof answerGroups> {
  return answerGroups({
    pin,
    mayReadCost: true,
    metrics: ['requests.v1'],
    members: [],
    chosen: [],
    spans: [wholeSpan(WINDOW, snapshot)],
    facts: makeMeasuredFacts(...groups),
    ...change,
  });
}

function facetKey(member: Facet, value: string, unserved = false): { purpose: Purpose; facet: FacetKey } {
  return { purpose: 'application', facet: { member, value, unserved } };
}

/** The key of a group and its first cell. */
function line(group: AnswerGroup): unknown[] {
  const { purpose, facet, bucket, cells } = group;
  const value = cells[0]?.value;
  return [
    purpose,
    ...(facet ? [facet.unserved === true ? 'unserved' : (facet.value ?? 'none')] : []),
    ...(bucket ? [bucket.label] : []),
    value && valueText(value),
  ];
}

const application = { purpose: 'application' } as const;

describe('the purposes of an answer', () => {
  it('are those with facts, including excluded ones, in the order of the closed set', () => {
    const { groups, truncated } = answer([
      makeMeasuredGroup({ purpose: 'judge' }, { effects: 1n }),
      makeMeasuredGroup({ purpose: 'comparison' }, {}, { excluded: { attempts: 1n } }),
      makeMeasuredGroup(application, { admitted: 2n }),
      makeMeasuredGroup({ purpose: 'playground' }),
    ]);
    expect(groups.map(line)).toEqual([
      ['application', '2 count'],
      ['comparison', '0 count'],
      ['judge', '0 count'],
    ]);
    expect(truncated).toBe(false);
  });

  it('include those with only verdicts', () => {
    const verdicts = { verdicts: 1n, ratedRequests: 1n };
    expect(answer([makeMeasuredGroup(application, {}, { feedback: verdicts })]).groups.map(line)).toEqual([
      ['application', '0 count'],
    ]);
    expect(answer([makeMeasuredGroup(application, {}, { excludedFeedback: verdicts })]).groups).toHaveLength(1);
  });

  it('exclude those of which only other populations are requested', () => {
    const runs = makeMeasuredGroup(application, {}, { teamRuns: { runs: 1n, untraced: 0n } });
    expect(answer([runs])).toEqual({ groups: [], truncated: false });
  });
});

describe('a series', () => {
  it('has every bucket of every purpose with facts, clipped to the window', () => {
    const window = { from: new Date('2025-12-31T22:30:00.000Z'), to: new Date('2026-01-02T06:00:00.000Z') };
    const spans = bucketSpans(window, 'day', 'UTC', snapshot);
    const { groups } = answer([makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 2n })], { spans });
    expect(groups.map(({ bucket, cells }) => [bucket, cells[0]?.value])).toEqual([
      [
        { from: '2025-12-31T22:30:00.000Z', to: '2026-01-01T00:00:00.000Z', label: '2025-12-31' },
        { state: 'available', number: '0', unit: 'count' },
      ],
      [
        { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', label: '2026-01-01' },
        { state: 'available', number: '2', unit: 'count' },
      ],
      [
        { from: '2026-01-02T00:00:00.000Z', to: '2026-01-02T06:00:00.000Z', label: '2026-01-02' },
        { state: 'available', number: '0', unit: 'count' },
      ],
    ]);
  });

  it('checks gaps and the horizon for each bucket', () => {
    const gap = {
      producerClass: 'gateway_journal',
      from: new Date('2026-01-02T05:00:00.000Z'),
      to: new Date('2026-01-02T05:00:00.001Z'),
    } as const;
    const spans = bucketSpans(WINDOW, 'day', 'UTC', { gaps: [gap], keepsFrom: new Date('2026-01-01T08:00:00.000Z') });
    const groups = [
      makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 2n }),
      makeMeasuredGroup({ ...application, bucketMs: SECOND }, { admitted: 3n }),
    ];
    expect(answer(groups, { spans }).groups.map(line)).toEqual([
      ['application', '2026-01-01', 'at least 2 count (retention_expired)'],
      ['application', '2026-01-02', 'at least 3 count (ingest_gap:gateway_journal)'],
    ]);
  });

  it('has counts of zero, empty ratios and no latency in a bucket without facts', () => {
    const metrics = [
      'requests.v1',
      'completion_rate.v1',
      'response_latency.v1',
      'app_feedback.v1',
      'provider_spend.v1',
    ];
    const { groups } = answer([makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 1n })], {
      spans: days,
      metrics,
    });
    expect(cellTexts(groups[1])).toEqual({
      'requests.v1': '0 count',
      'completion_rate.v1': 'denominator_zero',
      'response_latency.v1': 'not_observed',
      'app_feedback.v1': 'not_observed',
      'provider_spend.v1': '0 nano_usd',
    });
  });

  it.each([
    ['hour', 'Asia/Tokyo', '2026-03-01T05:00:00Z', '2026-03-01 14:00 +09:00'],
    ['hour', 'UTC', '2026-03-01T05:00:00Z', '2026-03-01 05:00 +00:00'],
    ['day', 'UTC', '2026-03-01T05:00:00Z', '2026-03-01'],
    ['day', 'Asia/Tokyo', '2026-03-01T05:00:00Z', '2026-03-01 09:00 +09:00'],
    ['week', 'UTC', '2026-03-01T05:00:00Z', '2026-02-23'],
    ['month', 'UTC', '2026-03-31T05:00:00Z', '2026-03'],
    ['month', 'America/New_York', '2026-03-31T05:00:00Z', '2026-02-28 19:00 -05:00'],
  ] as const)('labels a bucket of a %s in %s', (grain, zone, from, label) => {
    const window = { from: new Date(from), to: new Date(new Date(from).getTime() + 1) };
    expect(bucketSpans(window, grain, zone, snapshot).map(({ bucket }) => bucket?.label)).toEqual([label]);
  });

  it('splits by one facet into the values of the complete window, each with every bucket', () => {
    const groups = [
      makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 1n }),
      makeMeasuredGroup({ ...application, bucketMs: SECOND }, { admitted: 3n }),
      makeMeasuredGroup({ ...facetKey('release', 'r1'), bucketMs: FIRST }, { admitted: 1n }),
      makeMeasuredGroup({ ...facetKey('release', 'r2'), bucketMs: SECOND }, { admitted: 3n }),
    ];
    expect(answer(groups, { spans: days, members: ['release'] }).groups.map(line)).toEqual([
      ['application', 'r2', '2026-01-01', '0 count'],
      ['application', 'r2', '2026-01-02', '3 count'],
      ['application', 'r1', '2026-01-01', '1 count'],
      ['application', 'r1', '2026-01-02', '0 count'],
    ]);
  });
});

describe('the values of a facet', () => {
  it('are ordered by requests, then attempts, then cost effects, then by value, the unserved last', () => {
    const groups = [
      makeMeasuredGroup(application, { admitted: 12n, ended: 12n, attempts: 9n }),
      makeMeasuredGroup(facetKey('final_model', '', true), { ended: 1n }),
      makeMeasuredGroup(facetKey('final_model', ''), { ended: 1n }),
      makeMeasuredGroup(facetKey('final_model', 'b'), { ended: 1n }),
      makeMeasuredGroup(facetKey('final_model', 'a'), { ended: 1n }),
      makeMeasuredGroup(facetKey('final_model', 'charged'), { ended: 1n, effects: 1n, priced: 1n, nanos: 1n }),
      makeMeasuredGroup(facetKey('final_model', 'dear'), { ended: 1n, nanos: 9_000n }),
      makeMeasuredGroup(facetKey('final_model', 'tried'), { ended: 1n, attempts: 5n }),
      makeMeasuredGroup(facetKey('final_model', 'served'), { ended: 5n }),
      makeMeasuredGroup(facetKey('final_model', 'only excluded'), {}, { excluded: { ended: 7n } }),
      makeMeasuredGroup(facetKey('final_model', 'nothing of it')),
    ];
    expect(answer(groups, { members: ['final_model'] }).groups.map((group) => line(group)[1])).toEqual([
      'served',
      'tried',
      'charged',
      'none',
      'a',
      'b',
      'dear',
      'unserved',
      'only excluded',
    ]);
  });

  it('are listed by member in the requested order, within each purpose', () => {
    const groups = [
      makeMeasuredGroup(application, { admitted: 1n, ended: 1n }),
      makeMeasuredGroup(facetKey('release', 'r1'), { admitted: 1n, ended: 1n }),
      makeMeasuredGroup(facetKey('outcome', 'failed'), { ended: 1n }),
      makeMeasuredGroup({ purpose: 'judge' }, { admitted: 1n }),
      makeMeasuredGroup({ ...facetKey('release', 'r1'), purpose: 'judge' }, { admitted: 1n }),
    ];
    expect(answer(groups, { members: ['outcome', 'release'] }).groups.map(line)).toEqual([
      ['application', 'failed', '1 count'],
      ['application', 'r1', '1 count'],
      ['judge', 'pending_or_unknown', '1 count'],
      ['judge', 'r1', '1 count'],
    ]);
  });

  it.each([
    ['final_model', 'unserved', { member: 'final_model', unserved: true }],
    ['route', 'unserved', { member: 'route', unserved: true }],
    ['outcome', 'pending_or_unknown', { member: 'outcome', value: 'pending_or_unknown' }],
    ['connection', 'none', { member: 'connection' }],
  ] as const)('include requests without a terminal under %s as %s', (member, name, shown) => {
    const { groups } = answer(
      [
        makeMeasuredGroup(application, { admitted: 5n, ended: 3n }),
        makeMeasuredGroup(facetKey(member, 'x'), { ended: 3n }),
      ],
      { members: [member], metrics: ['requests.v1', 'model_mix.v1', 'route_mix.v1'] },
    );
    expect(groups.map(line)).toEqual([
      ['application', 'x', '3 count'],
      ['application', name, '2 count'],
    ]);
    expect(groups[1]?.facet).toEqual(shown);
    expect(groups[1]?.evidence_coverage?.completion).toMatchObject({ denominator: '2', pending_or_unknown: '2' });
  });

  it('include requests without a terminal with those that ended there', () => {
    const { groups } = answer(
      [
        makeMeasuredGroup(application, { admitted: 9n, ended: 4n, succeeded: 1n, refused: 3n, served: 1n }),
        makeMeasuredGroup(facetKey('final_model', '', true), { ended: 3n, refused: 3n }),
        makeMeasuredGroup(facetKey('final_model', 'm'), { ended: 1n, succeeded: 1n, served: 1n }),
      ],
      { members: ['final_model'], metrics: ['model_mix.v1', 'requests.v1', 'completion_rate.v1'] },
    );
    expect(groups.map((group) => [line(group)[1], cellTexts(group)])).toEqual([
      [
        'unserved',
        { 'model_mix.v1': '0.888888888889 ratio', 'requests.v1': '8 count', 'completion_rate.v1': '0 ratio' },
      ],
      ['m', { 'model_mix.v1': '0.111111111111 ratio', 'requests.v1': '1 count', 'completion_rate.v1': '1 ratio' }],
    ]);
    expect(groups[0]?.evidence_coverage?.completion).toMatchObject({ refused: '3', pending_or_unknown: '5' });
  });

  it('count an unknown end with requests that have not ended', () => {
    const { groups } = answer(
      [
        makeMeasuredGroup(application, { admitted: 3n, ended: 2n, succeeded: 1n }),
        makeMeasuredGroup(facetKey('outcome', 'unknown'), { ended: 1n }),
        makeMeasuredGroup(facetKey('outcome', 'succeeded'), { ended: 1n, succeeded: 1n }),
      ],
      { members: ['outcome'] },
    );
    expect(groups.map(line)).toEqual([
      ['application', 'pending_or_unknown', '2 count'],
      ['application', 'succeeded', '1 count'],
    ]);
  });

  it('have an excluded rest if exclusions remove requests without a terminal', () => {
    const { groups } = answer(
      [makeMeasuredGroup(application, { admitted: 1n, ended: 1n }, { excluded: { admitted: 2n, ended: 1n } })],
      {
        members: ['connection'],
      },
    );
    expect(groups.map(line)).toEqual([['application', 'none', 'excluded']]);
  });

  it('keep the complete purpose as the denominator of shares if the rarest are dropped', () => {
    const values = Array.from({ length: 1_001 }, (_, index) =>
      makeMeasuredGroup(facetKey('route', `r${String(index).padStart(4, '0')}`), { ended: 1n }),
    );
    const { groups, truncated } = answer(
      [makeMeasuredGroup(application, { admitted: 1_001n, ended: 1_001n }), ...values],
      {
        members: ['route'],
        metrics: ['route_mix.v1'],
      },
    );
    expect(truncated).toBe(true);
    expect(groups).toHaveLength(1_000);
    expect(line(groups[999] as AnswerGroup)).toEqual(['application', 'r0999', '0.000999000999001 ratio']);
  });
});

describe('an answer with too many groups', () => {
  const hours = bucketSpans(
    { from: new Date('2026-01-01T00:00:00.000Z'), to: new Date('2026-06-01T00:00:00.000Z') },
    'hour',
    'UTC',
    snapshot,
  );

  it('drops complete values from the end', () => {
    expect(hours).toHaveLength(3_624);
    const releases = ['r1', 'r2', 'r3'].map((release, index) =>
      makeMeasuredGroup({ ...facetKey('release', release), bucketMs: FIRST }, { admitted: BigInt(index + 1) }),
    );
    const { groups, truncated } = answer(
      [makeMeasuredGroup({ ...application, bucketMs: FIRST }, { admitted: 6n }), ...releases],
      {
        spans: hours,
        members: ['release'],
      },
    );
    expect(truncated).toBe(true);
    expect(groups).toHaveLength(2 * 3_624);
    expect([...new Set(groups.map((group) => group.facet?.value))]).toEqual(['r3', 'r2']);
  });

  it('drops complete purposes from the end', () => {
    const purposes = ['application', 'playground', 'judge'] as const;
    const { groups, truncated } = answer(
      purposes.map((purpose) => makeMeasuredGroup({ purpose, bucketMs: FIRST }, { admitted: 1n })),
      { spans: hours },
    );
    expect(truncated).toBe(true);
    expect([...new Set(groups.map((group) => group.purpose))]).toEqual(['application', 'playground']);
  });
});

describe('a comparison with the previous period', () => {
  const before = { from: new Date('2025-12-30T00:00:00.000Z'), to: WINDOW.from };

  it('has the same cells of both, and a note if a difference is not significant', () => {
    const previous = {
      span: wholeSpan(before, snapshot),
      facts: makeMeasuredFacts(
        makeMeasuredGroup(application, { admitted: 4n }),
        makeMeasuredGroup({ purpose: 'judge' }, { admitted: 1n }),
      ),
      note: 'previous_incomplete',
    } as const;
    const { groups } = answer(
      [
        makeMeasuredGroup(application, { admitted: 5n }),
        makeMeasuredGroup({ purpose: 'playground' }, { admitted: 2n }),
      ],
      { previous },
    );
    expect(groups.map((group) => [...line(group), cellTexts(group.previous)['requests.v1']])).toEqual([
      ['application', '5 count', '4 count'],
      ['playground', '2 count', '0 count'],
      ['judge', '0 count', '1 count'],
    ]);
    expect(groups[0]?.previous).toMatchObject({
      from: '2025-12-30T00:00:00.000Z',
      to: '2026-01-01T00:00:00.000Z',
      note: 'previous_incomplete',
    });
  });

  it('checks the gaps of each period separately', () => {
    const gap = { producerClass: 'gateway_journal', ...before } as const;
    const previous = {
      span: wholeSpan(before, { gaps: [gap] }),
      facts: makeMeasuredFacts(makeMeasuredGroup(application, { admitted: 4n })),
    };
    const { groups } = answer([makeMeasuredGroup(application, { admitted: 5n })], { previous });
    expect(groups.map(line)).toEqual([['application', '5 count']]);
    expect(cellTexts(groups[0]?.previous)).toEqual({
      'requests.v1': 'at least 4 count (ingest_gap:gateway_journal)',
    });
    expect(groups[0]?.previous).not.toHaveProperty('note');
  });
});
