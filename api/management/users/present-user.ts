import type { IssuedPasswordDocument, ManagementUserDocument } from '../../../contracts/management/access/users.ts';
import type { OneTimePasswords } from '../../../store/management/one-time-passwords.ts';
import type { ManagementUser } from '../../../store/management/user-rows.ts';

type IssuedText = Pick<Awaited<ReturnType<OneTimePasswords['issue']>>, 'text' | 'oneTimeUntil'>;

/** A user, without the password. */
export function presentUser(user: ManagementUser): ManagementUserDocument {
  const { oneTimeUntil, lastLoginAt, disabledAt, removedAt, issuer, subjectId } = user;
  return {
    user_id: user.userId,
    name: user.name,
    role: user.role,
    state: stateOf(user),
    must_change_password: oneTimeUntil !== undefined,
    ...(oneTimeUntil && { one_time_password_expires_at: oneTimeUntil.toISOString() }),
    ...(issuer !== undefined && { issuer }),
    ...(subjectId !== undefined && { subject_id: subjectId }),
    created_at: user.createdAt.toISOString(),
    password_changed_at: user.passwordChangedAt.toISOString(),
    ...(lastLoginAt && { last_login_at: lastLoginAt.toISOString() }),
    ...(disabledAt && { disabled_at: disabledAt.toISOString() }),
    ...(removedAt && { removed_at: removedAt.toISOString() }),
  };
}

/** A user with the one-time password that was issued for the user, which is shown here and never again. */
export function presentIssuedPassword(
  user: ManagementUser,
  { text, oneTimeUntil }: IssuedText,
): IssuedPasswordDocument {
  return { user: presentUser(user), one_time_password: text, expires_at: oneTimeUntil.toISOString() };
}

function stateOf({ removedAt, disabledAt }: ManagementUser): ManagementUserDocument['state'] {
  if (removedAt !== undefined) return 'removed';
  return disabledAt === undefined ? 'active' : 'disabled';
}
