import type { RequiredAccess } from '../../domain/management/require-access.ts';
import type { BareAnswer, Operation } from '../wire/operation.ts';
import { CapabilitiesSchema } from './capabilities.ts';
import { ManagementMeSchema } from './me.ts';

/** An operation of the management plane: open to anybody, or to those with a role and scopes. */
type ManagementOperation = Operation<BareAnswer> & ({ readonly isOpen: true } | { readonly access: RequiredAccess });

/** The operations of the management plane, in the order in which they are described. */
export const MANAGEMENT_OPERATIONS = {
  'management.capabilities.get': {
    method: 'GET',
    path: '/capabilities',
    success: 200,
    answer: { document: CapabilitiesSchema },
    effect: 'read',
    isOpen: true,
    refusals: [],
    tag: 'capabilities',
    summary: 'Read what this deployment serves',
    description:
      'The epoch and the version of the management plane that runs here, and where it is described. It needs no credential: a client reads it before it has one.',
  },
  'management.me.get': {
    method: 'GET',
    path: '/me',
    success: 200,
    answer: { document: ManagementMeSchema },
    effect: 'read',
    access: { floor: 'viewer', scopes: [] },
    refusals: ['dependency_unavailable'],
    tag: 'access',
    summary: 'Say who asks',
    description: 'The token that the request came with: its role, its scopes, and when it ends. Every role may ask.',
  },
} as const satisfies Readonly<Record<string, ManagementOperation>>;
