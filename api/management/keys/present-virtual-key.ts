import type { PresentedVirtualKey } from '../../../contracts/gateway/keys/virtual-key.ts';
import { keyStatusAt } from '../../../domain/gateway/key-status.ts';
import type { VirtualKey } from '../../../store/gateway/virtual-key-store.ts';

/** A key in the form of an answer, with its state now. */
export function presentVirtualKey(key: VirtualKey, now: Date): PresentedVirtualKey {
  const { models, providers, endpoints } = key.scopes;
  return {
    key_id: key.keyId,
    owner: key.owner,
    label: key.label,
    environment_id: key.environmentId,
    ...(models.length > 0 && { models: [...models] }),
    ...(providers.length > 0 && { providers: [...providers] }),
    ...(endpoints.length > 0 && { endpoints: [...endpoints] }),
    allow_passthrough: key.allowsPassthrough,
    status: keyStatusAt(key, now),
    created_at: key.createdAt.toISOString(),
    ...(key.expiresAt && { expires_at: key.expiresAt.toISOString() }),
    ...(key.revokedAt && { revoked_at: key.revokedAt.toISOString() }),
    ...(key.successorId !== undefined && { successor_id: key.successorId }),
  };
}
