import { describe, expect, it } from 'vitest';
import { mintReadContext } from '../../../../analytics/insight/pin/read-context.ts';
import type { AnswerGroup } from '../../../../contracts/insight/answer/answer-group.ts';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { redactMoney } from '../../../../contracts/insight/redact-money.ts';
import { assessCompleteness, type Completeness } from '../../../../domain/insight/completeness.ts';
import type { MeasuredValue } from '../../../../domain/insight/measured-value.ts';
import { ingestSnapshot, readScope } from '../../../../testing/insight/question.ts';

const subject = {
  scope: readScope(),
  releaseIds: [],
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  displayTz: 'UTC',
  purposes: ['application'],
} as const;

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
const counts = {
  priced_effects: '1',
  pending_effects: '0',
  unpriced_effects: '0',
  estimated_effects: '0',
  estimate_status_unknown_effects: '1',
  adjustment_effects: '0',
};
const requests = { metric: 'requests.v1', value: { state: 'available', number: '1', unit: 'count' } } as const;
const spend = { metric: 'provider_spend.v1', value: { state: 'available', number: '5', unit: 'nano_usd' } } as const;
const withheld = { state: 'unavailable', reason: 'scope_not_authorized' } as const;

function answerOf(group?: Omit<AnswerGroup, 'purpose'>, changes: Partial<InsightAnswer> = {}): InsightAnswer {
  const groups: AnswerGroup[] = group === undefined ? [] : [{ purpose: 'application', ...group }];
  return {
    read_context: mintReadContext('k', subject, ingestSnapshot(), new Date('2026-02-01T12:00:00.000Z')),
    minted: true,
    shape: 'overview',
    ...(groups.length > 0 && { groups }),
    coverage: [],
    truncated: false,
    ...changes,
  };
}

describe('an answer without its money', () => {
  it('keeps every cell except money, and withholds the counts of money', () => {
    const whole = answerOf({
      cells: [requests, spend],
      evidence_coverage: { completion, spend: { state: 'available', counts } },
    });
    const copy = structuredClone(whole);
    const redacted = redactMoney(whole);
    expect(redacted).toEqual({
      answer: answerOf({
        cells: [requests, { metric: 'provider_spend.v1', value: withheld }],
        evidence_coverage: { completion, spend: withheld },
      }),
      withheld: true,
    });
    expect(whole).toEqual(copy);
  });

  it.each([
    ['no money was requested', { cells: [requests], evidence_coverage: { completion } }],
    [
      'money was already withheld',
      { cells: [{ metric: 'provider_spend.v1', value: withheld }], evidence_coverage: { completion, spend: withheld } },
    ],
    [
      'the money has no producer, which is no secret',
      { cells: [{ metric: 'budget_standing.v1', value: { state: 'unavailable', reason: 'no_producer' } as const }] },
    ],
    [
      'the version of a metric does not exist, which is no secret',
      { cells: [{ metric: 'requests.v9', value: { state: 'unavailable', reason: 'metric_version_absent' } as const }] },
    ],
  ])('is the answer itself if %s', (_sentence, group) => {
    const whole = answerOf(group);
    const redacted = redactMoney(whole);
    expect(redacted.withheld).toBe(false);
    expect(redacted.answer).toBe(whole);
  });

  it('does not reveal that money is unknown', () => {
    const unpriced = { state: 'unavailable', reason: 'unpriced_population' } as const;
    const redacted = redactMoney(answerOf({ cells: [{ metric: 'provider_spend.v1', value: unpriced }] }));
    expect(redacted.answer.groups?.[0]?.cells[0]?.value).toEqual(withheld);
    expect(redacted.withheld).toBe(true);
  });

  it('withholds an unknown metric, because it may be money', () => {
    const cell = { metric: 'provider_spend.v9', value: spend.value };
    const redacted = redactMoney(answerOf({ cells: [requests, cell] }));
    expect(redacted.answer.groups?.[0]?.cells).toEqual([requests, { metric: 'provider_spend.v9', value: withheld }]);
  });

  it('withholds the money of the previous period', () => {
    const period = { from: '2025-12-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' };
    const redacted = redactMoney(
      answerOf({ cells: [requests], previous: { ...period, cells: [requests, spend], note: 'both_incomplete' } }),
    );
    expect(redacted).toEqual({
      answer: answerOf({
        cells: [requests],
        previous: {
          ...period,
          cells: [requests, { metric: 'provider_spend.v1', value: withheld }],
          note: 'both_incomplete',
        },
      }),
      withheld: true,
    });
  });

  it('is the answer itself if it has rows, which contain no money', () => {
    const rows = answerOf(undefined, { shape: 'drilldown', attempts: [] });
    const redacted = redactMoney(rows);
    expect(redacted.withheld).toBe(false);
    expect(redacted.answer).toBe(rows);
  });

  it('is equal without traffic', () => {
    expect(redactMoney(answerOf())).toEqual({ answer: answerOf(), withheld: false });
  });
});

