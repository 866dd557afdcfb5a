import { expect, it } from 'vitest';
import { isGuessable } from '../../../../domain/management/is-guessable.ts';

const LISTED = new Set(['password', 'dragon', 'qwertyuiop', 'correct', 'horse', 'battery', 'staple']);
const isListed = (text: string): boolean => LISTED.has(text);

it.each([
  ['a repeated character', 'aaaaaaaaaaaaaaa', true],
  ['a repeated text of eight characters', 'k7Tq2mZ9k7Tq2mZ9', true],
  ['a repeated text that is cut off', 'abcabcabcabcabca', true],
  ['a repeated text of nine characters', 'k7Tq2mZ9xk7Tq2mZ9x', false],
  ['a run of digits and its continuation', '123456789123456789', true],
  ['two listed passwords', 'PasswordQwertyuiop', true],
  ['a listed password and a run', 'qwertyuiop987654321', true],
  ['two runs', 'abcdefgh12345678', true],
  ['a listed password and other characters', 'dragonfjw83mxq01', false],
  ['three listed passwords', 'passworddragonqwertyuiop', false],
  ['four words', 'correcthorsebatterystaple', false],
  ['words with spaces', 'correct horse battery', false],
  ['random characters', 'h7k2m-q9xvd-4tn8p', false],
])('knows if attackers try it first: %s', (_name, password, expected) => {
  expect(isGuessable(password, isListed)).toBe(expected);
});
