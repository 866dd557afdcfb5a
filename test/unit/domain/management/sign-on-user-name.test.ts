import { expect, it } from 'vitest';
import { signOnUserName } from '../../../../domain/management/sign-on-user-name.ts';
import { MAX_USER_NAME, USER_NAME_PATTERN } from '../../../../domain/management/user-name.ts';

it.each([
  ['grace', undefined, 'sso.grace'],
  ['Grace.Hopper@Example.com', undefined, 'sso.grace.hopper@example.com'],
  ['Г\u202egr<b>ace', undefined, 'sso.grbace'],
  [undefined, undefined, 'sso.user'],
  ['日本', undefined, 'sso.user'],
  ['grace', '0123abcd', 'sso.grace-0123abcd'],
  ['g'.repeat(5_000), '0123abcd', `sso.${'g'.repeat(51)}-0123abcd`],
])('%s with the suffix %s is %s', (preferred, suffix, name) => {
  expect(signOnUserName(preferred, suffix)).toBe(name);
  expect(name).toMatch(new RegExp(USER_NAME_PATTERN));
  expect(name.length).toBeLessThanOrEqual(MAX_USER_NAME);
});
