import type { Registry } from 'prom-client';
import { createMetrics, type MetricsParts, type ProcessMetrics } from '../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../runtime/telemetry/process-registry.ts';
import { createGovernanceMetrics, type ShownGovernance } from './governance/governance-metrics.ts';
import { createProxyMetrics, type ProxyMetrics } from './proxy-metrics.ts';

/** The metrics of a gateway process: those of every process, and those of what goes through it. */
export function createProxyProcessMetrics(
  parts: Omit<MetricsParts, 'clickhouse'> & {
    readonly inFlight: () => number;
    readonly governance: ShownGovernance;
  },
): { readonly shown: ProcessMetrics & { readonly registry: Registry }; readonly metrics: ProxyMetrics } {
  const registry = createProcessRegistry(parts);
  const metrics = createProxyMetrics(registry, parts.inFlight);
  createGovernanceMetrics(registry, parts.governance);
  const more = { probes: {}, figures: () => [], expositions: [] };
  return { shown: createMetrics({ ...parts, clickhouse: undefined }, registry, more), metrics };
}
