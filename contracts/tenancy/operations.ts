import { envelopeOf, pageOf } from '../wire/envelope.ts';
import type { Operations } from '../wire/operations/operation.ts';
import { ORGANIZATION, WORKSPACE } from './paths.ts';
import { ApplicationV1Schema, EnvironmentV1Schema, GatewayV1Schema, MeV1Schema, WorkspaceV1Schema } from './tenancy.ts';

/** The operations on the caller and its tenancy. */
export const TENANCY_OPERATIONS = {
  'customer.me.get': {
    method: 'GET',
    path: '/me',
    success: 200,
    answer: envelopeOf('me', MeV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'Say who asks',
    description: 'The subject of the credential, its organization, and what it may do where.',
  },
  'customer.workspaces.list': {
    method: 'GET',
    path: `${ORGANIZATION}/workspaces`,
    success: 200,
    answer: pageOf('workspaces', WorkspaceV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List workspaces',
    description:
      'The workspaces of an organization that the caller may do something in, or in a part of, newest first.',
  },
  'customer.applications.list': {
    method: 'GET',
    path: `${WORKSPACE}/applications`,
    success: 200,
    answer: pageOf('applications', ApplicationV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List applications',
    description: 'The applications of a workspace that the caller may do something in, or in a part of, newest first.',
  },
  'customer.gateways.list': {
    method: 'GET',
    path: `${WORKSPACE}/gateways`,
    success: 200,
    answer: pageOf('gateways', GatewayV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List gateways',
    description: 'The gateways of a workspace that the caller may do something in, or in a part of, newest first.',
  },
  'customer.environments.list': {
    method: 'GET',
    path: `${WORKSPACE}/environments`,
    success: 200,
    answer: pageOf('environments', EnvironmentV1Schema),
    effect: 'read',
    refusals: [],
    tag: 'access',
    summary: 'List environments',
    description: 'The environments of a workspace that the caller may do something in, or in a part of, newest first.',
  },
} as const satisfies Operations;
