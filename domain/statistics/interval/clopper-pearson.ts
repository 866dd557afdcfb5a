import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import type { Bounds } from './bounds.ts';

/**
 * The exact two-sided interval of a proportion (Clopper and Pearson 1934, Biometrika 26:404). Each bound alone is also
 * a one-sided bound at the confidence `(1 + confidence) / 2`. Without cases, it is 0 to 1.
 */
export function clopperPearson(passed: number, cases: number, confidence: number): Bounds {
  const tail = (1 - confidence) / 2;
  return {
    low: passed === 0 ? 0 : betaQuantile(tail, passed, cases - passed + 1),
    high: passed === cases ? 1 : betaQuantile(1 - tail, passed + 1, cases - passed),
  };
}
