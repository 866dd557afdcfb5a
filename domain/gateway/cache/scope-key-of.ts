import type { LeafChain } from '../../tenancy/scope.ts';
import type { CacheScope } from './cache-block.ts';

/** What separates the answers of callers: equal for those who may be given each other's. A purge by scope names it. */
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
