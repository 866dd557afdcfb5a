import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimalText } from '../../../../../domain/kernel/text/decimal-text.ts';

it('writes one or two decimal places, without trailing zeros', () => {
  expect([0, 0.04, 0.05, 1, 12.34, 99.96].map((value) => decimalText(value, 10))).toEqual([
    ...['0', '0', '0.1', '1', '12.3', '100'],
  ]);
  expect([0, 0.004, 0.05, 0.5, 1.07, 12.3456, 7].map((value) => decimalText(value, 100))).toEqual([
    ...['0', '0', '0.05', '0.5', '1.07', '12.35', '7'],
  ]);
});

it('writes any number like JavaScript', () => {
  const values = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(values, fc.constantFrom(10 as const, 100 as const), (value, parts) => {
      expect(decimalText(value, parts)).toBe(String(Math.round(value * parts) / parts));
    }),
  );
});
