import type { ReliabilityBin } from './reliability-bins.ts';

type Bin = Pick<ReliabilityBin, 'n' | 'meanScore' | 'rate'>;

/**
 * The distance of scores from rates over bins, weighted by their rows: with the power 1 the expected calibration error,
 * with 2 the root of the mean square. It exceeds the true error if bins have few rows; see `debiasedSquaredError`. It
 * is null without rows.
 */
export function calibrationError(bins: readonly Bin[], power: number): number | null {
  const mean = meanOverRows(bins, ({ rate, meanScore }) => Math.abs(rate - meanScore) ** power);
  return mean === null ? null : mean ** (1 / power);
}

/**
 * The mean square of the calibration error without the part that chance adds, at least 0 (Kumar, Liang and Ma 2019,
 * Verified Uncertainty Calibration, NeurIPS). Bins of one row add nothing. It is null without rows.
 */
export function debiasedSquaredError(bins: readonly Bin[]): number | null {
  const mean = meanOverRows(bins, ({ n, rate, meanScore }) =>
    n < 2 ? 0 : (rate - meanScore) ** 2 - (rate * (1 - rate)) / (n - 1),
  );
  return mean === null ? null : Math.max(0, mean);
}

function meanOverRows(bins: readonly Bin[], valueOf: (bin: Bin) => number): number | null {
  const rows = bins.reduce((sum, { n }) => sum + n, 0);
  return rows === 0 ? null : bins.reduce((sum, bin) => sum + bin.n * valueOf(bin), 0) / rows;
}
