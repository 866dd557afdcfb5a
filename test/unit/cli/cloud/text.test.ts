import { describe, expect, it } from 'vitest';
import { answerText } from '../../../../cli/groups/cloud/insights/answer-text.ts';
import { clausesText } from '../../../../cli/groups/cloud/comparisons/evidence-text.ts';
import { measuredText, percentText, dollarText } from '../../../../cli/groups/cloud/lane/measured-text.ts';
import { recordText } from '../../../../cli/groups/cloud/lane/record-text.ts';
import { sparkline } from '../../../../cli/groups/cloud/lane/sparkline.ts';
import type { InsightAnswer } from '../../../../clients/typescript/wire.ts';
import { makeAnswer } from '../../../../testing/api/answers.ts';

const PIPE = { width: undefined, hasColor: false, hasUnicode: true };
const TERMINAL = { width: 80, hasColor: false, hasUnicode: true };

describe('figures', () => {
  it.each([
    ['0', '0 %'],
    ['1', '100 %'],
    ['0.0314', '3.14 %'],
    ['0.5', '50 %'],
    ['-0.125', '-12.5 %'],
    ['1.25', '125 %'],
    ['n/a', 'n/a'],
  ])('the share %s is %s', (share, text) => {
    expect(percentText(share)).toBe(text);
  });

  it('amounts are exact, with their sign before the currency', () => {
    expect([dollarText('1500000'), dollarText('-1'), dollarText('0'), dollarText(null)]).toEqual([
      '$0.0015',
      '-$0.000000001',
      '$0',
      '-',
    ]);
  });

  it('an unavailable figure shows its reason, and a partial one its coverage', () => {
    expect(measuredText({ state: 'unavailable', reason: 'not_observed' })).toBe('unavailable: not_observed');
    expect(
      measuredText({ state: 'partial', number: '12', unit: 'tokens', coverage: ['usage_unknown', 'trace_unknown'] }),
    ).toBe('12 (partial: usage_unknown, trace_unknown)');
    expect(measuredText({ state: 'available', number: '12.5', unit: 'milliseconds' })).toBe('12.5 ms');
  });

  it('a sparkline leaves unknown figures empty', () => {
    expect(sparkline([0, undefined, 5, 10], TERMINAL)).toBe('▁ ▅█');
    expect(sparkline([0, 10], { hasUnicode: false })).toBe('_#');
    expect(sparkline([3, 3], TERMINAL)).toBe('▁▁');
  });
});

it('a record is aligned on a terminal, and separated by tabs in a pipe', () => {
  const lines = [
    ['state', 'ready'],
    ['absent', undefined],
    ['report name', 'a\nb\u001b[31m'],
  ] as const;
  expect(recordText(lines, TERMINAL)).toBe('state        ready\nreport name  a b[31m');
  expect(recordText(lines, PIPE)).toBe('state\tready\nreport name\ta b[31m');
});

describe('answers', () => {
  const bucket = (day: string) => ({ from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z`, label: day });
  const series: InsightAnswer = {
    ...makeAnswer(),
    shape: 'series',
    groups: ['3', undefined, '9'].map((number, index) => ({
      purpose: 'application',
      bucket: bucket(`2026-02-0${index + 1}`),
      cells: [
        {
          metric: 'requests.v1',
          value:
            number === undefined
              ? { state: 'unavailable', reason: 'not_observed' }
              : { state: 'available', number, unit: 'count' },
        },
      ],
    })),
  };

  it('a series has bars on a terminal, and one line for each bucket', () => {
    expect(answerText(series, TERMINAL)).toBe(
      [
        'TREND                    BUCKETS',
        'requests.v1 application  ▁ █',
        '',
        'GROUP                     requests.v1  PURPOSE',
        '2026-02-01                          3  application',
        '2026-02-02  unavailable: not_observed  application',
        '2026-02-03                          9  application',
      ].join('\n'),
    );
    expect(answerText(series, PIPE).split('\n', 1)[0]).toBe('GROUP\trequests.v1\tPURPOSE');
  });

  it('latencies without samples are unavailable', () => {
    const answer: InsightAnswer = {
      ...makeAnswer(),
      groups: [
        {
          purpose: 'application',
          cells: [],
          latency: [
            { metric: 'response_latency.v1', method: 'exact', populations: [{ outcome: 'overall', samples: '0' }] },
          ],
        },
      ],
    };
    expect(answerText(answer, PIPE)).toBe(
      'LATENCY\tOUTCOME\tGROUP\tSAMPLES\tP50\tP95\tP99\nresponse_latency.v1\toverall\t(all)\t0\tunavailable\tunavailable\tunavailable',
    );
  });
});

it('a clause shows the evidence that decided it', () => {
  expect(
    clausesText(
      [
        {
          clause: 'not_worse',
          state: 'met',
          test: 'tango_score_bounds_one_sided',
          margin: '0.05',
          lower_bound: '-0.02',
          upper_bound: '0.11',
        },
        { clause: 'unknowns', state: 'open', unknown: 2, tolerated: 1 },
        {
          clause: 'cost_ratio',
          state: 'open',
          highest: '0.8',
          ratio: { state: 'absent', reason: 'unpriced_population' },
        },
      ],
      PIPE,
    ),
  ).toBe(
    [
      'STATE\tCLAUSE\tEVIDENCE',
      'met\tnot_worse\tlower bound -0.02, upper bound 0.11, margin 0.05',
      'open\tunknowns\t2 unknown, 1 tolerated',
      'open\tcost_ratio\tunavailable: unpriced_population, at most 0.8',
    ].join('\n'),
  );
});
