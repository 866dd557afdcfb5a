import { expect, it } from 'vitest';
import { hasEveryRight, isWithinRights, requireWithinRights } from '../../../../domain/management/own-rights.ts';
import { ROLES } from '../../../../domain/management/roles.ts';
import { SCOPES, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';

it.each(ROLES.flatMap((own) => ROLES.map((role) => [own, role] as const)))(
  'a caller with the role %s may give the role %s only if it is not higher',
  (own, role) => {
    const isAllowed = ROLES.indexOf(role) <= ROLES.indexOf(own);
    expect(isWithinRights({ role, scopes: [] }, { role: own, scopes: [] })).toBe(isAllowed);
  },
);

it.each(SCOPES)('a caller without %s may give every other scope, and not this one', (scope) => {
  const own = { role: 'admin', scopes: SCOPES.filter((one) => one !== scope) } as const;
  expect(isWithinRights({ role: 'admin', scopes: own.scopes }, own)).toBe(true);
  expect(isWithinRights({ role: 'viewer', scopes: [scope] }, own)).toBe(false);
});

it('names what the caller does not have', () => {
  const own = { role: 'operator', scopes: USUAL_SCOPES } as const;
  expect(() => requireWithinRights({ role: 'admin', scopes: ['content:read'] }, own)).toThrow(
    'Your role is operator, so you cannot give the role admin. Choose operator or a lower role.',
  );
  expect(() => requireWithinRights({ role: 'viewer', scopes: ['content:read'] }, own)).toThrow(
    'You do not have content:read, so you cannot give this away. Omit these scopes.',
  );
});

it('counts every right only with the role admin and every scope', () => {
  expect(hasEveryRight({ role: 'admin', scopes: SCOPES })).toBe(true);
  expect(hasEveryRight({ role: 'operator', scopes: SCOPES })).toBe(false);
  expect(hasEveryRight({ role: 'admin', scopes: USUAL_SCOPES })).toBe(false);
});
