import { describe, expect, it } from 'vitest';
import type { LabelCheck } from '../../../../../domain/comparisons/labels/terms/label-check.ts';
import { labelFault } from '../../../../../domain/comparisons/labels/label-fault.ts';

const patternFault = (pattern: string) => (pattern === '(' ? 'It never ends.' : undefined);

describe('a label', () => {
  it.each<LabelCheck>([
    { kind: 'exact', expected: ' ' },
    { kind: 'normalized', expected: 'Yes.' },
    { kind: 'number', expected: '-0.5', tolerance: '0' },
    { kind: 'number', expected: '42', tolerance: '0.01' },
    { kind: 'choice', expected: 'B', choices: ['A', 'B'] },
    { kind: 'choice', expected: 'ß', choices: ['ß', 'SS'] },
    { kind: 'number', expected: '42', tolerance: '0', locale: 'de-CH' },
    { kind: 'choice', expected: 'B', choices: ['A', 'B'], mark: '####' },
    { kind: 'pattern', expected: '^a$' },
    { kind: 'json', expected: 'null' },
  ])('is sound: $kind $expected', (check) => {
    expect(labelFault(check, patternFault)).toBeUndefined();
  });

  const NUMBER = 'Write a number as digits, such as 42 or -0.5.';
  const TOLERANCE = 'Write a number as digits, such as 0 or 0.01; it is not negative.';
  const CHOICES = 'Each choice must be a text, and no two may differ only in case.';

  it.each<[LabelCheck, string, string]>([
    [{ kind: 'exact', expected: '' }, '/expected', 'Every answer has at least one character.'],
    [
      { kind: 'normalized', expected: ' "." ' },
      '/expected',
      'It has nothing but white space, quotes, Markdown marks and punctuation.',
    ],
    [{ kind: 'number', expected: '1,000', tolerance: '0' }, '/expected', NUMBER],
    [{ kind: 'number', expected: '42', tolerance: 'some' }, '/tolerance', TOLERANCE],
    [{ kind: 'number', expected: '42', tolerance: '-1' }, '/tolerance', TOLERANCE],
    [
      { kind: 'number', expected: '42', tolerance: '0', locale: 'xx' },
      '/locale',
      'Its language is not known. Write a language and, if needed, a region, such as de or de-CH.',
    ],
    [
      { kind: 'choice', expected: 'A', choices: ['A', 'B'], mark: ' ' },
      '/mark',
      'A mark needs at least one character besides white space.',
    ],
    [{ kind: 'choice', expected: 'C', choices: ['A', 'B'] }, '/expected', 'It is not one of the choices.'],
    [{ kind: 'choice', expected: 'b', choices: ['A', 'B'] }, '/expected', 'It is not one of the choices.'],
    [{ kind: 'choice', expected: 'A', choices: ['A', 'a'] }, '/choices', CHOICES],
    [{ kind: 'choice', expected: 'A', choices: ['A', 'A '] }, '/choices', CHOICES],
    [{ kind: 'choice', expected: 'A', choices: ['A', ' '] }, '/choices', CHOICES],
    [{ kind: 'pattern', expected: '(' }, '/expected', 'It never ends.'],
    [{ kind: 'json', expected: '{' }, '/expected', 'It is not valid JSON.'],
  ])('%j is refused', (check, pointer, detail) => {
    expect(labelFault(check, patternFault)).toEqual({ pointer, detail });
  });
});
