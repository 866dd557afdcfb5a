import { CACHE_OPERATIONS } from '../gateway/cache-operations.ts';
import { JUDGE_OPERATIONS } from '../judges/operations.ts';
import { read, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { CapabilitiesSchema } from './capabilities.ts';
import { COOKIE_HEADERS, LogoutSchema } from './login.ts';
import { ManagementMeSchema } from './me.ts';

/** The operations for capabilities, the caller, and the start and end of a session. */
export const ACCESS_OPERATIONS = {
  'management.capabilities.get': read('/capabilities', CapabilitiesSchema, {
    isOpen: true,
    refusals: [],
    tag: 'capabilities',
    summary: 'Read what this deployment serves',
    description:
      'The epoch and the version of the management plane that runs here, and where it is described. It needs no credential: a client reads it before it has one.',
  }),
  'management.me.get': read('/me', ManagementMeSchema, {
    access: { floor: 'viewer', scopes: [] },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Say who asks',
    description:
      'The token that the request came with: its role, its scopes, and when it ends. A session is a token that a login made: then `user_id` says whose it is. Every role may ask.',
  }),
  'management.login': {
    method: 'POST',
    path: '/login',
    success: 200,
    answer: { document: ManagementMeSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'none',
    isOpen: true,
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Begin a session',
    description:
      'Checks the name and the password of a user, and sets a cookie for the session: 12 hours, or until it was unused for one hour. An unknown name and a wrong password get the same 401. Too many attempts get 429, which says nothing about the password. Browsers may call it only from pages of this host.',
  },
  'management.logout': {
    method: 'POST',
    path: '/logout',
    success: 200,
    answer: { document: LogoutSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'viewer', scopes: [] },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End the session',
    description:
      'Ends the session that the request came with, at once and in every process, and takes its cookie back. A token is 403: operators revoke it.',
  },
} as const satisfies ManagementOperations;

/** The operations of the management plane, in the order in which they are described. */
export const MANAGEMENT_OPERATIONS = {
  ...ACCESS_OPERATIONS,
  ...JUDGE_OPERATIONS,
  ...CACHE_OPERATIONS,
} as const;

export type ManagementOperationName = keyof typeof MANAGEMENT_OPERATIONS;
