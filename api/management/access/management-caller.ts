import type { GrantedAccess } from '../../../domain/management/require-access.ts';
import { scopesOf } from '../../../domain/management/scopes.ts';
import type { ManagementSession } from '../../../store/management/management-session-store.ts';
import type { ManagementToken } from '../../../store/management/management-token-store.ts';

/** The caller: a token, or a user by a session. */
export type ManagementCaller = { readonly token: ManagementToken } | { readonly session: ManagementSession };

export function callerCredentialId(caller: ManagementCaller): string {
  return 'token' in caller ? caller.token.tokenId : caller.session.sessionId;
}

export function callerAccess(caller: ManagementCaller): GrantedAccess {
  if ('token' in caller) return caller.token;
  const { role } = caller.session;
  return { role, scopes: scopesOf(role) };
}
