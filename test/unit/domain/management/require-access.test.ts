import { describe, expect, it } from 'vitest';
import { requireAccess } from '../../../../domain/management/require-access.ts';
import { ROLES } from '../../../../domain/management/roles.ts';
import { type Scope, USUAL_SCOPES } from '../../../../domain/management/scopes.ts';

describe('a role', () => {
  it.each([
    ['viewer', ['viewer']],
    ['operator', ['viewer', 'operator']],
    ['admin', ['viewer', 'operator', 'admin']],
  ] as const)('%s satisfies the minimum roles %j', (role, floors) => {
    const isEnough = (floor: (typeof ROLES)[number]): boolean => {
      try {
        requireAccess({ role, scopes: [] }, { floor, scopes: [] });
        return true;
      } catch {
        return false;
      }
    };
    expect(ROLES.filter(isEnough)).toEqual(floors);
  });
});

const CLAIM = { floor: 'admin', scopes: ['quality:write', 'content:read'] } as const;

it.each<[string, 'operator' | 'admin', readonly Scope[]]>([
  [
    'This operation needs the role admin, but your credential has the role operator. Use another credential.',
    'operator',
    [],
  ],
  [
    'This operation needs quality:write and content:read, which your credential does not have. Use another credential.',
    'admin',
    [],
  ],
  [
    'This operation needs content:read, which your credential does not have. Use another credential.',
    'admin',
    USUAL_SCOPES,
  ],
])('is refused: %s', (text, role, scopes) => {
  expect(() => requireAccess({ role, scopes }, CLAIM)).toThrow(
    expect.objectContaining({ code: 'forbidden', message: text }) as Error,
  );
});

it('is permitted with the role and all of the scopes', () => {
  expect(() => requireAccess({ role: 'admin', scopes: ['content:read', 'quality:write'] }, CLAIM)).not.toThrow();
});
