import { Type, type Static } from 'typebox';
import { MAX_PASSWORD_BYTES } from '../../domain/management/password.ts';
import { MAX_USER_NAME, USER_NAME_PATTERN } from '../../domain/management/user-name.ts';
import { idSchema } from '../wire/ids.ts';
import { textSchema } from '../wire/scalars.ts';

const UserNameSchema = textSchema(MAX_USER_NAME, {
  title: 'UserName',
  pattern: USER_NAME_PATTERN,
  examples: ['ada'],
});

/** The credentials of a login. */
export const LoginSchema = Type.Object(
  {
    name: UserNameSchema,
    password: textSchema(MAX_PASSWORD_BYTES, { format: 'password', examples: ['correct horse battery staple'] }),
  },
  { title: 'Login', additionalProperties: false },
);

export type Login = Static<typeof LoginSchema>;

/** The result of ending a session. */
export const LogoutSchema = Type.Object(
  { token_id: idSchema('managementToken'), ended: Type.Literal(true) },
  { title: 'Logout', additionalProperties: false },
);

/** The cookie of a session. The customer lane has no cookies. */
export const SESSION_COOKIE = 'truetally_session';

/**
 * The header that sets the cookie of the session. A browser stores the cookie and sends it, or drops it if its value is
 * empty.
 */
export const COOKIE_HEADERS = {
  'Set-Cookie': textSchema(200, {
    pattern: `^${SESSION_COOKIE}=[A-Za-z0-9_-]*; `,
    description:
      'The cookie `truetally_session`, `HttpOnly` and `SameSite=Strict`; also `Secure` if the request came over TLS. It is empty if the session has ended.',
  }),
} as const;
