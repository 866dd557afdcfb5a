import { Refusal } from '../kernel/errors.ts';
import type { GrantedAccess } from './require-access.ts';
import { isRoleAtLeast } from './roles.ts';
import { SCOPES } from './scopes.ts';

/** True for the role `admin` with every scope, which the administration of access needs. */
export function hasEveryRight({ role, scopes }: GrantedAccess): boolean {
  return role === 'admin' && SCOPES.every((scope) => scopes.includes(scope));
}

/** True if rights include no higher role and no other scope than the caller's rights. */
export function isWithinRights(rights: GrantedAccess, own: GrantedAccess): boolean {
  return isRoleAtLeast(own.role, rights.role) && rights.scopes.every((scope) => own.scopes.includes(scope));
}

/**
 * Requires that a caller gives away no more than the caller's rights.
 * @throws Refusal `forbidden`, which names the role or the scopes that the caller does not have
 */
export function requireWithinRights(rights: GrantedAccess, own: GrantedAccess): void {
  if (isWithinRights(rights, own)) return;
  if (!isRoleAtLeast(own.role, rights.role)) {
    throw new Refusal(
      'forbidden',
      `Your role is ${own.role}, so you cannot give the role ${rights.role}. Choose ${own.role} or a lower role.`,
    );
  }
  const missing = rights.scopes.filter((scope) => !own.scopes.includes(scope));
  throw new Refusal(
    'forbidden',
    `You do not have ${missing.join(' and ')}, so you cannot give this away. Omit these scopes.`,
  );
}
