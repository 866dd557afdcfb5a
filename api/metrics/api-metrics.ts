import { createMetrics, type MetricsParts, type ProcessMetrics } from '../../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../../runtime/telemetry/process-metrics.ts';
import type { RequestMetrics } from '../frame/plugins/request-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

/** The metrics of an API process. */
export function createApiMetrics(parts: MetricsParts): ProcessMetrics & { readonly requests: RequestMetrics } {
  const registry = createProcessRegistry(parts);
  const requests = createRequestMetrics(registry);
  return { ...createMetrics(parts, registry, { probes: {}, figures: () => [], expositions: [] }), requests };
}
