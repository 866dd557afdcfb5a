import { hasEveryRight } from '../../../domain/management/own-rights.ts';
import type { TokenCreator, TokenReach } from '../../../store/management/token-administration-store.ts';
import { callerAccess, type ManagementCaller } from './management-caller.ts';

/** The caller as the creator of tokens: the user of a session, or the token. */
export function tokenCreator(caller: ManagementCaller): TokenCreator {
  return 'token' in caller ? { tokenId: caller.token.tokenId } : { userId: caller.session.userId };
}

/**
 * The tokens that a caller may see and revoke: all of them for admins with every scope, otherwise their own. A token
 * with few rights therefore cannot revoke the tokens of its user.
 */
export function tokenReach(caller: ManagementCaller): TokenReach {
  return hasEveryRight(callerAccess(caller)) ? 'all' : tokenCreator(caller);
}

/** The sessions that a caller may see and end: those of all users, of one user, or of nobody. */
export type SessionReach = 'all' | 'none' | { readonly userId: string };

/** The reach over sessions. A token with few rights cannot end the sessions of its user. */
export function sessionReach(caller: ManagementCaller): SessionReach {
  if (hasEveryRight(callerAccess(caller))) return 'all';
  return 'token' in caller ? 'none' : { userId: caller.session.userId };
}
