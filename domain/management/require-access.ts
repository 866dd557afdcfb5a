import { Refusal } from '../kernel/errors.ts';
import { isRoleAtLeast, type Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** The access that an operation requires of its caller. */
export interface RequiredAccess {
  /** The minimum role. */
  readonly floor: Role;
  /** The scopes that the caller must all have. */
  readonly scopes: readonly Scope[];
  /** True if a user may call the operation before the user has replaced a one-time password. */
  readonly isForOneTimePasswords?: true;
}

/** The access of a credential. */
export interface GrantedAccess {
  readonly role: Role;
  readonly scopes: readonly Scope[];
}

/** @throws Refusal `forbidden`, which names the missing role, or else the missing scopes */
export function requireAccess({ role, scopes }: GrantedAccess, required: RequiredAccess): void {
  if (!isRoleAtLeast(role, required.floor)) {
    throw new Refusal(
      'forbidden',
      `This operation needs the role ${required.floor}, but your credential has the role ${role}. Use another credential.`,
    );
  }
  const missing = required.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw new Refusal(
      'forbidden',
      `This operation needs ${missing.join(' and ')}, which your credential does not have. Use another credential.`,
    );
}
