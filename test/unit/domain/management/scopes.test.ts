import { expect, it } from 'vitest';
import { SCOPES, scopesOf, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';

it('a user has the usual scopes, and an admin content:read as well', () => {
  expect(scopesOf('viewer')).toEqual(USUAL_SCOPES);
  expect(scopesOf('operator')).toEqual(USUAL_SCOPES);
  expect(scopesOf('admin')).toEqual(SCOPES);
});
