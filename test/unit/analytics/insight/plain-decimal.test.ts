import { describe, expect, it } from 'vitest';
import { plainDecimal } from '../../../../analytics/insight/rows/plain-decimal.ts';

describe('a number as a plain decimal', () => {
  it.each([
    [0, '0'],
    [900.25, '900.25'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [-1.25e-9, '-0.00000000125'],
    [1e12, '1000000000000'],
    [1.5e21, '1500000000000000000000'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('%d is %s', (number, text) => {
    expect(plainDecimal(number)).toBe(text);
    expect(Number(text)).toBe(number);
  });
});
