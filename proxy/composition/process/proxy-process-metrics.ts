import type { Registry } from 'prom-client';
import { createContentMetrics } from '../../../content/content-metrics.ts';
import { createMetrics, type MetricsParts, type ProcessMetrics } from '../../../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../../../runtime/telemetry/process-registry.ts';
import { createConnectionMetrics } from '../../../transport/connection-metrics.ts';
import type { CloseReason } from '../../../transport/limit-connections.ts';
import { createCacheMetrics, type CacheMetrics, type CacheMemoryUse } from '../../cache/store/cache-metrics.ts';
import { createCaptureMetrics, type CaptureMetrics } from '../../capture/capture-metrics.ts';
import { createGovernanceMetrics, type GovernanceReadings } from '../../governance/governance-metrics.ts';
import { createReloadMetrics, type ReloadMetrics } from '../../reload/reload-metrics.ts';
import { createRoutingMetrics, type RoutingMetrics } from '../../routing/routing-metrics.ts';
import { createProxyMetrics, type ProxyMetrics, type TrafficReadings } from '../../metrics/proxy-metrics.ts';

interface ProxyProcessParts extends Omit<MetricsParts, 'clickhouse'>, TrafficReadings {
  /** The bytes of the cache in memory; 0 if there is no cache. */
  readonly cacheBytes: CacheMemoryUse;
  /** The number of agents of traces whose tier is remembered. */
  readonly pinnedTraces: () => number;
  readonly governance: GovernanceReadings;
}

export interface ProxyProcessMetrics {
  readonly shown: ProcessMetrics & { readonly registry: Registry };
  readonly metrics: ProxyMetrics;
  readonly cacheMetrics: CacheMetrics;
  readonly captureMetrics: CaptureMetrics;
  /** Counts what a content store stores. */
  readonly counted: ReturnType<typeof createContentMetrics>;
  readonly routingMetrics: RoutingMetrics;
  readonly reloadMetrics: ReloadMetrics;
  readonly connectionClosed: (reason: CloseReason) => void;
}

/** The metrics of a gateway process: those that every process has, and those of its calls. */
export function createProxyProcessMetrics(parts: ProxyProcessParts): ProxyProcessMetrics {
  const registry = createProcessRegistry(parts);
  const metrics = createProxyMetrics(registry, parts);
  const cacheMetrics = createCacheMetrics(registry, parts.cacheBytes);
  const routingMetrics = createRoutingMetrics(registry, parts.pinnedTraces);
  const captureMetrics = createCaptureMetrics(registry);
  const counted = createContentMetrics(registry);
  createGovernanceMetrics(registry, parts.governance);
  const more = { probes: {}, figures: () => [], expositions: [] };
  const shown = createMetrics({ ...parts, clickhouse: undefined }, registry, more);
  return {
    shown,
    metrics,
    cacheMetrics,
    captureMetrics,
    routingMetrics,
    reloadMetrics: createReloadMetrics(registry),
    connectionClosed: createConnectionMetrics(registry),
    counted,
  };
}
