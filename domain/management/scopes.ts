import type { Role } from './roles.ts';

/** The subjects of the management plane's operations, in addition to the role that they require. */
export const SCOPES = [
  'analytics:read',
  'cache:read',
  'cache:write',
  'config:read',
  'content:read',
  'evals:read',
  'evals:write',
  'evidence:read',
  'evidence:write',
  'quality:read',
  'quality:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a token that names none: all except that for the texts of people and models, which must be named. */
export const USUAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'content:read');

/** The scopes of a user: the usual ones, and for an admin all of them. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'admin' ? SCOPES : USUAL_SCOPES;
}
