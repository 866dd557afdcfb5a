import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import { LimitUsesSchema } from './limit-use.ts';

/** The reads of limits and their use. */
export const LIMIT_OPERATIONS = {
  'management.limits.list': readOperation('/limits', LimitUsesSchema, {
    access: { floor: 'viewer', scopes: ['analytics:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'limits',
    summary: 'List the use of limits',
    description:
      'Lists the limits of the configuration file by id and node: the used, reserved and remaining amounts, the end of the window, and the last warning that callers got. `limit_id` and `node` restrict the list. A limit without any use in its window has one row without a node.',
  }),
} as const satisfies ManagementOperations;
