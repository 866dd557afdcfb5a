import { describe, expect, it } from 'vitest';
import { checkNumber } from '../../../../../../domain/comparisons/labels/numbers/check-number.ts';

const outcomeOf = (answer: string, expected: string, tolerance: string, locale?: string) =>
  checkNumber({ expected, tolerance, ...(locale && { locale }) }, answer).outcome;

describe('the number that an answer ends with', () => {
  it.each([
    ['42', '42'],
    ['It is 42.', '42'],
    ['16 - 3 = 13', '13'],
    ['16-3=13', '13'],
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
    ['1.5e3', '1500'],
    ['2E-2', '0.02'],
    ['2e12', '2000000000000'],
    ['12%', '12'],
    ['#### 42', '42'],
    ['#### 42 for 3 people', '42'],
    ['#### 1\n#### 2 of 3', '2'],
    ['1 and 2\n####3', '3'],
  ])('of %j is %s', (answer, expected) => {
    expect(outcomeOf(answer, expected, '0')).toBe('pass');
    expect(outcomeOf(answer, `${expected}1`, '0')).toBe('fail');
  });

  it.each([
    ['(3)-5', '5'],
    ['(3)-5', '-2'],
    ['1,2345', '2345'],
    ['1e1000', '1000'],
    ['a 3-5 range', '5'],
    ['on 2023-05-17', '17'],
    ['v-2', '2'],
    ['five', '5'],
    ['1.234', '1234'],
    ['1,234', '1.234'],
    ['7 and 5 + 3', '8'],
    ['50 %', '0.5'],
  ])('of %j may be %s', (answer, expected) => {
    expect(outcomeOf(answer, expected, '0')).toBe('unknown');
  });

  it.each([
    ['1,2345', '1.2345'],
    ['1234,567', '1234.567'],
    ['5 + 3', '9'],
  ])('of %j is not among the meanings of its parts: %s', (answer, expected) => {
    expect(outcomeOf(answer, `${expected}1`, '0')).toBe('fail');
  });

  it.each([
    ['1.234', 'de', '1234'],
    ['1.234', 'de-CH', '1.234'],
    ['1.234', 'es-MX', '1.234'],
    ['1,234', 'pt-BR', '1.234'],
    ['1,234', 'en', '1234'],
    ['3,14', 'en', '3.14'],
    ['3.14', 'de', '3.14'],
    ['1.234', 'zh-Hans-CN', '1.234'],
  ])('of %j under the locale %s is %s', (answer, locale, expected) => {
    expect(outcomeOf(answer, expected, '0', locale)).toBe('pass');
  });

  it.each(['', 'none', '####', '42 #### none'])('is missing in %j', (answer) => {
    expect(outcomeOf(answer, '42', '1000')).toBe('fail');
  });

  it('may differ by exactly the tolerance, in both directions', () => {
    expect(outcomeOf('0.3', '0.1', '0.2')).toBe('pass');
    expect(outcomeOf('0.3000000000000000000001', '0.1', '0.2')).toBe('fail');
    expect(outcomeOf('-0.1', '0.1', '0.2')).toBe('pass');
    expect(outcomeOf('-0.11', '0.1', '0.2')).toBe('fail');
    expect(outcomeOf('12345678901234567891', '12345678901234567890', '0')).toBe('fail');
  });

  it('is never within a text that is not a number', () => {
    expect(outcomeOf('42', 'forty-two', '0')).toBe('fail');
    expect(outcomeOf('42', '42', 'some')).toBe('fail');
  });

  it.each(['1,111', '9', '1,', '-', '$', '1e', '.', '1.'])(
    'is searched in linear time: %j many times',
    (piece) => {
      expect(outcomeOf(`${piece.repeat(20_000)} so 7`, '7', '0')).toBe('pass');
    },
    5_000,
  );
});
