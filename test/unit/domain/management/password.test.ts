import { expect, it } from 'vitest';
import { normalizeNewPassword, normalizePassword } from '../../../../domain/management/password.ts';

it.each([
  ['nothing', '', ''],
  ['composed characters', 'correct horse battery', 'correct horse battery'],
  ['a letter and its accent in one', 'cafe\u0301', 'caf\u00e9'],
  ['a ligature in letters', '\ufb01', 'fi'],
  ['256 bytes', 'a'.repeat(256), 'a'.repeat(256)],
  ['256 bytes of 128 characters', '\u00e9'.repeat(128), '\u00e9'.repeat(128)],
  ['257 bytes', 'a'.repeat(257), undefined],
  ['258 bytes of 129 characters', '\u00e9'.repeat(129), undefined],
  ['more than 256 bytes before Unicode composition', 'u\u0308\u0304'.repeat(86), undefined],
  ['one character that is 18 when it is composed', '\ufdfa'.repeat(20), undefined],
])('is hashed in one Unicode form: %s', (_name, typed, password) => {
  expect(normalizePassword(typed)).toBe(password);
});

it.each([
  ['14 characters', 'a'.repeat(14), undefined],
  ['15 characters', 'a'.repeat(15), 'a'.repeat(15)],
  ['15 characters of two units each', '\u{1f511}'.repeat(15), '\u{1f511}'.repeat(15)],
  ['14 characters of two units each', '\u{1f511}'.repeat(14), undefined],
  ['14 when they are composed', `${'a'.repeat(13)}e\u0301`, undefined],
  ['257 bytes', 'a'.repeat(257), undefined],
])('has at least 15 characters: %s', (_name, typed, password) => {
  expect(normalizeNewPassword(typed)).toBe(password);
});
