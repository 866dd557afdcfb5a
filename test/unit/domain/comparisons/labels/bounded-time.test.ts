import { describe, expect, it } from 'vitest';
import { checkLabel } from '../../../../../domain/comparisons/labels/check-label.ts';
import type { LabelCheck } from '../../../../../domain/comparisons/labels/terms/label-check.ts';

const NUMBER: LabelCheck = { kind: 'number', expected: '7', tolerance: '0' };
const CHOICE: LabelCheck = { kind: 'choice', expected: 'B', choices: ['A', 'B', 'no', 'I'], mark: '####' };
const TEXT: LabelCheck = { kind: 'normalized', expected: 'yes' };

/** The longest answers. If the time grew with the square of the answer, each of these would take minutes. */
describe('an answer of a megabyte', () => {
  it.each<[LabelCheck, string]>([
    [NUMBER, '9'],
    [NUMBER, '1,111'],
    [NUMBER, '1/'],
    [NUMBER, '1 234 '],
    [NUMBER, '1亿'],
    [NUMBER, '٤'],
    [NUMBER, 'x5 '],
    [NUMBER, 'The answer is 5 + '],
    [NUMBER, '\n####\n'],
    [NUMBER, '\\frac{1}{'],
    [CHOICE, 'A or '],
    [CHOICE, 'I am '],
    [CHOICE, '\n#### '],
    [CHOICE, 'The answer is '],
    [CHOICE, '是'],
    [TEXT, ' "'],
    [TEXT, '\u200b'],
  ])(
    'is checked against %j in linear time, built from %j',
    (check, piece) => {
      const answer = piece.repeat(Math.ceil(1_000_000 / piece.length));
      const { outcome, rationale } = checkLabel(check, answer, () => false);
      expect(outcome).not.toBe('pass');
      expect(rationale.length).toBeLessThan(500);
    },
    30_000,
  );

  it('is read at its end', () => {
    const working = 'He has 3 boxes. '.repeat(60_000);
    expect(checkLabel(NUMBER, `${working}So 7`, () => false).outcome).toBe('pass');
    expect(checkLabel(CHOICE, `${working}The answer is B.`, () => false).outcome).toBe('pass');
  }, 30_000);
});
