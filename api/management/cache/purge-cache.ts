import type { CachePurge, CachePurged } from '../../../contracts/gateway/cache-administration.ts';
import { requireCache, type CachePorts } from './cache-ports.ts';

/** Removes entries at once, and from the memory of every process within seconds. */
export async function purgeCache(ports: CachePorts, { by, value }: CachePurge): Promise<CachePurged> {
  return { by, value, deleted: await requireCache(ports).entries.purge({ by, value }) };
}
