import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { redactDimensions } from '../../../../contracts/insight/redact-dimensions.ts';
import { redactMoney } from '../../../../contracts/insight/redact-money.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';
import { anyDimensionAnswer } from '../../../../testing/insight/any-dimension-answer.ts';

type Dimension = NonNullable<AnswerGroup['dimension']>;
type Cell = AnswerGroup['cells'][number];

const withheld = { state: 'unavailable', reason: 'scope_not_authorized' } as const;
const requests = (number: string): Cell => ({
  metric: 'requests.v1',
  value: { state: 'available', number, unit: 'count' },
});
const spend = (number: string): Cell => ({
  metric: 'provider_spend.v1',
  value: { state: 'available', number, unit: 'nano_usd' },
});
/** The cells of a line without figures, in the order of the metrics. */
const HIDDEN: Cell[] = [
  { metric: 'requests.v1', value: withheld },
  { metric: 'provider_spend.v1', value: withheld },
];
const completion = {
  numerator: '1',
  denominator: '1',
  completed: '1',
  refused: '0',
  failed: '0',
  partial: '0',
  cancelled: '0',
  pending_or_unknown: '0',
};
const [MONDAY, TUESDAY] = [
  { from: '2026-02-02T00:00:00.000Z', to: '2026-02-03T00:00:00.000Z', label: '2026-02-02' },
  { from: '2026-02-03T00:00:00.000Z', to: '2026-02-04T00:00:00.000Z', label: '2026-02-03' },
] as const;

function line(dimension: Dimension, number: string, change: Partial<AnswerGroup> = {}): AnswerGroup {
  return {
    purpose: 'application',
    dimension,
    cells: [requests(number), spend(`${number}00`)],
    evidence_coverage: { completion, spend: withheld },
    ...change,
  };
}

function hidden(dimension: Dimension, change: Partial<AnswerGroup> = {}): AnswerGroup {
  return { purpose: 'application', dimension, cells: HIDDEN, ...change };
}

function answerOf(groups: AnswerGroup[]): InsightAnswer {
  return { ...makeAnswer(), shape: 'facets', groups };
}

const USER = { name: 'user' };
const UNNAMED = line(USER, '7');

