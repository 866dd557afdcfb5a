import { Type, type Static } from 'typebox';
import { MAX_PASSWORD_BYTES } from '../../domain/management/password.ts';
import { idSchema } from '../wire/id-schema.ts';
import { textSchema } from '../wire/scalars.ts';
import { UserNameSchema } from './access/user-name.ts';

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

/** The cookie of a session over plain HTTP. The customer lane accepts it only at the origin of the management plane. */
export const SESSION_COOKIE = 'truetally_session';

/**
 * The cookie of a session over TLS. Because of the prefix, a browser accepts it only from this host and only over TLS,
 * so that other hosts of the domain cannot replace it.
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/**
 * The header that sets the cookie of the session. A browser stores the cookie and sends it, or drops it if its value is
 * empty.
 */
export const COOKIE_HEADERS = {
  'Set-Cookie': textSchema(200, {
    pattern: `^(__Host-)?${SESSION_COOKIE}=[A-Za-z0-9_-]*; `,
    description:
      'The cookie `truetally_session`, `HttpOnly` and `SameSite=Strict`. If the request came over TLS, it is `Secure` and its name is `__Host-truetally_session`. It is empty if the session has ended.',
  }),
} as const;

/** The cookie that binds a sign-on to its browser, over plain HTTP and over TLS. */
export const SIGN_ON_COOKIE = 'truetally_sign_on';
export const SECURE_SIGN_ON_COOKIE = `__Host-${SIGN_ON_COOKIE}`;

/** The header that sets the cookie of a sign-on. */
export const SIGN_ON_COOKIE_HEADERS = {
  'Set-Cookie': textSchema(300, {
    pattern: `^(__Host-)?${SIGN_ON_COOKIE}=[A-Za-z0-9._-]*; `,
    description:
      'The cookie `truetally_sign_on`, `HttpOnly` and `SameSite=Strict`, which completes the sign-on within ten minutes. If the request came over TLS, it is `Secure` and its name is `__Host-truetally_sign_on`.',
  }),
} as const;
