import { Refusal } from '../../../domain/kernel/errors.ts';
import type { CachePorts, CacheSources } from '../ports/cache-ports.ts';

/** @throws Refusal `feature_absent` where there is no cache */
export function requireCache({ cache }: CachePorts): CacheSources {
  if (cache !== undefined) return cache;
  throw new Refusal(
    'feature_absent',
    'The configuration of this API has no cache: set `cache.enabled` in it, as in that of the gateway.',
  );
}
