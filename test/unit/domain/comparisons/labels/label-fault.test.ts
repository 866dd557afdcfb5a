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
  ])('is valid: $kind $expected', (check) => {
    expect(labelFault(check, patternFault)).toBeUndefined();
  });

  const NUMBER = 'The expected answer is not a number. Write it as digits, such as 42 or -0.5.';
  const TOLERANCE = 'The tolerance must be a number of at least 0. Write it as digits, such as 0 or 0.01.';
  const CHOICES = 'Each choice must be a string, and no two may differ only in case.';

  it.each<[LabelCheck, string, string]>([
    [
      { kind: 'exact', expected: '' },
      '/expected',
      'The expected answer is empty, and no answer is empty. Write at least one character.',
    ],
    [
      { kind: 'normalized', expected: ' "." ' },
      '/expected',
      'The expected answer has only white space, quotes, Markdown marks and punctuation. Write at least one other character.',
    ],
    [{ kind: 'number', expected: '1,000', tolerance: '0' }, '/expected', NUMBER],
    [{ kind: 'number', expected: '42', tolerance: 'some' }, '/tolerance', TOLERANCE],
    [{ kind: 'number', expected: '42', tolerance: '-1' }, '/tolerance', TOLERANCE],
    [
      { kind: 'number', expected: '42', tolerance: '0', locale: 'xx' },
      '/locale',
      'The language of the locale is unknown. Write a language and, if needed, a region, such as de or de-CH.',
    ],
    [
      { kind: 'choice', expected: 'A', choices: ['A', 'B'], mark: ' ' },
      '/mark',
      'The mark has only white space. Write at least one other character.',
    ],
    [
      { kind: 'choice', expected: 'C', choices: ['A', 'B'] },
      '/expected',
      'The expected answer is not one of the choices. Use one of them.',
    ],
    [
      { kind: 'choice', expected: 'b', choices: ['A', 'B'] },
      '/expected',
      'The expected answer is not one of the choices. Use one of them.',
    ],
    [{ kind: 'choice', expected: 'A', choices: ['A', 'a'] }, '/choices', CHOICES],
    [{ kind: 'choice', expected: 'A', choices: ['A', 'A '] }, '/choices', CHOICES],
    [{ kind: 'choice', expected: 'A', choices: ['A', ' '] }, '/choices', CHOICES],
    [{ kind: 'pattern', expected: '(' }, '/expected', 'It never ends.'],
    [{ kind: 'json', expected: '{' }, '/expected', 'The expected answer is not valid JSON. Correct it.'],
  ])('%j is refused', (check, pointer, detail) => {
    expect(labelFault(check, patternFault)).toEqual({ pointer, detail });
  });
});
