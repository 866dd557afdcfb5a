import { expect, it } from 'vitest';
import { errorProbabilityOf } from '../../../../../domain/quality/calibration/error-probability-of.ts';

it('is rounded to twelve digits, and never 0', () => {
  expect([0.9, 0.95, 0.999].map(errorProbabilityOf)).toEqual([0.1, 0.05, 0.001]);
  expect(errorProbabilityOf(0.999_999_999_999_999)).toBe(1e-12);
});
