import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import { ConfigurationFileTextSchema } from './configuration-file-text.ts';
import { GatewayFleetSchema, GatewayProcessSchema } from './gateway-process.ts';

/** The configuration of processes, and the processes of the gateway. */
export const FLEET_OPERATIONS = {
  'management.configuration.get': readOperation('/configuration', ConfigurationFileTextSchema, {
    access: { floor: 'viewer', scopes: ['config:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'configuration',
    summary: 'Read the running configuration',
    description:
      'Returns the configuration file of this API process, verbatim, with its digest and the time at which the process read it. API processes read the file once. Gateway processes can have another file: `management.fleet.configuration` returns theirs.',
  }),
  'management.fleet.list': readOperation('/fleet', GatewayFleetSchema, {
    access: { floor: 'viewer', scopes: ['config:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'configuration',
    summary: 'List the processes of the gateway',
    description:
      'Lists the processes of the gateway, the last started first: name, state, host, version, digest of the configuration file, and last heartbeat. Processes send a heartbeat every 5 seconds. Continue with `cursor`.',
  }),
  'management.fleet.configuration': readOperation('/fleet/{process}/configuration', ConfigurationFileTextSchema, {
    access: { floor: 'viewer', scopes: ['config:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'configuration',
    summary: 'Read the configuration of a gateway process',
    description:
      'Returns the configuration file that a process of the gateway uses for new calls, verbatim, with its digest and the time at which the process read it.',
  }),
  'management.fleet.decommission': {
    method: 'POST',
    path: '/fleet/{process}/decommission',
    success: 200,
    answer: { document: GatewayProcessSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['operations:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'configuration',
    summary: 'Decommission a gateway process',
    description:
      'Marks a process as gone: lists omit it, and reads no longer count as incomplete because of its silence. The process must have ended, or have been silent for a minute; a live one gets 409. A worker that can read its journal still ends its calls. A process that sends a heartbeat again is live again.',
  },
} as const satisfies ManagementOperations;
