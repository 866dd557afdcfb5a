import { expect, it } from 'vitest';
import { BLANK_CLASS, INVISIBLE_CLASS, normalizePerson } from '../../../../domain/judges/normalize-person.ts';

it.each([
  ['case', ['Grace Hopper', 'grace hopper', 'GRACE HOPPER']],
  [
    'white space around and within',
    ['grace hopper', ' grace hopper ', 'grace  hopper', 'grace\u00a0hopper', 'grace\u3000hopper'],
  ],
  [
    'invisible characters',
    ['grace', 'gr\u200bace', 'grace\ufeff', 'g\u00adrace', '\u2060grace', 'gra\u200dce', 'grace\ufe0f'],
  ],
  ['direction marks', ['grace', '\u202agrace\u202c', 'grace\u200f', '\u061cgrace']],
  ['composed and decomposed letters', ['Zoë', 'Zoe\u0308', 'ZOË']],
  ['compatible forms', ['grace', 'ｇｒａｃｅ', 'ＧＲＡＣＥ', '𝐠𝐫𝐚𝐜𝐞']],
  ['folded letters', ['Weiß', 'WEISS', 'weiss', 'WEIẞ']],
  ['sigmas', ['Νίκος', 'ΝΊΚΟΣ', 'νίκοσ']],
  ['ligatures', ['Griffin', 'Gri\ufb03n']],
])('spellings that differ in %s are one person', (_, spellings) => {
  expect(new Set(spellings.map(normalizePerson)).size).toBe(1);
});

it.each([
  ['grace', 'grace1'],
  ['José', 'Jose'],
  ['a.b', 'ab'],
  ['anna-maria', 'anna maria'],
  ['usr_01', 'usr_02'],
  ['ada', 'adа'],
])('%s and %s are two people', (one, other) => {
  expect(normalizePerson(one)).not.toBe(normalizePerson(other));
});

it('a name that would become empty does not change', () => {
  expect([normalizePerson('\u200b'), normalizePerson(' '), normalizePerson('\u3164')]).toEqual([
    '\u200b',
    ' ',
    '\u3164',
  ]);
});

it('is idempotent', () => {
  for (const name of ['Grace  Hopper', 'Weiß', 'Νίκος', 'İpek', 'Gri\ufb03n', '\u200b'])
    expect(normalizePerson(normalizePerson(name))).toBe(normalizePerson(name));
});

it('excludes characters that Unicode ignores by default, and treats other white space as a space', () => {
  const invisible = new RegExp(INVISIBLE_CLASS, 'u');
  const blank = new RegExp(BLANK_CLASS, 'u');
  const missed: string[] = [];
  for (let code = 0x80; code <= 0x10_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const character = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}/u.test(character) && !invisible.test(character))
      missed.push(code.toString(16));
    if (/\s/u.test(character) && !blank.test(character) && !invisible.test(character)) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});
