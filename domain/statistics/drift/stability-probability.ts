import chisquareCdf from '@stdlib/stats-base-dists-chisquare-cdf';

/** The numbers of a population stability index. */
interface MeasuredStability {
  readonly psi: number;
  readonly bins: number;
  readonly referenceRows: number;
  readonly currentRows: number;
}

/** The probability of an index of at least this size without drift, by the distribution of the critical value. */
export function stabilityProbability({ psi, bins, referenceRows, currentRows }: MeasuredStability): number {
  return 1 - chisquareCdf(psi / (1 / referenceRows + 1 / currentRows), bins - 1);
}
