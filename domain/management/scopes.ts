import type { Role } from './roles.ts';

/** What operations of the management plane are about, beside the role that they ask for. */
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

/** What a token has where nothing is said: everything but what people wrote and models answered, which is asked for by name. */
export const USUAL_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'content:read');

/** What a user has: the usual scopes, and an admin all of them. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'admin' ? SCOPES : USUAL_SCOPES;
}
