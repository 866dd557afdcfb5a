import { describe, expect, it } from 'vitest';
import type { ComparisonResultsV1, ComparisonRunV1 } from '../../../clients/typescript/wire.ts';
import { comparisonReport, undecidableReason } from '../../../examples/comparison/comparison-report.ts';

const RUN = {
  run_id: 'crun_1',
  state: 'complete',
  cells: { intended: 24, answered: 24, failed: 0 },
} as ComparisonRunV1;

const rate = (passed: number, failed: number) => ({
  ...{ cases: 12, passed, failed, unknown: 12 - passed - failed },
  rate: String(passed / 12),
  ...{ rate_if_unknowns_pass: '1', lower: '0', upper: '1' },
});

const RESULTS = {
  confidence: '0.95',
  outcome: 'meets_bar',
  clauses: [{ clause: 'better', state: 'met' }],
  pass_rates: { baseline: rate(6, 6), candidate: rate(12, 0) },
  difference: { state: 'present', pairs: 12, difference: '0.5', lower: '0.193', upper: '0.7462', p_value: '0.03125' },
  costs: {
    baseline: { state: 'present', calls: 12, nano_usd: '1092000' },
    candidate: { state: 'absent', reason: 'unpriced_population' },
  },
  latencies: {
    baseline: { state: 'present', answers: 12, p50_ms: '3', p95_ms: '8' },
    candidate: { state: 'present', answers: 12, p50_ms: '3', p95_ms: '9' },
  },
  gaps: [],
} as unknown as ComparisonResultsV1;

describe('the report of the comparison example', () => {
  it('states passes, the difference with its interval, p, cost and outcome, each on a line', () => {
    expect(comparisonReport(RUN, RESULTS)).toEqual([
      'run         crun_1: complete, 24 of 24 calls answered',
      'passes      baseline 6 of 12 (50 %), candidate 12 of 12 (100 %)',
      'difference  +50 points, 95 % interval +19.3 to +74.6, 12 pairs',
      'p           0.03125 (exact McNemar, two-sided)',
      'cost        baseline $0.001092, candidate unknown (unpriced_population)',
      'p95         baseline 8 ms, candidate 9 ms',
      'outcome     the candidate meets the bar (better: met)',
    ]);
    expect(undecidableReason(RUN, RESULTS)).toBeUndefined();
  });

  const gap = {
    case_id: 'case_1',
    critical: false,
    arm: 'baseline',
    reason: 'cell_failed',
    detail: 'not_found',
  } as const;

  it.each<[string, Partial<ComparisonRunV1>, Partial<ComparisonResultsV1>]>([
    [
      'No call of 24 was answered, so nothing is decided. Why: 2 × cell_failed (not_found). Check that the provider of the connection runs and has answers for these prompts and models.',
      { cells: { intended: 24, answered: 0, failed: 24 } },
      { pass_rates: { baseline: rate(0, 0), candidate: rate(0, 0) }, gaps: [gap, gap] },
    ],
    [
      'No verdict was reached on 24 answers, so nothing is decided.',
      {},
      { pass_rates: { baseline: rate(0, 0), candidate: rate(0, 0) } },
    ],
    [
      'No case passed on either arm, so the run shows no difference and nothing is decided. Check the answers and the labels of the cases.',
      {},
      { pass_rates: { baseline: rate(0, 12), candidate: rate(0, 11) } },
    ],
  ])('stops: %s', (sentence, run, results) => {
    expect(undecidableReason({ ...RUN, ...run }, { ...RESULTS, ...results })).toBe(sentence);
  });
});
