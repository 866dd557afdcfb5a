import { expect, it } from 'vitest';
import { signOnSettings } from '../../../../domain/management/sign-on-settings.ts';

const BLOCK = {
  issuer: 'https://login.example.com',
  client_id: 'truetally',
  redirect_url: 'https://tally.example.com/tt/sign-on',
  roles: [{ value: 'staff', role: 'viewer' }],
} as const;

it('has its defaults, and always the scope `openid`', () => {
  expect(signOnSettings(undefined)).toBeUndefined();
  expect(signOnSettings(BLOCK)).toEqual({
    issuer: 'https://login.example.com',
    clientId: 'truetally',
    redirectUrl: 'https://tally.example.com/tt/sign-on',
    scopes: ['openid', 'profile'],
    roleClaim: 'groups',
    roles: [{ value: 'staff', role: 'viewer' }],
  });
  expect(signOnSettings({ ...BLOCK, scopes: ['offline_access', 'openid'], role_claim: 'roles' })).toMatchObject({
    scopes: ['openid', 'offline_access'],
    roleClaim: 'roles',
  });
});
