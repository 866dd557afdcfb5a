import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarBetterPValue, mcnemarDifferencePValue } from '../../../../domain/statistics/exact-mcnemar.ts';
import type { Fraction } from '../../../../domain/kernel/fraction.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';

const decimal = ({ numerator, denominator }: Fraction, places: number): string =>
  (Number((numerator * 10n ** 12n) / denominator) / 1e12).toFixed(places);

describe('the exact McNemar test', () => {
  // Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13:91, table 5: exact conditional test.
  it.each([
    { study: 'airway hyper-responsiveness (Bentur 2009)', onlyBaseline: 1, onlyCandidate: 7, p: '0.070' },
    { study: 'complete response (Cavo 2012)', onlyBaseline: 6, onlyCandidate: 16, p: '0.052' },
  ])('has the published value of $study', ({ onlyBaseline, onlyCandidate, p }) => {
    expect(decimal(mcnemarDifferencePValue({ onlyBaseline, onlyCandidate }), 3)).toBe(p);
    expect(decimal(mcnemarDifferencePValue({ onlyBaseline: onlyCandidate, onlyCandidate: onlyBaseline }), 3)).toBe(p);
  });

  it('is a count over a power of two', () => {
    expect(mcnemarBetterPValue({ onlyBaseline: 1, onlyCandidate: 7 })).toEqual({ numerator: 9n, denominator: 256n });
    expect(mcnemarDifferencePValue({ onlyBaseline: 1, onlyCandidate: 7 })).toEqual({
      numerator: 18n,
      denominator: 256n,
    });
    expect(mcnemarBetterPValue({ onlyBaseline: 7, onlyCandidate: 1 })).toEqual({ numerator: 255n, denominator: 256n });
  });

  it('is 1 if the arms never differ', () => {
    expect(mcnemarBetterPValue({ onlyBaseline: 0, onlyCandidate: 0 })).toEqual({ numerator: 1n, denominator: 1n });
    expect(mcnemarDifferencePValue({ onlyBaseline: 0, onlyCandidate: 0 })).toEqual({ numerator: 1n, denominator: 1n });
  });

  it('is at most 1 if the arms win equally often', () => {
    expect(mcnemarDifferencePValue({ onlyBaseline: 3, onlyCandidate: 3 })).toEqual({
      numerator: 64n,
      denominator: 64n,
    });
  });

  it('is exact if every case of a sample favours one arm', () => {
    for (const cases of [2, 50, 1_319]) {
      const denominator = 2n ** BigInt(cases);
      expect(mcnemarBetterPValue({ onlyBaseline: 0, onlyCandidate: cases })).toEqual({ numerator: 1n, denominator });
      expect(mcnemarBetterPValue({ onlyBaseline: cases, onlyCandidate: 0 })).toEqual({
        numerator: denominator,
        denominator,
      });
    }
  });

  it('works for all of GSM8K, for which a sum of doubles would be zero', () => {
    const { numerator, denominator } = mcnemarBetterPValue({ onlyBaseline: 79, onlyCandidate: 306 });
    // The sum of the binomials of 385 up to 79 over 2^385, computed with Python's fractions.
    expect(((numerator * 10n ** 45n) / denominator).toString()).toBe('6200267125362');
  });

  it('equals the enumeration of all possible differences', () => {
    for (let differing = 0; differing <= chooseCaseCount(10, 14); differing += 1) {
      const candidates = Array.from(
        { length: 2 ** differing },
        (_, ways) => ways.toString(2).replaceAll('0', '').length,
      );
      for (let onlyCandidate = 0; onlyCandidate <= differing; onlyCandidate += 1) {
        const asMany = candidates.filter((wins) => wins >= onlyCandidate).length;
        expect(mcnemarBetterPValue({ onlyBaseline: differing - onlyCandidate, onlyCandidate })).toEqual({
          numerator: BigInt(asMany),
          denominator: BigInt(2 ** differing),
        });
      }
    }
  });

  it('counts each outcome for one side only', () => {
    const count = fc.nat({ max: 700 });
    fc.assert(
      fc.property(count, count, (onlyBaseline, onlyCandidate) => {
        const better = mcnemarBetterPValue({ onlyBaseline, onlyCandidate });
        fc.pre(onlyCandidate > 0);
        const fewer = mcnemarBetterPValue({ onlyBaseline: onlyCandidate - 1, onlyCandidate: onlyBaseline + 1 });
        // Either at least this number of pairs favours the candidate, or fewer do.
        expect(better.numerator + fewer.numerator).toBe(better.denominator);
      }),
      { numRuns: chooseCaseCount(100, 1_000) },
    );
  });
});
