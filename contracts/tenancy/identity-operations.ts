import { envelopeSchema, pageSchema } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ORGANIZATION_PATH, WORKSPACE_PATH } from './paths.ts';
import {
  CredentialOperationV1Schema,
  MintedServiceCredentialSchema,
  RotatedServiceCredentialSchema,
  ServiceCredentialV1Schema,
} from './service-credential.ts';
import { ServiceIdentityV1Schema } from './service-identity.ts';
import { TeamV1Schema } from './team.ts';

const SERVICE = `${ORGANIZATION_PATH}/service-identities/{svc}` as const;
const CREDENTIAL = `${ORGANIZATION_PATH}/service-credentials/{cred}` as const;

/** The operations on services, their credentials, and the teams of credentials. */
export const IDENTITY_OPERATIONS = {
  'customer.service_identities.create': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/service-identities`,
    success: 201,
    answer: envelopeSchema('service-identity', ServiceIdentityV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'identities',
    summary: 'Create a service identity',
    description:
      'Creates the identity of a program. It has no access until it has a credential. It needs `keys.manage` in the workspace.',
  },
  'customer.service_identities.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/service-identities`,
    success: 200,
    answer: pageSchema('service-identities', ServiceIdentityV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'List service identities',
    description: 'Lists the service identities of a workspace, newest first. It needs `keys.manage` in the workspace.',
  },
  'customer.service_identities.get': {
    method: 'GET',
    path: SERVICE,
    success: 200,
    answer: envelopeSchema('service-identity', ServiceIdentityV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'Read one service identity',
    description: 'Returns a service identity. It needs `keys.manage` in its workspace.',
  },
  'customer.service_credentials.create': {
    method: 'POST',
    path: `${SERVICE}/credentials`,
    success: 201,
    answer: envelopeSchema('minted-service-credential', MintedServiceCredentialSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'identities',
    summary: 'Create a credential of a service',
    description:
      'Creates a credential for one environment and shows its text once. It needs `keys.manage` there, `feedback.write` to give `feedback.write` or `traffic.write`, and `members.manage` to name teams. A repeated request creates a second credential.',
  },
  'customer.service_credentials.list': {
    method: 'GET',
    path: `${SERVICE}/credentials`,
    success: 200,
    answer: pageSchema('service-credentials', ServiceCredentialV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'List the credentials of a service',
    description:
      'Lists the credentials of a service in environments in which the caller holds `keys.manage`, newest first, without their texts.',
  },
  'customer.service_credentials.get': {
    method: 'GET',
    path: CREDENTIAL,
    success: 200,
    answer: envelopeSchema('service-credential', ServiceCredentialV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'Read one credential of a service',
    description: 'Returns a credential without its text. It needs `keys.manage` in its environment.',
  },
  'customer.service_credentials.rotate': {
    method: 'POST',
    path: `${CREDENTIAL}/rotate`,
    success: 201,
    answer: envelopeSchema('rotated-service-credential', RotatedServiceCredentialSchema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'identities',
    summary: 'Replace a credential of a service',
    description:
      'Creates a successor with the same service, environment, label, rights and lifetime, and shows its text once. The replaced credential ends after the overlap, or immediately. A credential can be replaced once.',
  },
  'customer.service_credentials.revoke': {
    method: 'POST',
    path: `${CREDENTIAL}/revoke`,
    success: 200,
    answer: envelopeSchema('service-credential', ServiceCredentialV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'identities',
    summary: 'Revoke a credential of a service',
    description:
      'Permanently revokes a credential. No gateway sends a new call with it after 30 seconds. Calls in flight may finish and cost money. A second revocation returns 409.',
  },
  'customer.service_credentials.status': {
    method: 'GET',
    path: `${ORGANIZATION_PATH}/credential-operations/{kop}`,
    success: 200,
    answer: envelopeSchema('credential-operation', CredentialOperationV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'Read the readiness of a new credential',
    description:
      'Returns the state of the credential that a creation or a rotation minted. `ready` is the only state in which it works. It needs `keys.manage` in its environment.',
  },
  'customer.teams.create': {
    method: 'POST',
    path: `${WORKSPACE_PATH}/teams`,
    success: 201,
    answer: envelopeSchema('team', TeamV1Schema),
    effect: 'write',
    idempotency: 'none',
    refusals: ['forbidden', 'conflict'],
    tag: 'identities',
    summary: 'Create a team',
    description:
      'Creates a team, to which credentials of services can belong. It needs `members.manage` on the complete workspace, and a deployment with teams of credentials.',
  },
  'customer.teams.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/teams`,
    success: 200,
    answer: pageSchema('teams', TeamV1Schema),
    effect: 'read',
    refusals: ['forbidden'],
    tag: 'identities',
    summary: 'List teams',
    description:
      'Lists the teams of a workspace, newest first. It needs `members.manage` on the complete workspace, and a deployment with teams of credentials.',
  },
} as const satisfies Operations;
