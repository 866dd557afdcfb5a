import { CACHE_OPERATIONS } from '../gateway/cache-operations.ts';
import { DECISION_OPERATIONS } from '../gateway/decisions/decision-operations.ts';
import { KEY_OPERATIONS } from '../gateway/keys/key-operations.ts';
import { LIMIT_OPERATIONS } from '../gateway/limits/limit-operations.ts';
import { REFUSAL_OPERATIONS } from '../gateway/refusals/refusal-operations.ts';
import { JUDGE_OPERATIONS } from '../judges/operations.ts';
import { CALIBRATION_OPERATIONS } from '../quality/calibration-operations.ts';
import { EXPERIMENT_OPERATIONS } from '../quality/experiment-operations.ts';
import { DATASET_OPERATIONS } from '../quality/dataset-operations.ts';
import { QUALITY_READ_OPERATIONS } from '../quality/quality-read-operations.ts';
import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { ADMINISTRATION_OPERATIONS } from './administration-operations.ts';
import { CapabilitiesSchema } from './capabilities.ts';
import { INSTALLATION_OPERATIONS } from './installation/operations.ts';
import { FLEET_OPERATIONS } from './fleet/fleet-operations.ts';
import { SignOnBegunSchema } from './access/sign-on.ts';
import { COOKIE_HEADERS, LogoutSchema, SIGN_ON_COOKIE_HEADERS } from './login.ts';
import { ManagementMeSchema } from './me.ts';

/** The operations for capabilities, the caller, and the start and end of a session. */
export const ACCESS_OPERATIONS = {
  'management.capabilities.get': readOperation('/capabilities', CapabilitiesSchema, {
    isOpen: true,
    refusals: [],
    tag: 'capabilities',
    summary: 'Read the capabilities of this deployment',
    description:
      'Returns the epoch and version of the management plane, and the paths of its description. It needs no credential, because clients read it before they have one.',
  }),
  'management.me.get': readOperation('/me', ManagementMeSchema, {
    access: { floor: 'viewer', scopes: [], isForOneTimePasswords: true },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Read the current token',
    description:
      'Returns the token of the request: its role, its scopes and its expiry. A session is a token that a login created; its `user_id` names the user. Every role has access.',
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
    summary: 'Start a session',
    description:
      'Checks the name and password of a user, and sets the cookie of the session. A session ends after 12 hours, or after one hour without use. An unknown name and a wrong password get the same 401. Too many attempts get 429, whether or not the password is right. Browsers can call it only from pages of this host.',
  },
  'management.logout': {
    method: 'POST',
    path: '/logout',
    success: 200,
    answer: { document: LogoutSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'viewer', scopes: [], isForOneTimePasswords: true },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'End the session',
    description:
      'Ends the session of the request immediately, in every process, and removes its cookie. A request with a token gets 403, because only operators revoke tokens.',
  },
  'management.sign_on.begin': {
    method: 'POST',
    path: '/sign-on',
    success: 200,
    answer: { document: SignOnBegunSchema, headers: SIGN_ON_COOKIE_HEADERS },
    effect: 'read',
    isOpen: true,
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'access',
    summary: 'Begin a sign-on',
    description:
      'Returns the address of the OpenID provider at which the user signs on, and sets a cookie that binds the sign-on to this browser. The provider sends the browser back to the configured address. Browsers can call it only from pages of this host. A deployment without `dashboard.sign_on` answers 404.',
  },
  'management.sign_on.complete': {
    method: 'POST',
    path: '/sign-on/complete',
    success: 200,
    answer: { document: ManagementMeSchema, headers: COOKIE_HEADERS },
    effect: 'write',
    idempotency: 'none',
    isOpen: true,
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'access',
    summary: 'Complete a sign-on',
    description:
      'Exchanges the answer of the provider for a session, and sets its cookie. Each sign-on is accepted once, within ten minutes, in the browser that began it; anything else gets 401. A user to whom no rule gives a role gets 403. The provider confirms the user every 10 to 15 minutes, and a role that is removed there ends here by then.',
  },
} as const satisfies ManagementOperations;

/** The operations of the management plane, in the order in which they are described. */
export const MANAGEMENT_OPERATIONS = {
  ...ACCESS_OPERATIONS,
  ...ADMINISTRATION_OPERATIONS,
  ...JUDGE_OPERATIONS,
  ...DATASET_OPERATIONS,
  ...EXPERIMENT_OPERATIONS,
  ...CALIBRATION_OPERATIONS,
  ...QUALITY_READ_OPERATIONS,
  ...CACHE_OPERATIONS,
  ...KEY_OPERATIONS,
  ...LIMIT_OPERATIONS,
  ...REFUSAL_OPERATIONS,
  ...DECISION_OPERATIONS,
  ...FLEET_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
} as const;

export type ManagementOperationName = keyof typeof MANAGEMENT_OPERATIONS;
