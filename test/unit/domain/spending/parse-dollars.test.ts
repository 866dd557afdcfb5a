import { describe, expect, it } from 'vitest';
import { parseDollars } from '../../../../domain/spending/parse-dollars.ts';

describe('parseDollars', () => {
  it.each([
    ['0', '0'],
    ['25.50', '25500000000'],
    ['0.000000001', '1'],
    ['123456789012', '123456789012000000000'],
  ])('turns %s into %s nano-USD', (text, nanoUsd) => {
    expect(parseDollars(text)).toBe(nanoUsd);
  });

  it.each(['', '-1', '1.', '.5', '1e3', '0.0000000001', '1234567890123', ' 1', '$1', '1.5x', 'x1.5'])(
    'refuses %j',
    (text) => {
      expect(parseDollars(text)).toBeUndefined();
    },
  );
});
