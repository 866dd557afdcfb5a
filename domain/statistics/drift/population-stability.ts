import chisquareQuantile from '@stdlib/stats-base-dists-chisquare-quantile';

/** The stability of a distribution between two windows, or the reason why it is unknown. */
export type PopulationStability =
  | {
      readonly state: 'measured';
      /** The population stability index, at least 0. */
      readonly psi: number;
      /** The index less its expectation without drift. It is often below 0 without drift. */
      readonly corrected: number;
      /** The index that equal distributions exceed with the probability alpha, for these numbers of rows. */
      readonly critical: number;
      readonly isDrift: boolean;
      /** The number of bins with rows in either window. */
      readonly bins: number;
      readonly referenceRows: number;
      readonly currentRows: number;
    }
  | { readonly state: 'refused'; readonly refusalCode: 'no_reference_rows' | 'no_current_rows' | 'single_bin' };

/** The count that a bin has in each window in addition if it is empty in one of them. */
const SMOOTHING = 0.5;

/**
 * The population stability index of two windows, with a critical value for their numbers of rows. Without drift, the
 * index divided by (1/n + 1/m) has the chi-squared distribution with one degree of freedom less than bins (Yurdakul
 * 2018). The usual limits of 0.1 and 0.25 are the critical values of a few hundred rows only, so an index without
 * numbers of rows decides nothing.
 *
 * A bin that is empty in one window gets half a row in both. A bin that is empty in both windows does not count.
 *
 * @param reference the numbers of rows of each bin; the bins are those of the reference window
 * @param current the numbers of rows of the same bins in the current window
 * @param alpha the probability of a finding without drift in a single look
 * @param minSize the smallest corrected index that counts as drift, so that a large window reports no trifle
 */
export function populationStability(
  reference: readonly number[],
  current: readonly number[],
  alpha: number,
  minSize = 0,
): PopulationStability {
  if (reference.length !== current.length) throw new RangeError('both windows need the same bins');
  const referenceRows = totalOf(reference);
  const currentRows = totalOf(current);
  if (referenceRows === 0) return { state: 'refused', refusalCode: 'no_reference_rows' };
  if (currentRows === 0) return { state: 'refused', refusalCode: 'no_current_rows' };

  const bins = smoothedBins(reference, current);
  if (bins.length < 2) return { state: 'refused', refusalCode: 'single_bin' };
  const [n, m] = [totalOf(bins.map(([before]) => before)), totalOf(bins.map(([, now]) => now))];
  const psi = bins.reduce((sum, [before, now]) => sum + divergence(before / n, now / m), 0);
  // The smoothing adds no evidence: the critical value has the true numbers of rows.
  const scale = 1 / referenceRows + 1 / currentRows;
  const freedom = bins.length - 1;
  const critical = chisquareQuantile(1 - alpha, freedom) * scale;
  const corrected = psi - freedom * scale;
  const isDrift = psi > critical && corrected >= minSize;
  return { state: 'measured', psi, corrected, critical, isDrift, bins: bins.length, referenceRows, currentRows };
}

function smoothedBins(reference: readonly number[], current: readonly number[]): (readonly [number, number])[] {
  return reference.flatMap((before, bin) => {
    const now = current[bin] ?? 0;
    if (before === 0 && now === 0) return [];
    const added = before === 0 || now === 0 ? SMOOTHING : 0;
    return [[before + added, now + added] as const];
  });
}

function divergence(before: number, now: number): number {
  return (now - before) * Math.log(now / before);
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
