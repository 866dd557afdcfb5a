import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { describe, expect, it } from 'vitest';
import { populationStability } from '../../../../domain/statistics/drift/population-stability.ts';
import { riskDrift } from '../../../../domain/statistics/drift/risk-drift.ts';
import { extremeStudentizedDeviate } from '../../../../domain/statistics/drift/extreme-studentized-deviate.ts';
import { seasonalDeviations } from '../../../../domain/statistics/drift/seasonal-deviations.ts';
import { stabilizedRates } from '../../../../domain/statistics/drift/stabilized-rates.ts';
import { mcnemarDifferencePValue } from '../../../../domain/statistics/exact-mcnemar.ts';
import { binomialUpperBound } from '../../../../domain/statistics/selective-risk/binomial-upper-bound.ts';
import { bernoulliSequence } from '../../../../domain/statistics/sequential/bernoulli-sequence.ts';
import { uniformMixtureE } from '../../../../domain/statistics/sequential/uniform-mixture-e.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';

const ALPHA = 0.05;
const LOOKS = 365;

/** The largest share of independent cases that a probability of alpha explains. */
const limitOf = (cases: number): number => ALPHA + 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / cases);
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
const countOf = (events: readonly boolean[]): number => events.filter(Boolean).length;
const events = (random: RandomGenerator, rows: number, probability: number): number =>
  countOf(times(rows, () => uniformFloat64(random) < probability));
const normal = (random: RandomGenerator): number =>
  Math.sqrt(-2 * Math.log(1 - uniformFloat64(random))) * Math.cos(2 * Math.PI * uniformFloat64(random));

describe('the test that the risk has risen, at 365 daily looks', () => {
  const reference = { rows: 300, risk: 0.1 };
  const rowsOfDay = 8;

  /** The day of the first finding in a stream; undefined without one. */
  function firstFinding(random: RandomGenerator, risk: number): number | undefined {
    const errors = events(random, reference.rows, reference.risk);
    const upper = binomialUpperBound(errors, reference.rows, ALPHA / 2);
    let online = { errors: 0, rows: 0 };
    for (let day = 1; day <= LOOKS; day += 1) {
      online = { errors: online.errors + events(random, rowsOfDay, risk), rows: online.rows + rowsOfDay };
      // The lower bound of a risk is never above the risk that was seen, so such a look has no finding.
      if (online.errors / online.rows <= upper) continue;
      const look = riskDrift({ reference: { errors, rows: reference.rows }, online, tolerance: 0, alpha: ALPHA });
      if (look.state === 'measured' && look.isDrift) return day;
    }
    return undefined;
  }

  it('raises a finding in at most 5 % of unchanged streams, plus three standard errors', () => {
    const streams = chooseCaseCount(300, 3_000);
    const random = xoroshiro128plus(20_250_101);
    const found = countOf(times(streams, () => firstFinding(random, reference.risk) !== undefined));
    expect(found / streams).toBeLessThanOrEqual(limitOf(streams));
  });

  it('finds a risk that has doubled within four months in eight of ten streams', () => {
    const random = xoroshiro128plus(20_250_102);
    const days = times(40, () => firstFinding(random, 2 * reference.risk) ?? LOOKS + 1);
    expect(countOf(days.map((day) => day <= 120))).toBeGreaterThanOrEqual(32);
  });
});

