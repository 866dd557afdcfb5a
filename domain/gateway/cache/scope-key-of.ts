import type { LeafChain } from '../../tenancy/scope.ts';
import type { CacheScope } from './cache-block.ts';

/** The cache key of a scope, equal for callers that share cached answers. A purge by scope names it. */
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
