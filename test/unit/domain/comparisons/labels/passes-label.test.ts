import { describe, expect, it, vi } from 'vitest';
import { LABEL_CHECKS, passesLabel, type LabelCheck } from '../../../../../domain/comparisons/labels/passes-label.ts';

const noPattern = (): boolean => {
  throw new Error('No pattern is looked for.');
};

describe('an answer held against a label', () => {
  it.each<{ check: LabelCheck; passing: string; failing: string }>([
    { check: { kind: 'exact', expected: 'Yes' }, passing: 'Yes', failing: 'yes' },
    { check: { kind: 'normalized', expected: 'Yes.' }, passing: ' **yes** ', failing: 'no' },
    { check: { kind: 'number', expected: '42', tolerance: '0.5' }, passing: 'about 42.5', failing: 'about 42.6' },
    { check: { kind: 'choice', expected: 'B', choices: ['A', 'B'] }, passing: '(B)', failing: '(A)' },
    { check: { kind: 'json', expected: '{"a":1}' }, passing: '{ "a": 1 }', failing: '{}' },
  ])('passes by its check: $check.kind', ({ check, passing, failing }) => {
    expect(passesLabel(check, passing, noPattern)).toBe(true);
    expect(passesLabel(check, failing, noPattern)).toBe(false);
  });

  it('passes where its pattern is found', () => {
    const find = vi.fn((pattern: string, text: string) => text.startsWith(pattern));
    const check = { kind: 'pattern', expected: 'a' } as const;
    expect(passesLabel(check, 'ab', find)).toBe(true);
    expect(passesLabel(check, 'ba', find)).toBe(false);
    expect(find.mock.calls).toEqual([
      ['a', 'ab'],
      ['a', 'ba'],
    ]);
  });

  it('is checked in one of six ways', () => {
    expect(LABEL_CHECKS).toEqual(['exact', 'normalized', 'number', 'choice', 'pattern', 'json']);
  });
});
