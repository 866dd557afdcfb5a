import { Refusal } from '../../../domain/kernel/errors.ts';
import type { CachePorts, CacheSources } from '../ports/cache-ports.ts';

/**
 * Requires a cache.
 * @throws Refusal `feature_absent` if the configuration has no cache
 */
export function requireCache({ cache }: CachePorts): CacheSources {
  if (cache !== undefined) return cache;
  throw new Refusal(
    'feature_absent',
    'The configuration file of this API enables no cache. Set `cache.enabled` in it, as in the file of the gateway.',
  );
}
