import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../../../../domain/comparisons/labels/choice-of.ts';

const LETTERS = ['A', 'B', 'C', 'D'];

describe('the choice that an answer ends with', () => {
  it.each([
    ['B', 'B'],
    ['The answer is (B).', 'B'],
    ['B is a better one', 'B'],
    ['Not A, and not C: B', 'B'],
    ['A, then D; so C', 'C'],
    ['b', 'B'],
    ['so a', 'A'],
    ['**D**', 'D'],
    ['B\n', 'B'],
    ['AB', undefined],
    ['B2', undefined],
    ['2B', undefined],
    ['éB', undefined],
    ['Bé', undefined],
    ['none of them', undefined],
    ['', undefined],
  ])('of %j among letters is %s', (answer, choice) => {
    expect(choiceOf(answer, LETTERS)).toBe(choice);
  });

  it('is found where a longer word follows it', () => {
    expect(choiceOf('no, none, nor not', ['yes', 'no'])).toBe('no');
    expect(choiceOf('no none', ['no'])).toBe('no');
    expect(choiceOf('none', ['no'])).toBeUndefined();
  });

  it('is the longer of two that end at one place', () => {
    expect(choiceOf('It is very positive.', ['positive', 'very positive', 'negative'])).toBe('very positive');
    expect(choiceOf('It is very positive.', ['very positive', 'positive', 'negative'])).toBe('very positive');
  });

  it('is looked for as written before it is looked for in any case', () => {
    expect(choiceOf('Yes, but no', ['Yes', 'No'])).toBe('Yes');
    expect(choiceOf('yes, but no', ['Yes', 'No'])).toBe('No');
  });

  it('differs in more than case between ß and ss', () => {
    expect(choiceOf('STRASSE', ['Straße'])).toBeUndefined();
  });

  it('is looked for in time that grows with the answer', () => {
    expect(choiceOf('aaaa'.repeat(100_000), ['a', 'aa'])).toBeUndefined();
  }, 5_000);
});
