import { describe, expect, it, vi } from 'vitest';
import { checkLabel } from '../../../../../domain/comparisons/labels/check-label.ts';
import { LABEL_CHECKS, type LabelCheck } from '../../../../../domain/comparisons/labels/terms/label-check.ts';

const noPattern = (): boolean => {
  throw new Error('No pattern is looked for.');
};

describe('an answer checked against a label', () => {
  it.each<{ check: LabelCheck; passing: string; failing: string }>([
    { check: { kind: 'exact', expected: 'Yes' }, passing: 'Yes', failing: 'yes' },
    { check: { kind: 'normalized', expected: 'Yes.' }, passing: ' **yes** ', failing: 'no' },
    { check: { kind: 'number', expected: '42', tolerance: '0.5' }, passing: 'about 42.5', failing: 'about 42.6' },
    { check: { kind: 'choice', expected: 'B', choices: ['A', 'B'] }, passing: '(B)', failing: '(A)' },
    { check: { kind: 'json', expected: '{"a":1}' }, passing: '{ "a": 1 }', failing: '{}' },
  ])('passes by its check: $check.kind', ({ check, passing, failing }) => {
    expect(checkLabel(check, passing, noPattern).outcome).toBe('pass');
    expect(checkLabel(check, failing, noPattern).outcome).toBe('fail');
  });

  it('passes if its pattern is found', () => {
    const find = vi.fn((pattern: string, text: string) => text.startsWith(pattern));
    const check = { kind: 'pattern', expected: 'a' } as const;
    expect(checkLabel(check, 'ab', find)).toEqual({ outcome: 'pass', rationale: '' });
    expect(checkLabel(check, 'ba', find)).toEqual({ outcome: 'fail', rationale: '' });
    expect(find.mock.calls).toEqual([
      ['a', 'ab'],
      ['a', 'ba'],
    ]);
  });

  it.each<[LabelCheck, string, string, string]>([
    [{ kind: 'number', expected: '500', tolerance: '0' }, '\\boxed{9{,}500}', 'fail', 'Read 9500 from "9{,}500".'],
    [{ kind: 'number', expected: '-5', tolerance: '0' }, 'It is –٥.', 'pass', 'Read -5 from "–٥".'],
    [{ kind: 'number', expected: '1234', tolerance: '0' }, '1.234', 'unknown', 'Can read "1.234" as 1.234 or 1234.'],
    [{ kind: 'number', expected: '5', tolerance: '0' }, '3–5', 'unknown', 'Can read "3–5" as 3 or 5 or 8 or -2.'],
    [
      { kind: 'number', expected: '0.5', tolerance: '0' },
      '\\boxed{\\frac{1}{2}}',
      'pass',
      'Read 0.5 from "\\frac{1}{2}".',
    ],
    [{ kind: 'number', expected: '5', tolerance: '0' }, 'It is minus ５.', 'fail', 'Read -5 from "minus ５".'],
    [{ kind: 'number', expected: '5', tolerance: '0' }, 'none', 'fail', 'Read no number.'],
    [
      { kind: 'choice', expected: 'B', choices: ['A', 'B'] },
      'The answer is B.',
      'pass',
      'Read "B" from "The answer is B.".',
    ],
    [{ kind: 'choice', expected: 'B', choices: ['A', 'B'] }, 'A or B', 'unknown', 'Can read "A or B" as "B" or "A".'],
    [{ kind: 'choice', expected: 'B', choices: ['A', 'B'] }, 'neither', 'fail', 'Read none of the choices.'],
    [{ kind: 'normalized', expected: 'yes' }, 'No\n\tway!', 'fail', 'Read "no way".'],
  ])('has the read value: %j of %j', (check, answer, outcome, rationale) => {
    expect(checkLabel(check, answer, noPattern)).toEqual({ outcome, rationale });
  });

  it('is checked in one of six ways', () => {
    expect(LABEL_CHECKS).toEqual(['exact', 'normalized', 'number', 'choice', 'pattern', 'json']);
  });
});
