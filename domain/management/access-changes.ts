/**
 * The changes of access that are counted. `password_refused`: a user with a session stated a wrong current password.
 * `password_slowed`: the limit of attempts was reached, and the password was not checked.
 */
export const ACCESS_CHANGES = [
  'user_created',
  'role_changed',
  'user_disabled',
  'user_enabled',
  'user_removed',
  'password_reset',
  'password_changed',
  'password_refused',
  'password_slowed',
  'sessions_ended',
  'subject_bound',
  'subject_unbound',
  'token_created',
  'token_revoked',
] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];
