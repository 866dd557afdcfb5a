import type { Registry } from 'prom-client';
import { createMetrics, type MetricsParts, type ProcessMetrics } from '../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../runtime/telemetry/process-registry.ts';
import { createCacheMetrics, type CacheMetrics } from './cache/cache-metrics.ts';
import { createGovernanceMetrics, type ShownGovernance } from './governance/governance-metrics.ts';
import { createProxyMetrics, type ProxyMetrics, type ShownTraffic } from './proxy-metrics.ts';

interface ProxyProcessParts extends Omit<MetricsParts, 'clickhouse'>, ShownTraffic {
  /** What the cache holds in memory; 0 without one. */
  readonly cacheBytes: () => number;
  readonly governance: ShownGovernance;
}

interface ProxyProcessMetrics {
  readonly shown: ProcessMetrics & { readonly registry: Registry };
  readonly metrics: ProxyMetrics;
  readonly cacheMetrics: CacheMetrics;
}

/** The metrics of a gateway process: those of every process, and those of what goes through it. */
export function createProxyProcessMetrics(parts: ProxyProcessParts): ProxyProcessMetrics {
  const registry = createProcessRegistry(parts);
  const metrics = createProxyMetrics(registry, parts);
  const cacheMetrics = createCacheMetrics(registry, parts.cacheBytes);
  createGovernanceMetrics(registry, parts.governance);
  const more = { probes: {}, figures: () => [], expositions: [] };
  return { shown: createMetrics({ ...parts, clickhouse: undefined }, registry, more), metrics, cacheMetrics };
}
