import { Type, type Static } from 'typebox';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARACTERS } from '../../../domain/management/password.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { InstantSchema, textSchema, wholeSchema } from '../../wire/scalars.ts';
import { UserNameSchema } from './user-name.ts';

const closed = { additionalProperties: false } as const;

/** A session of a user, without the text of its cookie. */
export const SessionSchema = Type.Object(
  {
    session_id: idSchema('managementToken'),
    user_id: idSchema('managementUser'),
    name: UserNameSchema,
    current: Type.Boolean({ description: 'True for the session of this request' }),
    created_at: InstantSchema,
    last_used_at: InstantSchema,
    expires_at: InstantSchema,
    network: Type.Optional(
      textSchema(45, { description: 'The network of the login: an IPv4 address, or 64 bits of an IPv6 address' }),
    ),
  },
  { title: 'Session', ...closed },
);

export type SessionDocument = Static<typeof SessionSchema>;

/** One page of sessions, newest first. */
export const SessionsSchema = Type.Object(
  { sessions: Type.Array(SessionSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'Sessions', ...closed },
);

/** The result of ending one session. */
export const SessionEndedSchema = Type.Object(
  { session_id: idSchema('managementToken'), ended: Type.Literal(true) },
  { title: 'SessionEnded', ...closed },
);

/** The result of ending all sessions of a user. */
export const SessionsEndedSchema = Type.Object(
  {
    user_id: idSchema('managementUser'),
    ended: wholeSchema(0, 1_000_000, { description: 'The number of sessions that this request ended' }),
  },
  { title: 'SessionsEnded', ...closed },
);

const passwordSchema = (description: string) => textSchema(MAX_PASSWORD_BYTES, { format: 'password', description });

/** A change of the caller's password. */
export const PasswordChangeSchema = Type.Object(
  {
    current_password: passwordSchema('The password that the user logs in with now, also a one-time password'),
    new_password: passwordSchema(
      `At least ${MIN_PASSWORD_CHARACTERS} characters and at most ${MAX_PASSWORD_BYTES} bytes; not common, not similar to the name, and not the current password`,
    ),
  },
  { title: 'PasswordChange', ...closed },
);
