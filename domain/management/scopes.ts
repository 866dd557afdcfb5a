import type { Role } from './roles.ts';

/** The scopes of management-plane operations. An operation requires them in addition to a role. */
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
  'operations:read',
  'operations:write',
  'quality:read',
  'quality:write',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The default scopes of a token: all scopes except `content:read`, which gives access to the texts of people and models
 * and must be named.
 */
export const USUAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'content:read');

/** The scopes of a user: all scopes for an admin, the default scopes otherwise. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'admin' ? SCOPES : USUAL_SCOPES;
}
