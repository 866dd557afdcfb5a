import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import { GovernanceRefusalsSchema } from './governance-refusal.ts';

/** The reads of calls that governance refused. */
export const REFUSAL_OPERATIONS = {
  'management.governance.refusals': {
    ...readOperation('/governance/refusals', GovernanceRefusalsSchema, {
      access: { floor: 'viewer', scopes: ['analytics:read'] },
      refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
      tag: 'governance',
      summary: 'List refused calls',
      description:
        'Lists calls that governance refused, newest first: the type and status of the refusal, the limit with its amounts, the key, its owner and its environment. `since`, `code`, `environment_id`, `key_id` and `limit_id` restrict the list. Continue with `cursor`; `offset` is deprecated.',
    }),
    deprecations: [
      {
        of: { part: 'query', name: 'offset' },
        since: '2026-07-25',
        sunset: '2027-02-01',
        link: '/tt/api/docs',
      },
    ],
  },
} as const satisfies ManagementOperations;
