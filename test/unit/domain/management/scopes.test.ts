import { expect, it } from 'vitest';
import { SCOPES, scopesOf, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';

it('a user has the usual scopes, and an admin also content:read', () => {
  expect(scopesOf('viewer')).toEqual(USUAL_SCOPES);
  expect(scopesOf('operator')).toEqual(USUAL_SCOPES);
  expect(scopesOf('admin')).toEqual(SCOPES);
});
