import { describe, expect, it } from 'vitest';
import { computeArmCost } from '../../../../../domain/comparisons/figures/arm-cost.ts';
import { computeArmLatency } from '../../../../../domain/comparisons/figures/arm-latency.ts';
import { computePassRate } from '../../../../../domain/comparisons/figures/pass-rate.ts';
import { computePairedDifference } from '../../../../../domain/comparisons/figures/paired-difference.ts';
import { makeCell } from '../../../../../testing/comparisons/evidence.ts';

const priced = (nanoUsd: bigint) => makeCell({ cost: { state: 'priced', nanoUsd } });
const unpriced = makeCell({ cost: { state: 'unpriced' } });
const unbilled = makeCell({ state: 'failed', cost: { state: 'unbilled' } });

describe('the cost of an arm', () => {
  it('is the sum of its bills', () => {
    expect(computeArmCost([priced(3n), unbilled, priced(0n), priced(4n)])).toEqual({
      state: 'present',
      calls: 3,
      nanoUsd: 7n,
    });
  });

  it('is absent if the amount of a bill is unknown, and without a bill', () => {
    expect(computeArmCost([priced(3n), unpriced])).toEqual({ state: 'absent', reason: 'unpriced_population' });
    expect(computeArmCost([unbilled])).toEqual({ state: 'absent', reason: 'no_comparable_cases' });
  });
});

describe('the latency of an arm', () => {
  const took = (...durations: (number | undefined)[]) => durations.map((durationMs) => makeCell({ durationMs }));

  it.each([
    [took(250), { answers: 1, p50: '250', p95: '250' }],
    [took(200, 100), { answers: 2, p50: '150', p95: '195' }],
    [took(30, undefined, 9, 100, 20, 10), { answers: 5, p50: '20', p95: '86' }],
    [took(...Array.from({ length: 41 }, (_, at) => 41 - at)), { answers: 41, p50: '21', p95: '39' }],
  ])('is interpolated between its answers', (cells, levels) => {
    expect(computeArmLatency(cells)).toEqual({ state: 'present', ...levels });
  });

  it('is absent without an answer', () => {
    expect(computeArmLatency(took(undefined))).toEqual({ state: 'absent', reason: 'no_comparable_cases' });
  });
});

describe('the pass rate of an arm', () => {
  it('covers the complete sample, with Wilson’s interval', () => {
    // Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662 at 95 %.
    expect(computePassRate({ passed: 81, failed: 182, unknown: 0 }, '0.95')).toEqual({
      cases: 263,
      passed: 81,
      failed: 182,
      unknown: 0,
      rate: '0.307985',
      rateIfUnknownsPass: '0.307985',
      lower: '0.255289',
      upper: '0.36621',
    });
  });

  it('is a lower bound if a verdict is unknown, and its interval includes both ends', () => {
    expect(computePassRate({ passed: 6, failed: 2, unknown: 2 }, '0.95')).toMatchObject({
      cases: 10,
      rate: '0.6',
      rateIfUnknownsPass: '0.8',
      lower: computePassRate({ passed: 6, failed: 4, unknown: 0 }, '0.95').lower,
      upper: computePassRate({ passed: 8, failed: 2, unknown: 0 }, '0.95').upper,
    });
  });
});

describe('the paired difference', () => {
  it('has Tango’s interval and the exact test', () => {
    // Tango 1998, section 6.2: -0.027 to 0.390. The test: 2 × (1 + 12 + 66 + 220) / 2^12.
    expect(computePairedDifference({ both: 4, onlyCandidate: 9, onlyBaseline: 3, neither: 16 }, '0.95')).toEqual({
      state: 'present',
      pairs: 32,
      difference: '0.1875',
      lower: '-0.02709',
      upper: '0.389697',
      pValue: '0.14599609375',
    });
  });

  it('is negative if the candidate passes fewer', () => {
    const table = { both: 4, onlyCandidate: 3, onlyBaseline: 9, neither: 16 };
    expect(computePairedDifference(table, '0.95')).toMatchObject({ difference: '-0.1875', upper: '0.02709' });
  });

  it('is absent without a pair', () => {
    expect(computePairedDifference({ both: 0, onlyCandidate: 0, onlyBaseline: 0, neither: 0 }, '0.95')).toEqual({
      state: 'absent',
      reason: 'no_comparable_cases',
    });
  });
});