describe('the completeness of an answer', () => {
  const floor: MeasuredValue = { state: 'partial', number: '5', unit: 'nano_usd', coverage: ['unpriced_population'] };
  const tokens: MeasuredValue = {
    state: 'partial',
    number: '5',
    unit: 'tokens',
    coverage: ['usage_unknown', 'ingest_gap:gateway_journal'],
  };
  const cell = (value: MeasuredValue) => ({ metric: 'provider_spend.v1', value });
  const cases: [string, InsightAnswer, Completeness][] = [
    [
      'complete cells are ready',
      answerOf({ cells: [requests, spend] }),
      { state: 'ready', coverage: [], groupCount: 1 },
    ],
    ['a window without traffic is ready', answerOf(), { state: 'ready', coverage: [], groupCount: 0 }],
    ['withheld money is ready', answerOf({ cells: [cell(withheld)] }), { state: 'ready', coverage: [], groupCount: 1 }],
    [
      'a floor is partial and states the reason',
      answerOf({ cells: [requests, cell(tokens)] }),
      { state: 'partial', coverage: ['ingest_gap:gateway_journal', 'usage_unknown'], groupCount: 1 },
    ],
    [
      'a floor of money is partial, and reveals nothing to readers without cost.read',
      answerOf({ cells: [requests, cell(floor)] }),
      { state: 'partial', coverage: [], groupCount: 1 },
    ],
    [
      'a floor in the previous period is partial',
      answerOf({
        cells: [requests],
        previous: { from: '2025-12-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z', cells: [cell(tokens)] },
      }),
      { state: 'partial', coverage: ['ingest_gap:gateway_journal', 'usage_unknown'], groupCount: 1 },
    ],
    [
      'rows are ready',
      answerOf(undefined, { shape: 'markers', markers: [] }),
      { state: 'ready', coverage: [], groupCount: 0 },
    ],
    [
      'a full page of rows is partial',
      answerOf(undefined, { shape: 'drilldown', requests: [], truncated: true }),
      { state: 'partial', coverage: [], groupCount: 0 },
    ],
    [
      'a cell without a producer is partial',
      answerOf({ cells: [cell({ state: 'unavailable', reason: 'no_producer' })] }),
      { state: 'partial', coverage: [], groupCount: 1 },
    ],
    [
      'a gap in a window without traffic is partial',
      answerOf(undefined, { coverage: ['ingest_gap:gateway_journal'] }),
      { state: 'partial', coverage: ['ingest_gap:gateway_journal'], groupCount: 0 },
    ],
    [
      'a bound that was reached is partial',
      answerOf({ cells: [requests] }, { truncated: true }),
      { state: 'partial', coverage: [], groupCount: 1 },
    ],
  ];

  it.each(cases)('%s', (_sentence, answer, expected) => {
    expect(assessCompleteness(answer)).toEqual(expected);
  });
});
