import type { RequiredAccess } from '../../domain/management/require-access.ts';
import { SCOPES } from '../../domain/management/scopes.ts';
import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { AuditRowsSchema } from './access/audit.ts';
import { SessionEndedSchema, SessionsEndedSchema, SessionsSchema } from './access/sessions.ts';
import { ManagementTokenSchema, ManagementTokensSchema, MintedTokenSchema } from './access/tokens.ts';
import { IssuedPasswordSchema, ManagementUserSchema, ManagementUsersSchema } from './access/users.ts';
import { COOKIE_HEADERS } from './login.ts';
import { ManagementMeSchema } from './me.ts';

/** Each user has most scopes, so only a caller with every right can create or change users. */
const EVERY_RIGHT: RequiredAccess = { floor: 'admin', scopes: SCOPES };

/** Every caller, for the caller's own sessions and tokens. */
const ANYBODY: RequiredAccess = { floor: 'viewer', scopes: [] };

/** The administration of users, sessions and tokens, and the audit. */
export const ADMINISTRATION_OPERATIONS = {
  'management.me.change_password': {
    method: 'POST',
    path: '/me/password',
    success: 200,
    answer: { document: ManagementMeSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'none',
    access: { ...ANYBODY, isForOneTimePasswords: true },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Change the own password',
    description:
      'Replaces the password of the user of the session, ends all sessions of the user, and starts a new session with a new cookie. It needs the current password. A wrong one gets 403, and counts towards the limits of login attempts. A request with a token gets 403, because tokens have no password.',
  },
  'management.me.bind_subject': {
    method: 'PUT',
    path: '/me/subject',
    success: 200,
    answer: { document: ManagementMeSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Act for a subject of the customer lane',
    description:
      'Lets the user of the session act for the subject of a management key. The session then opens the customer lane at this origin with the rights of the subject, while the key is in force. The key is checked and not stored; one that is not in force gets 403, like a request with a token.',
  },
  'management.users.list': readOperation('/users', ManagementUsersSchema, {
    access: EVERY_RIGHT,
    refusals: ['dependency_unavailable'],
    tag: 'administration',
    summary: 'List users',
    description:
      'Lists the users of the management plane, newest first. With `removed=true`, it also lists removed users. It needs the role `admin` and every scope, like all administration of users.',
  }),
  'management.users.create': {
    method: 'POST',
    path: '/users',
    success: 200,
    answer: { document: IssuedPasswordSchema },
    effect: 'write',
    idempotency: 'none',
    access: EVERY_RIGHT,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'administration',
    summary: 'Create a user',
    description:
      'Creates a user and issues a one-time password, which is shown once and expires after 24 hours. The user must replace it at the first login. Nobody else ever knows the password of a user. A name that another user has gets 409.',
  },
  'management.users.get': readOperation('/users/{user}', ManagementUserSchema, {
    access: EVERY_RIGHT,
    refusals: ['dependency_unavailable'],
    tag: 'administration',
    summary: 'Read a user',
    description: 'Returns a user, also a removed one, so that an id in the audit leads to a name.',
  }),
  'management.users.change_role': {
    method: 'PUT',
    path: '/users/{user}/role',
    success: 200,
    answer: { document: ManagementUserSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: EVERY_RIGHT,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'administration',
    summary: 'Change the role of a user',
    description:
      'Changes the role, which applies from the next request of each session. Tokens of the user with more rights are suspended. The last admin keeps the role (409). An admin with a one-time password does not count as another admin.',
  },
  'management.users.disable': {
    method: 'POST',
    path: '/users/{user}/disable',
    success: 200,
    answer: { document: ManagementUserSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: EVERY_RIGHT,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'administration',
    summary: 'Disable a user',
    description:
      'Ends all sessions of the user and suspends the tokens of the user immediately, in every process. The user cannot log in until somebody enables the user. The last admin cannot be disabled (409).',
  },
  'management.users.enable': {
    method: 'POST',
    path: '/users/{user}/enable',
    success: 200,
    answer: { document: ManagementUserSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: EVERY_RIGHT,
    refusals: ['dependency_unavailable'],
    tag: 'administration',
    summary: 'Enable a user',
    description:
      'Allows a disabled user to log in again, with the same password, and ends the suspension of the tokens.',
  },
  'management.users.reset_password': {
    method: 'POST',
    path: '/users/{user}/reset-password',
    success: 200,
    answer: { document: IssuedPasswordSchema },
    effect: 'write',
    idempotency: 'none',
    access: EVERY_RIGHT,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'administration',
    summary: 'Reset the password of a user',
    description:
      'Replaces the password with a one-time password, which is shown once and expires after 24 hours, and ends all sessions of the user. The last admin changes the password with `POST /me/password` instead (409).',
  },
  'management.users.remove': {
    method: 'DELETE',
    path: '/users/{user}',
    success: 200,
    answer: { document: ManagementUserSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: EVERY_RIGHT,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'administration',
    summary: 'Remove a user',
    description:
      'Deletes the password, ends all sessions and suspends the tokens of the user immediately. The name is available again. The last admin cannot be removed (409).',
  },
  'management.users.end_sessions': {
    method: 'DELETE',
    path: '/users/{user}/sessions',
    success: 200,
    answer: { document: SessionsEndedSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End all sessions of a user',
    description:
      'Ends all sessions of a user immediately, in every process. A user can end the own sessions, also the one of the request. Admins with every scope can end those of every user. To all others, another user does not exist (404).',
  },
  'management.users.unbind_subject': {
    method: 'DELETE',
    path: '/users/{user}/subject',
    success: 200,
    answer: { document: ManagementUserSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End acting for a subject',
    description:
      'Ends the rights of a user in the customer lane immediately, in every process. A user can do it for the own user, and admins with every scope for every user. To all others, another user does not exist (404).',
  },
  'management.sessions.list': readOperation('/sessions', SessionsSchema, {
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'List sessions',
    description:
      'Lists the sessions of the user of the request, newest first, and for admins with every scope those of all users. `user_id` restricts the list to one user. A token without a user has no sessions.',
  }),
  'management.sessions.end': {
    method: 'DELETE',
    path: '/sessions/{session}',
    success: 200,
    answer: { document: SessionEndedSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End a session',
    description:
      'Ends a session immediately, in every process. A user can end the own sessions, and an admin with every scope every session. An ended session gets 404.',
  },
  'management.tokens.list': readOperation('/tokens', ManagementTokensSchema, {
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'List tokens',
    description:
      'Lists tokens without their texts, newest first. Admins with every scope see all tokens, other users the tokens that they created, and other tokens themselves and the tokens that they created.',
  }),
  'management.tokens.create': {
    method: 'POST',
    path: '/tokens',
    success: 200,
    answer: { document: MintedTokenSchema },
    effect: 'write',
    idempotency: 'none',
    access: ANYBODY,
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'access',
    summary: 'Create a token',
    description:
      'Creates a token and shows its text once. Role, scopes and expiry are at most those of the caller (403). The token stays bound to the user: it works only while the user exists, is enabled and has its rights. A token that a token created ends with it. Each caller has at most 100 tokens in force (409).',
  },
  'management.tokens.revoke': {
    method: 'DELETE',
    path: '/tokens/{tok}',
    success: 200,
    answer: { document: ManagementTokenSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: ANYBODY,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Revoke a token',
    description:
      'Revokes a token immediately, in every process, and with it all tokens that it created. Callers can revoke the tokens that they see in the list, also the one of the request. A revoked token keeps its time.',
  },
  'management.audit.list': readOperation('/audit', AuditRowsSchema, {
    access: { floor: 'admin', scopes: ['evidence:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'administration',
    summary: 'Read the audit',
    description:
      'Lists writes and refused writes of all lanes and of operator commands, newest first. `actor`, `action`, `target`, `outcome`, `since` and `until` restrict the list.',
  }),
} as const satisfies ManagementOperations;
