import type { Journal } from '../../journal/source/journal.ts';
import { TASK_QUEUES } from '../../workflows/public.ts';
import {
  createMetrics,
  type MetricsParts,
  type ExtraMetrics,
  type ProcessMetrics,
} from '../../runtime/telemetry/metrics.ts';
import { createProcessRegistry } from '../../runtime/telemetry/process-registry.ts';
import { createJournalMetrics } from './journal-metrics.ts';
import { createTaskQueueMetrics, type ReadBacklog } from './task-queue-metrics.ts';
import { createWorkerCounters, type WorkerCounters } from './worker-counters.ts';

export interface WorkerMetricsParts extends MetricsParts {
  readonly journal: Pick<Journal, 'unreadBytes'>;
  /** Rejects when Temporal does not answer. */
  readonly probeTemporal: () => Promise<unknown>;
  readonly readBacklog: ReadBacklog;
  readonly readSdkMetrics: () => Promise<string>;
}

/** The metrics of a worker process. */
export function createWorkerMetrics(parts: WorkerMetricsParts): ProcessMetrics & { readonly counters: WorkerCounters } {
  const registry = createProcessRegistry(parts);
  const counters = createWorkerCounters(registry);
  const more: ExtraMetrics = {
    probes: { temporal: parts.probeTemporal },
    figures: (work) => [
      createJournalMetrics(registry, parts.journal, work),
      createTaskQueueMetrics(registry, TASK_QUEUES, parts.readBacklog),
    ],
    expositions: [{ source: 'temporal_sdk', read: parts.readSdkMetrics }],
  };
  return { ...createMetrics(parts, registry, more), counters };
}
