import { expect, it } from 'vitest';
import { checkNewPassword } from '../../../../domain/management/check-new-password.ts';
import { loadCommonPasswords } from '../../../../store/management/load-common-passwords.ts';

it('contains thousands of passwords of published leaks, in lower case', async () => {
  const isListed = await loadCommonPasswords();
  const known = ['password', 'qwertyuiop', 'iloveyou', 'dragon', '1q2w3e4r'];
  expect(known.filter(isListed)).toEqual(known);
  expect(isListed('h7k2m-q9xvd-4tn8p')).toBe(false);
  expect(await loadCommonPasswords()).toBe(isListed);
});

it.each(['passwordpassword', 'Iloveyou12345678', 'qwertyuiopdragon'])('refuses %s', async (text) => {
  const isListed = await loadCommonPasswords();
  expect(checkNewPassword(text, { name: 'ada', isListed })).toHaveProperty('fault');
});
