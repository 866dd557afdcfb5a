import { describe, expect, it } from 'vitest';
import {
  calibrationError,
  debiasedSquaredError,
} from '../../../../../domain/statistics/reliability/calibration-error.ts';
import { equalMassBins } from '../../../../../domain/statistics/reliability/reliability-bins.ts';

const rowsOf = (scores: readonly number[], labels: readonly number[]): { score: number; good: number; bad: number }[] =>
  scores.map((score, index) => ({ score, good: labels[index] ?? 0, bad: 1 - (labels[index] ?? 0) }));

/** The bins with the inclusive upper borders 1/count, 2/count and so on to 1. */
const equalWidthBins = (
  scores: readonly number[],
  labels: readonly number[],
  count: number,
): { n: number; meanScore: number; rate: number }[] => {
  const bins = Array.from({ length: count }, () => ({ n: 0, scores: 0, good: 0 }));
  scores.forEach((score, index) => {
    const bin = bins[Math.ceil(score * count) - 1]!;
    bin.n += 1;
    bin.scores += score;
    bin.good += labels[index]!;
  });
  return bins.filter(({ n }) => n > 0).map(({ n, scores: sum, good }) => ({ n, meanScore: sum / n, rate: good / n }));
};

describe('the calibration error', () => {
  // p-lambda/verified_calibration, MIT, calibration/util_test.py.
  it('has the published values of nine rows in two bins, and its debiased square is exactly 0', () => {
    const scores = [0.5, 0.5, 0.5, 0.6, 0.5, 0.6, 0.6, 0.6, 0.6];
    const bins = equalMassBins(rowsOf(scores, [0, 1, 0, 1, 0, 1, 1, 1, 0]), 2);
    expect(calibrationError(bins, 1)).toBeCloseTo(0.2222222, 7);
    expect(calibrationError(bins, 2)).toBeCloseTo(0.2236068, 7);
    expect(calibrationError(bins, 3)).toBeCloseTo(((4 / 9) * 0.25 ** 3 + (5 / 9) * 0.2 ** 3) ** (1 / 3), 12);
    expect(debiasedSquaredError(bins)).toBeCloseTo(0, 15);
  });

  it.each([
    { scores: [0.1, 0.7, 0.5, 0.9], labels: [0, 1, 0, 1], count: 2, error: 0.25 },
    { scores: [0.1, 0.7, 0.5, 0.9], labels: [0, 1, 0, 1], count: 4, error: 0.25 },
    { scores: [0.6, 0.7, 0.8, 0.9], labels: [0, 0, 1, 1], count: 2, error: 0.4 },
  ])('has the published value $error of $scores in $count bins of equal mass', ({ scores, labels, count, error }) => {
    expect(calibrationError(equalMassBins(rowsOf(scores, labels), count), 1)).toBeCloseTo(error, 12);
  });

  it('has the published values of bins of equal width, and of given bins', () => {
    expect(calibrationError(equalWidthBins([0.6, 0.7, 0.8, 0.9], [0, 0, 1, 1], 2), 1)).toBeCloseTo(0.25, 12);
    const given = [
      { n: 1, meanScore: 0.3, rate: 1 },
      { n: 1, meanScore: 0.6, rate: 0 },
    ];
    expect(calibrationError(given, 1)).toBeCloseTo(0.65, 12);
    expect(calibrationError(given, 2)).toBeCloseTo(0.6519202405, 10);
  });

  // scikit-learn-contrib/MAPIE, BSD-3-Clause, mapie/tests/test_metrics.py: NumPy's RandomState(1234567890) draws 51
  // scores, 51 times five scores, of which the highest counts, and 51 labels. Its 50 borders make 49 bins.
  const labels = Array.from('110110101011101001011000000101010100110100000000100', Number);
  const single = [
    0.618795, 0.591624, 0.888684, 0.891655, 0.457567, 0.778188, 0.267064, 0.996106, 0.540095, 0.537522, 0.400999,
    0.705406, 0.405186, 0.949991, 0.030754, 0.136025, 0.082977, 0.423522, 0.234497, 0.747435, 0.651779, 0.689987,
    0.164134, 0.876421, 0.447333, 0.578711, 0.523778, 0.626891, 0.348694, 0.262097, 0.074981, 0.179406, 0.829994,
    0.987598, 0.113261, 0.638464, 0.730567, 0.883211, 0.52721, 0.664877, 0.742093, 0.940838, 0.701231, 0.295344,
    0.761344, 0.775939, 0.369855, 0.895191, 0.330828, 0.861088, 0.768979,
  ];
  const highest = [
    0.919135, 0.574636, 0.745561, 0.775754, 0.996903, 0.818575, 0.756883, 0.681232, 0.936523, 0.917877, 0.972471,
    0.345473, 0.941144, 0.84188, 0.80072, 0.957346, 0.909319, 0.649188, 0.982657, 0.722022, 0.955416, 0.940475,
    0.806561, 0.802567, 0.873597, 0.81272, 0.847788, 0.653901, 0.8897, 0.98392, 0.961018, 0.445117, 0.975207, 0.954048,
    0.507786, 0.915586, 0.927731, 0.502489, 0.989018, 0.890604, 0.709584, 0.858774, 0.869052, 0.943924, 0.877824,
    0.711192, 0.939977, 0.92813, 0.85476, 0.941204, 0.680205,
  ];
  it.each([
    { draw: 'one score', scores: single, printed: '0.4471' },
    { draw: 'the highest of five', scores: highest, printed: '0.5363' },
  ])('has the published value of MAPIE for $draw', ({ scores, printed }) => {
    expect(calibrationError(equalWidthBins(scores, labels, 49), 1)?.toFixed(4)).toBe(printed);
  });
});

describe('the debiased squared error', () => {
  it('takes out the part that chance adds, and counts bins of one row as 0', () => {
    const bins = [
      { n: 10, meanScore: 0.9, rate: 0.5 },
      { n: 1, meanScore: 0.9, rate: 0 },
    ];
    expect(debiasedSquaredError(bins)).toBeCloseTo(((0.4 ** 2 - 0.25 / 9) * 10) / 11, 12);
  });

  it('is never negative', () => {
    expect(debiasedSquaredError([{ n: 10, meanScore: 0.5, rate: 0.5 }])).toBe(0);
  });

  it('is unknown without rows, like the calibration error', () => {
    expect(debiasedSquaredError([])).toBe(null);
    expect(calibrationError([], 1)).toBe(null);
  });
});
