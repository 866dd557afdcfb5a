import { describe, expect, it } from 'vitest';
import { isNumberWithin } from '../../../../../domain/comparisons/labels/is-number-within.ts';

describe('the number that an answer ends with', () => {
  it.each([
    ['42', '42'],
    ['It is 42.', '42'],
    ['16 - 3 = 13', '13'],
    ['16-3=13', '13'],
    ['(3)-5', '5'],
    ['x = -3', '-3'],
    ['−4 degrees', '-4'],
    ['+7', '7'],
    ['$1,234,567.89', '1234567.89'],
    ['12,345', '12345'],
    ['123,456,789', '123456789'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['€20', '20'],
    ['£20', '20'],
    ['¥20', '20'],
    ['costs $.50', '0.5'],
    ['.25', '0.25'],
    ['1,2,3', '3'],
    ['1,2345', '2345'],
    ['1234,567', '567'],
    ['1.5e3', '1500'],
    ['2E-2', '0.02'],
    ['2e12', '2000000000000'],
    ['1e5x', '5'],
    ['1e1000', '1000'],
    ['12%', '12'],
    ['a 3-5 range', '5'],
    ['on 2023-05-17', '17'],
    ['v-2', '2'],
    ['#### 42', '42'],
    ['#### 42 for 3 people', '42'],
    ['#### 1\n#### 2 of 3', '2'],
    ['1 and 2\n####3', '3'],
  ])('of %j is %s', (answer, expected) => {
    expect(isNumberWithin(answer, expected, '0')).toBe(true);
    expect(isNumberWithin(answer, `${expected}1`, '0')).toBe(false);
  });

  it.each(['', 'none', '####', '42 #### none', 'five'])('is not there in %j', (answer) => {
    expect(isNumberWithin(answer, '42', '1000')).toBe(false);
  });

  it('may be off by the tolerance, exactly, to either side', () => {
    expect(isNumberWithin('0.3', '0.1', '0.2')).toBe(true);
    expect(isNumberWithin('0.3000000000000000000001', '0.1', '0.2')).toBe(false);
    expect(isNumberWithin('-0.1', '0.1', '0.2')).toBe(true);
    expect(isNumberWithin('-0.11', '0.1', '0.2')).toBe(false);
    expect(isNumberWithin('12345678901234567891', '12345678901234567890', '0')).toBe(false);
  });

  it('never lies within what is no number', () => {
    expect(isNumberWithin('42', 'forty-two', '0')).toBe(false);
    expect(isNumberWithin('42', '42', 'some')).toBe(false);
  });

  it.each(['1,111', '9', '1,', '-', '$', '1e', '.', '1.'])(
    'is looked for in time that grows with the answer: %j many times',
    (piece) => {
      expect(isNumberWithin(`${piece.repeat(20_000)} so 7`, '7', '0')).toBe(true);
    },
    5_000,
  );
});
