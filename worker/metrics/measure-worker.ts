import type { NativeConnection } from '@temporalio/worker';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { PROBE_TIMEOUT_MS, type ProcessMetrics } from '../../runtime/telemetry/metrics.ts';
import { serveMetrics } from '../../runtime/telemetry/serve-metrics.ts';
import type { ReadSdkMetrics } from '../temporal/temporal-runtime.ts';
import { NO_COUNTERS, type WorkerCounters } from './worker-counters.ts';
import { createWorkerMetrics, type WorkerMetricsParts } from './worker-metrics.ts';
import { createBacklogReader } from './backlog-reader.ts';

/** The measuring functions for the parts of a worker. */
export interface WorkerMeasurements extends Pick<ProcessMetrics, 'timeQueries'> {
  readonly counters: WorkerCounters;
}

/** The measuring functions without metrics: nothing is counted, timed or wrapped. */
const UNMEASURED: WorkerMeasurements = { counters: NO_COUNTERS, timeQueries: (clickhouse) => clickhouse };

export interface MeasuredParts extends Omit<WorkerMetricsParts, 'probeTemporal' | 'readBacklog' | 'readSdkMetrics'> {
  readonly settings: Configuration;
  /** Undefined until Temporal has answered for the first time. */
  readonly connection: () => NativeConnection | undefined;
  /** Undefined without metrics. */
  readonly readSdkMetrics: ReadSdkMetrics | undefined;
}

/** Measures this worker and serves its metrics if the configuration enables them; `stop` ends the serving. */
export async function measureWorker(
  parts: MeasuredParts,
): Promise<WorkerMeasurements & { readonly stop: () => Promise<void> }> {
  const { settings, connection, readSdkMetrics, ...shared } = parts;
  if (readSdkMetrics === undefined) return { ...UNMEASURED, stop: () => Promise.resolve() };
  const probeTemporal = async (): Promise<void> => {
    const connected = connection();
    if (connected === undefined) throw new Error('Temporal has not answered yet.');
    await connected.withDeadline(Date.now() + PROBE_TIMEOUT_MS, () => connected.workflowService.getSystemInfo({}));
  };
  const readBacklog = createBacklogReader(connection, settings.temporalNamespace, PROBE_TIMEOUT_MS);
  const metrics = createWorkerMetrics({ ...shared, probeTemporal, readBacklog, readSdkMetrics });
  return { ...metrics, stop: await serveMetrics(settings, metrics) };
}
