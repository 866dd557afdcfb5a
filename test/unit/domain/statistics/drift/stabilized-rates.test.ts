import { describe, expect, it } from 'vitest';
import { stabilizedRates } from '../../../../../domain/statistics/drift/stabilized-rates.ts';

describe('rates of even variance', () => {
  it('are 0 if all points have the common rate, but for the addition to few rows', () => {
    const rates = stabilizedRates([
      { passed: 50, rows: 100 },
      { passed: 500, rows: 1_000 },
    ]);
    expect(rates[0]).toBeCloseTo(0, 10);
    expect(rates[1]).toBeCloseTo(0, 10);
  });

  it('count a deviation in standard deviations of the rows of its point', () => {
    const large = { passed: 1_000_000, rows: 2_000_000 };
    // One standard deviation of 100 rows with the rate one half is 5 rows.
    const [deviation] = stabilizedRates([{ passed: 55, rows: 100 }, large]);
    expect(deviation).toBeCloseTo(1, 1);
    const [few, many] = stabilizedRates([{ passed: 6, rows: 10 }, { passed: 600, rows: 1_000 }, large]);
    expect(few).toBeCloseTo(0.63, 1);
    expect(many).toBeCloseTo(6.35, 1);
  });

  it('are empty without points', () => {
    expect(stabilizedRates([])).toEqual([]);
  });
});