describe('the detectors with a level of a single look', () => {
  it('psi holds its level in each look, and finds drift in most unchanged streams within a year', () => {
    const streams = chooseCaseCount(40, 400);
    const random = xoroshiro128plus(20_250_103);
    const draw = (rows: number): number[] => {
      const counts = times(10, () => 0);
      for (let row = 0; row < rows; row += 1) {
        const bin = Math.floor(uniformFloat64(random) * counts.length);
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
      return counts;
    };
    const shares = times(streams, () => {
      const before = draw(1_000);
      const findings = times(LOOKS, () => {
        const look = populationStability(before, draw(400), ALPHA);
        return look.state === 'measured' && look.isDrift;
      });
      return countOf(findings) / LOOKS;
    });
    // The looks of a stream share its reference, so the streams are the independent cases.
    const share = shares.reduce((sum, one) => sum + one, 0) / streams;
    const error = Math.sqrt(shares.reduce((sum, one) => sum + (one - share) ** 2, 0) / (streams - 1) / streams);
    expect(share).toBeLessThanOrEqual(ALPHA + 3 * error);
    expect(share).toBeGreaterThan(ALPHA / 2);
    expect(countOf(shares.map((one) => one > 0)) / streams).toBeGreaterThan(0.5);
  });

  it('seasonal outliers hold their level in each look at normal noise, which the published limits do not', () => {
    const random = xoroshiro128plus(20_250_104);
    for (const { days, series } of [
      { days: 14, series: chooseCaseCount(300, 2_000) },
      { days: 28, series: chooseCaseCount(300, 2_000) },
      { days: 56, series: chooseCaseCount(200, 2_000) },
      { days: 182, series: chooseCaseCount(60, 500) },
    ]) {
      const drawn = times(series, () =>
        seasonalDeviations(
          times(days, (day) => 3 * (day % 7) + normal(random)),
          7,
        ),
      );
      const test = { alpha: ALPHA, maxOutliers: Math.floor(days / 5), center: 'median' } as const;
      const share = (options: typeof test & { readonly fittedPeriod?: number }): number =>
        countOf(drawn.map((values) => extremeStudentizedDeviate(values, options).outliers.length > 0)) / series;
      expect(share({ ...test, fittedPeriod: 7 }), `${days} days`).toBeLessThanOrEqual(limitOf(series));
      if (days < 100) expect(share(test), `${days} days`).toBeGreaterThan(0.3);
    }
  });

  it.each([
    { name: '50 rows with a rate of 0.9', rows: () => 50, rate: 0.9 },
    { name: '50 rows with a rate of 0.99', rows: () => 50, rate: 0.99 },
    { name: '10 or 500 rows with a rate of 0.95', rows: (day: number) => (day % 3 === 0 ? 10 : 500), rate: 0.95 },
  ])('daily rates of $name hold the level of a look after their variance is made even', ({ rows, rate }) => {
    const series = chooseCaseCount(200, 2_000);
    const random = xoroshiro128plus(20_250_105);
    const findings = times(series, () => {
      const points = times(56, (day) => ({ passed: events(random, rows(day), rate), rows: rows(day) }));
      const { outliers } = extremeStudentizedDeviate(seasonalDeviations(stabilizedRates(points), 7), {
        alpha: ALPHA,
        maxOutliers: 11,
        center: 'median',
        fittedPeriod: 7,
        minSpread: 1,
      });
      return outliers.length > 0;
    });
    expect(countOf(findings) / series).toBeLessThanOrEqual(limitOf(series));
  });
});

describe('two arms that win equally often, compared after every pair', () => {
  const pairs = 300;
  const sequences = chooseCaseCount(2_000, 20_000);

  /** The share of sequences in which a rule declares a winner after any pair. */
  function declaredShare(isDeclared: (discordant: number, wins: number) => boolean): number {
    const random = xoroshiro128plus(20_250_106);
    const declared = times(sequences, () => {
      let wins = 0;
      let isEver = false;
      for (let count = 1; count <= pairs; count += 1) {
        if (uniformFloat64(random) < 0.5) wins += 1;
        isEver ||= isDeclared(count, wins);
      }
      return isEver;
    });
    return countOf(declared) / sequences;
  }

  it('are declared different by the e-process in at most 5 % of sequences, plus three standard errors', () => {
    const share = declaredShare((count, wins) => uniformMixtureE(count, wins) >= 1 / ALPHA);
    expect(share).toBeLessThanOrEqual(limitOf(sequences));
    expect(share).toBeGreaterThan(0);
  });

  it('are declared better by the e-process in at most 5 %, even if the candidate wins less than half', () => {
    const share = declaredShare((count, wins) => wins > count / 2 && uniformMixtureE(count, wins) >= 1 / ALPHA);
    expect(share).toBeLessThanOrEqual(limitOf(sequences));
  });

  it('are declared different far more often by the exact test, whose number of pairs must be fixed', () => {
    // The largest number of losses that the exact test declares, for each number of pairs.
    const limits = times(pairs + 1, (count) => {
      const declared = times(Math.floor(count / 2) + 1, (losses) => losses).findLast((losses) => {
        const p = mcnemarDifferencePValue({ onlyBaseline: losses, onlyCandidate: count - losses });
        return p.numerator * 20n <= p.denominator;
      });
      return declared ?? -1;
    });
    const share = declaredShare((count, wins) => Math.min(wins, count - wins) <= (limits[count] ?? -1));
    expect(share).toBeGreaterThan(0.25);
    // At the last pair alone, the same test holds its level.
    const atEnd = declaredShare(
      (count, wins) => count === pairs && Math.min(wins, count - wins) <= (limits[count] ?? -1),
    );
    expect(atEnd).toBeLessThanOrEqual(limitOf(sequences));
  });
});

describe('a Bernoulli confidence sequence, after every observation', () => {
  it.each([{ probability: 0.02 }, { probability: 0.1 }, { probability: 0.5 }])(
    'misses $probability in at most 5 % of sequences at any time',
    ({ probability }) => {
      const sequences = chooseCaseCount(200, 2_000);
      const rows = 150;
      const random = xoroshiro128plus(20_250_107);
      const design = { alpha: ALPHA, optimalRows: 100 };
      const bounds = new Map<number, boolean>();
      const isMissed = (count: number, row: number): boolean => {
        const key = row * (rows + 1) + count;
        const known = bounds.get(key);
        if (known !== undefined) return known;
        const { lower, upper } = bernoulliSequence(count, row, design);
        const isOutside = probability < lower || probability > upper;
        bounds.set(key, isOutside);
        return isOutside;
      };
      const missed = times(sequences, () => {
        let count = 0;
        let isEver = false;
        for (let row = 1; row <= rows; row += 1) {
          if (uniformFloat64(random) < probability) count += 1;
          isEver ||= isMissed(count, row);
        }
        return isEver;
      });
      expect(countOf(missed) / sequences).toBeLessThanOrEqual(limitOf(sequences));
    },
  );
});
