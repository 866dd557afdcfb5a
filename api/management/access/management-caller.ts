import type { GrantedAccess } from '../../../domain/management/require-access.ts';
import { scopesOf } from '../../../domain/management/scopes.ts';
import type { ManagementSession } from '../../../store/management/management-session-store.ts';
import type { ManagementToken } from '../../../store/management/token-rows.ts';

/** The caller: a token, or a user by a session. */
export type ManagementCaller = { readonly token: ManagementToken } | { readonly session: ManagementSession };

export function callerCredentialId(caller: ManagementCaller): string {
  return 'token' in caller ? caller.token.tokenId : caller.session.sessionId;
}

/** The user of a session, or the user whose rights bound a token; undefined for a token of the operator command. */
export function callerUserId(caller: ManagementCaller): string | undefined {
  return 'token' in caller ? caller.token.userId : caller.session.userId;
}

export function callerAccess(caller: ManagementCaller): GrantedAccess {
  if ('token' in caller) return caller.token;
  const { role } = caller.session;
  return { role, scopes: scopesOf(role) };
}
