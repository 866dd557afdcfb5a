import { describe, expect, it } from 'vitest';
import { findGivenChoice } from '../../../../../../domain/comparisons/labels/choices/find-given-choice.ts';

const LETTERS = ['A', 'B', 'C', 'D'];

const read = (answer: string, choices: readonly string[], mark?: string) =>
  findGivenChoice(answer, choices, mark).choices;

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
    expect(read(answer, LETTERS)).toEqual(choice === undefined ? [] : [choice]);
  });

  it('is found before a longer word', () => {
    expect(read('no, none, nor not', ['yes', 'no'])).toEqual(['no']);
    expect(read('no none', ['no'])).toEqual(['no']);
    expect(read('none', ['no'])).toEqual([]);
  });

  it('is the longer of two with one end', () => {
    expect(read('It is very positive.', ['positive', 'very positive', 'negative'])).toEqual(['very positive']);
    expect(read('It is very positive.', ['very positive', 'positive', 'negative'])).toEqual(['very positive']);
  });

  it('is searched as written before it is searched in any case', () => {
    expect(read('Yes, but no', ['Yes', 'No'])).toEqual(['Yes']);
    expect(read('yes, but no', ['Yes', 'No'])).toEqual(['No']);
  });

  it('is equal for ß and SS, unless two choices are', () => {
    expect(read('STRASSE', ['Straße', 'Weg'])).toEqual(['Straße']);
    expect(read('strasse', ['Straße', 'STRASSE'])).toEqual([]);
    expect(read('STRASSE', ['Straße', 'STRASSE'])).toEqual(['STRASSE']);
  });

  it('is searched in linear time', () => {
    expect(read('aaaa'.repeat(100_000), ['a', 'aa'])).toEqual([]);
  }, 5_000);
});
