import { binomialAtMost } from './binomial-at-most.ts';
import type { ScoreLevel } from './score-level.ts';

/** A candidate for a threshold, with the rows of at least this score. */
interface TestedThreshold {
  readonly threshold: number;
  readonly accepted: number;
  /** The accepted rows on which people disagree with the judge. */
  readonly errors: number;
  /** The probability of so few errors if the risk were the tolerance. */
  readonly pValue: number;
}

/** The lowest threshold that passed; null if none did. No threshold was tested if all accept too few rows. */
interface ChosenThreshold {
  readonly threshold: number | null;
  /** The tests in their order, with the failed one last. */
  readonly tested: readonly TestedThreshold[];
}

/**
 * The lowest threshold of a grid at which the risk of accepted rows is shown to be at most the tolerance, at the
 * confidence `1 - delta`. Rows of exactly the threshold are accepted.
 *
 * Thresholds are tested from high to low until one fails. In this fixed order, each test may use the full probability
 * of error (fixed-sequence testing, as in Angelopoulos et al. 2021, Learn then Test). The sequence begins with the
 * first threshold that accepts enough rows to pass the test. This choice depends on the scores alone, not on errors.
 *
 * @param levels the scores of the rows that decide, in any order
 * @param grid candidates that were chosen on other rows, in any order
 * @param tolerance strictly between 0 and 1
 * @param delta the probability of error, strictly between 0 and 1
 */
export function chooseThreshold(
  levels: readonly ScoreLevel[],
  grid: readonly number[],
  tolerance: number,
  delta: number,
): ChosenThreshold {
  const surestFirst = levels.toSorted((one, other) => other.score - one.score);
  const tested: TestedThreshold[] = [];
  let chosen: number | null = null;
  let [next, accepted, errors] = [0, 0, 0];
  for (const threshold of grid.toSorted((one, other) => other - one)) {
    for (let level = surestFirst[next]; level !== undefined && level.score >= threshold; level = surestFirst[next]) {
      accepted += level.agreed + level.disagreed;
      errors += level.disagreed;
      next += 1;
    }
    if (binomialAtMost(0, accepted, tolerance) > delta) continue;
    const pValue = binomialAtMost(errors, accepted, tolerance);
    tested.push({ threshold, accepted, errors, pValue });
    if (pValue > delta) break;
    chosen = threshold;
  }
  return { threshold: chosen, tested };
}
