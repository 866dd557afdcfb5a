import type { LeafChain } from '../../tenancy/scope.ts';
import type { CacheScope } from './cache-block.ts';

/** The key that separates callers: equal for those who may get each other's answers. A purge by scope names it. */
export function scopeKeyOf(
  scope: CacheScope,
  { keyId, owner, leaf }: { readonly keyId: string; readonly owner: string; readonly leaf: LeafChain },
): string {
  switch (scope) {
    case 'organization':
      return `organization:${leaf.organizationId}`;
    case 'team':
      return `team:${leaf.environmentId}:${owner}`;
    case 'key':
      return `key:${keyId}`;
  }
}
