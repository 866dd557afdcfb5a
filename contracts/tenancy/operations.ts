import { envelopeSchema, pageSchema } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ORGANIZATION_PATH, WORKSPACE_PATH } from './paths.ts';
import { ApplicationV1Schema, EnvironmentV1Schema, GatewayV1Schema, MeV1Schema, WorkspaceV1Schema } from './tenancy.ts';

/** The operations on the caller and its tenancy. */
export const TENANCY_OPERATIONS = {
  'customer.me.get': {
    method: 'GET',
    path: '/me',
    success: 200,
    answer: envelopeSchema('me', MeV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'Read the current caller',
    description: 'Returns the subject of the credential, its organization and its permissions.',
  },
  'customer.workspaces.list': {
    method: 'GET',
    path: `${ORGANIZATION_PATH}/workspaces`,
    success: 200,
    answer: pageSchema('workspaces', WorkspaceV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List workspaces',
    description:
      'Lists the workspaces of an organization in which the caller has a permission, newest first. A permission in a part of a workspace suffices.',
  },
  'customer.applications.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/applications`,
    success: 200,
    answer: pageSchema('applications', ApplicationV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List applications',
    description:
      'Lists the applications of a workspace in which the caller has a permission, newest first. A permission in a part of an application suffices.',
  },
  'customer.gateways.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/gateways`,
    success: 200,
    answer: pageSchema('gateways', GatewayV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List gateways',
    description:
      'Lists the gateways of a workspace in which the caller has a permission, newest first. A permission in a part of a gateway suffices.',
  },
  'customer.environments.list': {
    method: 'GET',
    path: `${WORKSPACE_PATH}/environments`,
    success: 200,
    answer: pageSchema('environments', EnvironmentV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List environments',
    description: 'Lists the environments of a workspace in which the caller has a permission, newest first.',
  },
} as const satisfies Operations;
