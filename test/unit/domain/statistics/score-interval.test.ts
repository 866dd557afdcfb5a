import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreInterval } from '../../../../domain/statistics/score-interval.ts';
import { CONFIDENCE_LEVELS, NORMAL_QUANTILES } from '../../../../domain/statistics/confidence.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';

/** A table of this number of pairs, of which these differ. */
const table = (pairs: number, onlyCandidate: number, onlyBaseline: number) => ({
  both: pairs - onlyCandidate - onlyBaseline,
  onlyBaseline,
  onlyCandidate,
  neither: 0,
});
const rounded = ({ lower, upper }: { lower: number; upper: number }, places: number): string =>
  `${lower.toFixed(places)} to ${upper.toFixed(places)}`;

describe('the score interval of a paired difference', () => {
  it.each([
    {
      source: 'Tango 1998, section 6.1: disinfection of soft contact lenses, 90 %',
      cells: table(44, 0, 1),
      confidence: '0.90',
      lower: '-0.096',
    },
    {
      source: 'Tango 1998, section 6.2: sleeping difficulties (Karacan 1976), 95 %',
      cells: { both: 4, onlyCandidate: 9, onlyBaseline: 3, neither: 16 },
      confidence: '0.95',
      lower: '-0.027',
      upper: '0.390',
    },
    {
      source: 'Fagerland, Lydersen and Laake 2014: airway hyper-responsiveness (Bentur 2009), 95 %',
      cells: { both: 1, onlyCandidate: 1, onlyBaseline: 7, neither: 12 },
      confidence: '0.95',
      lower: '-0.517',
      upper: '-0.026',
    },
  ] as const)('has the published bounds of $source', ({ cells, confidence, ...bounds }) => {
    const { lower, upper } = scoreInterval(cells, NORMAL_QUANTILES[confidence].twoSided);
    expect(lower.toFixed(3)).toBe(bounds.lower);
    if ('upper' in bounds) expect(upper.toFixed(3)).toBe(bounds.upper);
  });

  it('has the bounds of scoreci.mp(25, 28, 618, 0.90) of the R package PropCIs', () => {
    expect(rounded(scoreInterval(table(618, 28, 25), NORMAL_QUANTILES['0.90'].twoSided), 4)).toBe('-0.0148 to 0.0247');
  });

  it('has the published score of 1.709 at its bound', () => {
    // Tango 1998, section 6.1: the statistic of the contact lenses at a margin of 0.1.
    expect(scoreInterval(table(44, 0, 1), 1.709).lower).toBeCloseTo(-0.1, 4);
  });

  it('is z²/(n + z²) on both sides if the arms never differ', () => {
    for (const [pairs, shown] of [
      [2, '-0.574969 to 0.574969'],
      [50, '-0.051333 to 0.051333'],
      [1_319, '-0.002047 to 0.002047'],
    ] as const)
      expect(rounded(scoreInterval(table(pairs, 0, 0), NORMAL_QUANTILES['0.95'].oneSided), 6)).toBe(shown);
  });

  it('reaches the end if every case favours one arm', () => {
    for (const pairs of [2, 50, 1_319]) {
      const quantile = NORMAL_QUANTILES['0.95'].oneSided;
      const share = pairs / (pairs + quantile ** 2);
      const { lower, upper } = scoreInterval(table(pairs, pairs, 0), quantile);
      expect(upper).toBe(1);
      // The score bound of a single proportion, mapped from [0, 1] to [-1, 1].
      expect(lower).toBeCloseTo(2 * share - 1, 12);
      expect(scoreInterval(table(pairs, 0, pairs), quantile)).toEqual({ lower: -1, upper: -lower });
    }
  });

  it('covers everything without pairs', () => {
    expect(scoreInterval(table(0, 0, 0), NORMAL_QUANTILES['0.95'].oneSided)).toEqual({ lower: -1, upper: 1 });
  });

  const cells = fc
    .tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 }), fc.nat({ max: 400 }))
    .map(([same, wins, losses]) => table(same + wins + losses, wins, losses));
  const quantiles = fc.constantFrom(...CONFIDENCE_LEVELS).map((level) => NORMAL_QUANTILES[level].oneSided);

  it('contains the observed difference, and is mirrored if the arms are exchanged', () => {
    fc.assert(
      fc.property(cells, quantiles, (seen, quantile) => {
        const { both, onlyBaseline, onlyCandidate } = seen;
        const { lower, upper } = scoreInterval(seen, quantile);
        const difference = (onlyCandidate - onlyBaseline) / Math.max(1, both + onlyBaseline + onlyCandidate);
        expect(lower).toBeGreaterThanOrEqual(-1);
        expect(lower).toBeLessThanOrEqual(difference);
        expect(upper).toBeGreaterThanOrEqual(difference);
        expect(upper).toBeLessThanOrEqual(1);
        const exchanged = { ...seen, onlyBaseline: onlyCandidate, onlyCandidate: onlyBaseline };
        expect(scoreInterval(exchanged, quantile)).toEqual({ lower: -upper, upper: -lower });
      }),
      { numRuns: chooseCaseCount(300, 3_000) },
    );
  });

  it('satisfies the paper’s score statistic at each bound', () => {
    fc.assert(
      fc.property(cells, quantiles, (seen, quantile) => {
        const { lower } = scoreInterval(seen, quantile);
        fc.pre(lower > -1 + 1e-9);
        expect(tangoStatistic(seen, lower)).toBeCloseTo(quantile, 5);
      }),
      { numRuns: chooseCaseCount(300, 3_000) },
    );
  });
});

/**
 * Equation (6) of Tango 1998. The constrained probability of a loss is found by maximizing its likelihood instead of by
 * the closed form. There are b wins and c losses of n, with probabilities q + difference and q.
 */
function tangoStatistic(
  { both, onlyBaseline: losses, onlyCandidate: wins }: ReturnType<typeof table>,
  difference: number,
): number {
  const pairs = both + losses + wins;
  const slope = (q: number): number =>
    (wins === 0 ? 0 : wins / (q + difference)) +
    (losses === 0 ? 0 : losses / q) -
    (both === 0 ? 0 : (2 * both) / (1 - 2 * q - difference));
  let [low, high] = [Math.max(0, -difference), (1 - difference) / 2];
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return (wins - losses - pairs * difference) / Math.sqrt(pairs * (2 * low + difference - difference ** 2));
}
