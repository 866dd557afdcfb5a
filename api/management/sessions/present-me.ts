import type { ManagementMe } from '../../../contracts/management/me.ts';
import { callerAccess, type ManagementCaller } from '../access/management-caller.ts';

/** The caller, without its secrets. */
export function presentMe(caller: ManagementCaller): ManagementMe {
  const { role, scopes } = callerAccess(caller);
  if ('token' in caller) {
    const { tokenId, label, expiresAt } = caller.token;
    const end = expiresAt && { expires_at: expiresAt.toISOString() };
    return { token_id: tokenId, label, role, scopes: [...scopes], ...end };
  }
  const { sessionId, userId, name, expiresAt, mustChangePassword, subjectId } = caller.session;
  const who = { token_id: sessionId, user_id: userId, label: name };
  return {
    ...who,
    role,
    scopes: [...scopes],
    expires_at: expiresAt.toISOString(),
    ...(subjectId !== undefined && { subject_id: subjectId }),
    ...(mustChangePassword && { must_change_password: true as const }),
  };
}
