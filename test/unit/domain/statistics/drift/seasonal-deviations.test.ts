import { describe, expect, it } from 'vitest';
import { seasonalDeviations } from '../../../../../domain/statistics/drift/seasonal-deviations.ts';

const PATTERN = [5, 1, 3, 1, 0, 2, 9];

describe('the deviations of a series from its pattern', () => {
  it('are 0 for a series that repeats, with the deviation of each other point', () => {
    const series = Array.from({ length: 42 }, (_, index) => PATTERN[index % 7] ?? 0);
    const deviations = seasonalDeviations(series.with(16, 53), 7);
    expect(deviations[16]).toBeCloseTo(51, 5);
    const others = deviations.toSpliced(16, 1);
    expect(Math.max(...others) - Math.min(...others)).toBeLessThan(1e-5);
  });

  it('keep a shift of the level', () => {
    const noise = (index: number): number => ((index * 7_919) % 13) / 13;
    const series = Array.from(
      { length: 84 },
      (_, index) => (PATTERN[index % 7] ?? 0) + noise(index) + (index < 60 ? 0 : 10),
    );
    const deviations = seasonalDeviations(series, 7);
    expect((deviations[80] ?? 0) - (deviations[10] ?? 0)).toBeGreaterThan(8);
  });

  it('do not exist for fewer than two periods', () => {
    expect(() => seasonalDeviations(PATTERN, 7)).toThrow('fewer than two periods');
  });
});
