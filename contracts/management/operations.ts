import type { Operations } from '../wire/operation.ts';
import { CapabilitiesSchema } from './capabilities.ts';

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
} as const satisfies Operations;
