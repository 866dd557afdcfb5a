import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { DEFAULT_TIER_HEADER } from '../../domain/gateway/default-tier-header.ts';
import { ledgerSettings } from '../../domain/gateway/ledger-settings.ts';
import type { ComposedParts } from '../forwarding/served-parts.ts';
import type { ReadRoutingThresholds } from '../routing/routing-thresholds.ts';
import { openCache, type CachingParts, type OpenCache } from './open-cache.ts';
import { openCapture, type CaptureParts } from './open-capture.ts';
import { openGovernor, type OpenGovernorParts } from './open-governor.ts';
import { openRouting, type RoutingParts } from './open-routing.ts';
import { openUpstreams, type ProviderKeys } from './open-upstreams.ts';
import { RepeatedWork, type RepeatStep } from './repeated-work.ts';

/** The parts from which every configuration of a process is composed. */
export interface CompositionParts
  extends
    Omit<RoutingParts, 'upstreams' | 'governor' | 'capture' | 'tierHeader' | 'tuned' | 'metrics' | 'faultPoints'>,
    Omit<CachingParts, keyof RoutingParts>,
    Omit<OpenGovernorParts, 'holder'>,
    Omit<CaptureParts, 'metrics'> {
  readonly keysOf: ProviderKeys;
  /** The lease holder of a new configuration: the name of the process and the number of the configuration. */
  readonly newHolder: () => string;
  readonly metrics: {
    readonly cache: CachingParts['metrics'];
    readonly capture: CaptureParts['metrics'];
    readonly routing: RoutingParts['metrics'];
  };
  readonly repeat: RepeatStep;
  /** Reads the active thresholds for the file; never rejects. */
  readonly readThresholds: ReadRoutingThresholds;
}

/** A configuration file, ready for calls. */
export interface Composition extends ComposedParts {
  /** Undefined if the file asks for no cache. */
  readonly caching: Pick<OpenCache, 'cacheStore' | 'memory' | 'index'> | undefined;
  /** True if calls are served while the log accepts no lines. */
  readonly servesUnlogged: boolean;
  /** Releases what the configuration holds, when no call uses it any more. */
  close(): Promise<void>;
}

/** Milliseconds between checks for limit amounts to exchange with Postgres. */
const LIMITS_MS = 100;
/** Milliseconds until this process applies a purge to its memory, and writes its counts to Postgres. */
const PURGES_MS = 2_000;
const EVICT_MS = 60_000;

/**
 * Opens everything that a configuration file asks for.
 * @throws what `keysOf` throws; the error of Postgres if the cache cannot be read
 */
export async function composeConfiguration(file: ConfigurationFile, parts: CompositionParts): Promise<Composition> {
  const { metrics } = parts;
  const tuned = await parts.readThresholds(file);
  const { servesUnlogged, ...ledger } = ledgerSettings(file.ledger);
  const upstreams = openUpstreams(file.providers ?? [], parts.keysOf);
  const work = new RepeatedWork(parts.repeat);
  const governor = openGovernor(file.governance, { ...parts, holder: parts.newHolder() });
  if (governor !== undefined) work.start('telling of limits', () => governor.look(), LIMITS_MS);
  const caching = openCache(file.cache, { ...parts, upstreams, governor, metrics: metrics.cache });
  const capture = openCapture(file.dashboard?.capture, { ...parts, metrics: metrics.capture });
  const close = async (): Promise<void> => {
    await work.stop();
    await Promise.all([caching?.close(), capture?.close()]);
    await governor?.close();
    await Promise.all(upstreams.map(({ pool }) => pool.close()));
  };
  await caching?.cacheStore.look().catch((error: unknown) => close().then(() => Promise.reject(error as Error)));
  if (caching !== undefined) {
    work.start('reading purges', () => caching.cacheStore.look(), PURGES_MS);
    work.start('bounding the cache', () => caching.cacheStore.evict(), EVICT_MS);
  }
  const tierHeader = file.routing?.overrides?.tier_header ?? DEFAULT_TIER_HEADER;
  const opened = { upstreams, governor, capture, tierHeader, tuned, metrics: metrics.routing };
  const routing = openRouting(file, { ...parts, ...opened });
  return {
    ...{ ...routing, upstreams, governor, capture, caching, cache: caching?.cache },
    settings: { ...ledger, tierHeader, limitedTags: governor?.limitedTags ?? new Set() },
    servesUnlogged,
    close,
  };
}

/**
 * A function that names the lease holder of each new configuration. The leases of an old configuration and of its
 * successor stay separate.
 */
export function createLeaseHolderNames(process: string): () => string {
  let compositions = 0;
  return () => `${process}.${(compositions += 1)}`;
}
