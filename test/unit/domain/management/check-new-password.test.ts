import { expect, it } from 'vitest';
import { checkNewPassword } from '../../../../domain/management/check-new-password.ts';

const check = (text: string, name = 'ada') =>
  checkNewPassword(text, { name, isListed: (part) => part === 'password' || part === 'superman' });

const LENGTH = 'The password must have at least 15 characters and at most 256 bytes. Choose another password.';
const WORDS = 'The password consists mostly of the name of the user or of the product. Choose another password.';
const COMMON = 'The password is common, or a combination of two common ones. Choose another one, such as four words.';

it.each([
  ['14 characters', 'a'.repeat(14), 'ada', LENGTH],
  ['257 bytes', 'ab c'.repeat(65), 'ada', LENGTH],
  ['a common password', 'PASSWORDsuperman', 'ada', COMMON],
  ['the name and a few characters', 'Lovelace-lovelace7', 'lovelace', WORDS],
  ['the product', 'truetally-truetally', 'ada', WORDS],
])('refuses %s', (_name, text, name, fault) => {
  expect(check(text, name)).toEqual({ fault });
});

it.each([
  ['composed characters', 'cafe\u0301 in the morning', 'ada', 'caf\u00e9 in the morning'],
  ['a short name in a long password', 'canada in the morning', 'ada', 'canada in the morning'],
  ['a name of two letters', 'bo bo bo bo bo bo 7', 'bo', 'bo bo bo bo bo bo 7'],
])('accepts %s', (_name, text, name, password) => {
  expect(check(text, name)).toEqual({ password });
});
