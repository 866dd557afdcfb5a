import { isRoleAtLeast, type Role } from './roles.ts';

/** A rule of the configuration file: users with this value in the claim get the role. */
export interface SignOnRoleRule {
  readonly value: string;
  readonly role: Role;
}

/** The maximum number of values of a claim that are compared. A provider decides how many there are. */
const MAX_VALUES = 1_000;

/** The maximum number of names in the path of a claim. */
const MAX_PATH_NAMES = 8;

/**
 * The highest role that the rules give to a user; undefined if no rule applies, so that nobody has a role by default.
 * @param claims the claims that the provider states about the user
 * @param claim the name of a claim, or a path of names with dots, such as `realm_access.roles`
 */
export function signOnRole(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
  rules: readonly SignOnRoleRule[],
): Role | undefined {
  const values = new Set(valuesOf(findClaim(claims, claim)));
  const roles = rules.filter(({ value }) => values.has(value)).map(({ role }) => role);
  return roles.find((role) => roles.every((other) => isRoleAtLeast(role, other)));
}

/** A claim by its complete name, which may contain dots, or else by its path. */
function findClaim(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  const names = claim.split('.', MAX_PATH_NAMES);
  return names.reduce<unknown>((within, name) => memberOf(within, name), claims);
}

function memberOf(within: unknown, name: string): unknown {
  return isRecord(within) && Object.hasOwn(within, name) ? within[name] : undefined;
}

function valuesOf(claim: unknown): readonly unknown[] {
  return Array.isArray(claim) ? claim.slice(0, MAX_VALUES) : [claim];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
