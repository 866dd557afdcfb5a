import { describe, expect, it } from 'vitest';
import { parseIntegers } from '../../../../analytics/insight/read/read-values.ts';
import { DefectError } from '../../../../domain/kernel/errors.ts';

describe('figures of a row', () => {
  it.each<[string, bigint[]]>([
    ['0', [0n]],
    ['7 0 -3', [7n, 0n, -3n]],
    ['9007199254740991 9007199254740992 9007199254740993', [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n]],
    ['-9007199254740991 -9007199254740993', [1n - 2n ** 53n, -1n - 2n ** 53n]],
    ['-170141183460469231731687303715884105728 1', [-(2n ** 127n), 1n]],
  ])('are read exactly from %s', (text, read) => {
    expect(parseIntegers(text)).toEqual(read);
  });

  it.each(['', ' ', '1 ', ' 1', '1  2', '-', '1 -', '1-', '--1', '+1', '1.5', '1e3', '0x1f', 'nan', '1\n'])(
    'are a defect if their value is %j',
    (text) => {
      expect(() => parseIntegers(text)).toThrow(DefectError);
    },
  );
});