describe('an answer without values of dimensions', () => {
  it('has a line for all values and the line of no value, in this order', () => {
    const whole = answerOf([
      line({ name: 'user', value: 'ada' }, '5'),
      line({ name: 'user', value: 'bob' }, '3'),
      line({ name: 'user', other: true, values: '12' }, '2'),
      UNNAMED,
    ]);
    const copy = structuredClone(whole);
    expect(redactDimensions(whole)).toEqual({
      answer: answerOf([hidden({ name: 'user', withheld: true }), UNNAMED]),
      withheld: true,
    });
    expect(whole).toEqual(copy);
  });

  it('has both lines for each bucket, and for each purpose and dimension', () => {
    const judge = { purpose: 'judge' } as const;
    const [monday, tuesday] = [{ bucket: MONDAY }, { bucket: TUESDAY }];
    const plan = { name: 'tag.plan' };
    const whole = answerOf([
      line({ name: 'user', value: 'ada' }, '5', monday),
      line({ name: 'user', value: 'ada' }, '0', tuesday),
      line({ name: 'user', value: 'bob' }, '0', monday),
      line({ name: 'user', value: 'bob' }, '1', tuesday),
      line(USER, '7', monday),
      line(USER, '8', tuesday),
      line({ name: 'tag.plan', value: 'pro' }, '5', monday),
      line({ name: 'tag.plan', value: 'pro' }, '1', tuesday),
      line(plan, '6', monday),
      line(plan, '9', tuesday),
      line({ name: 'user', value: 'ada' }, '1', { ...judge, ...monday }),
      line({ name: 'user', value: 'ada' }, '1', { ...judge, ...tuesday }),
      line(USER, '2', { ...judge, ...monday }),
      line(USER, '3', { ...judge, ...tuesday }),
    ]);
    expect(redactDimensions(whole).answer.groups).toEqual([
      hidden({ name: 'user', withheld: true }, monday),
      hidden({ name: 'user', withheld: true }, tuesday),
      line(USER, '7', monday),
      line(USER, '8', tuesday),
      hidden({ name: 'tag.plan', withheld: true }, monday),
      hidden({ name: 'tag.plan', withheld: true }, tuesday),
      line(plan, '6', monday),
      line(plan, '9', tuesday),
      hidden({ name: 'user', withheld: true }, { ...judge, ...monday }),
      hidden({ name: 'user', withheld: true }, { ...judge, ...tuesday }),
      line(USER, '2', { ...judge, ...monday }),
      line(USER, '3', { ...judge, ...tuesday }),
    ]);
  });

  it.each<[string, AnswerGroup[]]>([
    ['one value', [line({ name: 'user', value: 'ada' }, '5'), UNNAMED]],
    ['other figures', [line({ name: 'user', value: 'ada' }, '6'), UNNAMED]],
    ['another value', [line({ name: 'user', value: 'eve' }, '5'), UNNAMED]],
    ['another order', [line({ name: 'user', value: 'bob' }, '5'), line({ name: 'user', value: 'ada' }, '5'), UNNAMED]],
    ['more values', [line({ name: 'user', other: true, values: '999' }, '5'), UNNAMED]],
    ['no value', [UNNAMED]],
  ])('is the same for %s', (_, groups) => {
    expect(redactDimensions(answerOf(groups))).toEqual({
      answer: answerOf([hidden({ name: 'user', withheld: true }), UNNAMED]),
      withheld: true,
    });
  });

  it('is a fresh answer for such a reader, unchanged', () => {
    const fresh = answerOf([hidden({ name: 'user', withheld: true }), UNNAMED]);
    const redacted = redactDimensions(fresh);
    expect(redacted.withheld).toBe(false);
    expect(redacted.answer).toBe(fresh);
  });

  it.each<[string, Partial<AnswerGroup>]>([
    ['a figure', { cells: [requests('5'), spend('500')] }],
    [
      'another reason for a missing figure',
      {
        cells: [
          requests('5'),
          { metric: 'provider_spend.v1', value: { state: 'unavailable', reason: 'not_observed' } },
        ],
      },
    ],
    ['counts', { evidence_coverage: { completion } }],
    ['samples of a latency', { latency: [{ metric: 'response_latency.v1', method: 'exact', populations: [] }] }],
  ])('withholds %s in the line of all values', (_, change) => {
    const leaking = answerOf([hidden({ name: 'user', withheld: true }, change), UNNAMED]);
    expect(redactDimensions(leaking)).toEqual({
      answer: answerOf([hidden({ name: 'user', withheld: true }), UNNAMED]),
      withheld: true,
    });
  });

  it('has a line of no value without figures if the answer has none', () => {
    expect(redactDimensions(answerOf([line({ name: 'user', value: 'ada' }, '5')])).answer.groups).toEqual([
      hidden({ name: 'user', withheld: true }),
      hidden(USER),
    ]);
  });

  it('keeps groups of facets and complete purposes', () => {
    const total: AnswerGroup = { purpose: 'application', cells: [requests('9')] };
    const facet: AnswerGroup = { ...total, facet: { member: 'final_model', value: 'm1' } };
    const whole = answerOf([total, facet]);
    const redacted = redactDimensions(whole);
    expect(redacted.withheld).toBe(false);
    expect(redacted.answer).toBe(whole);
  });

  it('is the answer itself without traffic', () => {
    const empty = makeAnswer();
    delete empty.groups;
    expect(redactDimensions(empty).answer).toBe(empty);
  });
});

describe('any answer', () => {
  it('is redacted once: again changes nothing, and the order of redactions does not matter', () => {
    fc.assert(
      fc.property(anyDimensionAnswer, (answer) => {
        const once = redactDimensions(answer).answer;
        expect(redactDimensions(once)).toEqual({ answer: once, withheld: false });
        expect(redactDimensions(redactMoney(answer).answer).answer).toEqual(redactMoney(once).answer);
      }),
      { numRuns: 200 },
    );
  });

  it('shows no value, no number of values, and the same lines for other values', () => {
    fc.assert(
      fc.property(anyDimensionAnswer, (answer) => {
        const shown = redactDimensions(answer).answer;
        for (const { dimension } of shown.groups ?? []) {
          expect(dimension?.value).toBeUndefined();
          expect(dimension?.values).toBeUndefined();
          expect(dimension?.other).toBeUndefined();
        }
        const groups = (answer.groups ?? []).filter(({ dimension }) => !dimension?.value && !dimension?.other);
        expect(redactDimensions({ ...answer, groups }).answer).toEqual(shown);
      }),
      { numRuns: 200 },
    );
  });
});
