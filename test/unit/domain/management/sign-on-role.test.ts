import { describe, expect, it } from 'vitest';
import { signOnRole } from '../../../../domain/management/sign-on-role.ts';

const RULES = [
  { value: 'staff', role: 'viewer' },
  { value: 'admins', role: 'admin' },
  { value: 'on-call', role: 'operator' },
] as const;

describe('the role of a user who signs on', () => {
  it.each([
    ['nothing without the claim', {}, 'groups', undefined],
    ['nothing for other values', { groups: ['Staff', 'staff '] }, 'groups', undefined],
    ['the role of a list', { groups: ['other', 'staff'] }, 'groups', 'viewer'],
    ['the role of a text', { groups: 'on-call' }, 'groups', 'operator'],
    ['the highest of several roles', { groups: ['staff', 'on-call', 'admins'] }, 'groups', 'admin'],
    ['the role of a path', { realm_access: { roles: ['admins'] } }, 'realm_access.roles', 'admin'],
    ['the role of a name with dots', { 'https://a.example/roles': ['staff'] }, 'https://a.example/roles', 'viewer'],
    ['the complete name before a path', { 'a.b': 'staff', a: { b: 'admins' } }, 'a.b', 'viewer'],
    ['nothing for a path through a list', { a: [{ b: 'admins' }] }, 'a.b', undefined],
    ['nothing for a member of the prototype', {}, 'constructor.name', undefined],
    ['nothing for an object', { groups: { admins: true } }, 'groups', undefined],
    [
      'nothing beyond a thousand values',
      { groups: [...Array<string>(1_000).fill('x'), 'admins'] },
      'groups',
      undefined,
    ],
  ])('is %s', (_name, claims, claim, role) => {
    expect(signOnRole(claims, claim, RULES)).toBe(role);
  });

  it('is nothing without rules', () => {
    expect(signOnRole({ groups: ['admins'] }, 'groups', [])).toBeUndefined();
  });
});
