import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import { MintedVirtualKeySchema, RotatedVirtualKeySchema, VirtualKeySchema, VirtualKeysSchema } from './virtual-key.ts';

/**
 * The administration of the keys of the gateway's callers. A key can spend the money of the deployment, which no role
 * below `admin` may do, so only admins get the text of a key. A revocation only takes rights away, so operators can
 * revoke.
 */
export const KEY_OPERATIONS = {
  'management.keys.list': readOperation('/keys', VirtualKeysSchema, {
    access: { floor: 'viewer', scopes: ['config:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'keys',
    summary: 'List gateway keys',
    description:
      'Lists the keys of the gateway’s callers in any state, newest first, without their texts. `owner`, `environment_id` and `status` restrict the list.',
  }),
  'management.keys.get': readOperation('/keys/{kid}', VirtualKeySchema, {
    access: { floor: 'viewer', scopes: ['config:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'keys',
    summary: 'Read one gateway key',
    description:
      'Returns a key in any state: its owner, its environment, its scopes and its lifetime, without its text.',
  }),
  'management.keys.mint': {
    method: 'POST',
    path: '/keys',
    success: 201,
    answer: { document: MintedVirtualKeySchema },
    effect: 'write',
    idempotency: 'key',
    access: { floor: 'admin', scopes: ['operations:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'keys',
    summary: 'Mint a gateway key',
    description:
      'Creates a key for callers of the gateway, and shows its text once. Gateways accept the key within 5 seconds. With `Idempotency-Key`, a repeated request returns the same key without its text, because the text is not stored. If the first answer was lost, rotate the key.',
  },
  'management.keys.rotate': {
    method: 'POST',
    path: '/keys/{kid}/rotate',
    success: 201,
    answer: { document: RotatedVirtualKeySchema },
    effect: 'write',
    idempotency: 'key',
    access: { floor: 'admin', scopes: ['operations:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'keys',
    summary: 'Rotate a gateway key',
    description:
      'Creates a successor with the same owner, label, environment, scopes and lifetime, and shows its text once. Both keys are valid for the grace. With a grace of 0, the predecessor is revoked immediately. A key can be rotated once. A revoked, expired or rotated key gets 409. With `Idempotency-Key`, a repeated request returns the same keys without the text.',
  },
  'management.keys.revoke': {
    method: 'POST',
    path: '/keys/{kid}/revoke',
    success: 200,
    answer: { document: VirtualKeySchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['operations:write'] },
    refusals: ['conflict', 'dependency_unavailable'],
    tag: 'keys',
    summary: 'Revoke a gateway key',
    description:
      'Permanently revokes a key. Within 30 seconds, no gateway process sends a new call of the key to a provider. Calls in flight can end, and cost money. A key that was revoked before gets 409.',
  },
} as const satisfies ManagementOperations;
