import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { bundleWorkflowCode, Runtime, type Worker } from '@temporalio/worker';
import { pino } from 'pino';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { createDispatcherStartStore } from '../../store/schedules/dispatcher-start-store.ts';
import { createComparisonStartStore } from '../../store/comparisons/comparison-start-store.ts';
import { createCalibrationStartStore } from '../../store/quality/calibrations/calibration-start-store.ts';
import { createExperimentStartStore } from '../../store/quality/experiments/experiment-start-store.ts';
import { createOccurrenceStartStore } from '../../store/schedules/occurrence-start-store.ts';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { createRunStartStore } from '../../store/reports/run-start-store.ts';
import { runRelay } from '../../worker/relay/run-relay.ts';
import { connectTemporal } from '../../worker/temporal/connect-temporal.ts';
import { installTemporalRuntime } from '../../worker/temporal/temporal-runtime.ts';
import type { WorkerLog } from '../../worker/telemetry/worker-log.ts';
import type { QueueParts } from '../../worker/work-on-queue.ts';
import { workflowBundle } from '../../worker/temporal/workflow-bundle.ts';
import { RUN_TIMEOUTS } from './timeouts.ts';

export interface BenchWorkerPlan {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  /** The folder of the bundle of no-ops. */
  readonly folder: string;
  /** The file of the no-op workflows to which the product is compared. */
  readonly noOpWorkflows: string;
}

/** The common parts of the benches' worker processes. */
export interface BenchWorkerParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: WorkerLog;
  /** A signal that is never aborted: a bench ends its worker by ending the process. */
  readonly signal: AbortSignal;
  /** The queue of the product's workers, or of those of the no-ops. */
  readonly queue: QueueParts;
  readonly noOpQueue: QueueParts;
  /**
   * Runs the relay and the workers, sends `ready` when all workers are created, and resolves when the parent has ended.
   */
  serve(workers: readonly ((onWorker: (worker: Worker) => void) => Promise<void>)[]): Promise<void>;
}

/** Connects a worker process of a bench, which ends with its parent. */
export async function openBenchWorker(plan: BenchWorkerPlan): Promise<BenchWorkerParts> {
  const { databaseUrl, temporalAddress, namespace, folder, noOpWorkflows } = plan;
  const clock = { now: () => new Date() };
  const log = pino({ level: 'warn', base: { process: 'worker of the bench' } });
  installTemporalRuntime(log);
  const pool = createPool(databaseUrl);
  const { signal } = new AbortController();
  const connection = await connectTemporal({ address: temporalAddress }, { signal, log });
  if (connection === undefined) throw new Error('unreachable');
  process.once('disconnect', () => process.exit(0));

  const { logger } = Runtime.instance();
  const bundle = await workflowBundle(join(import.meta.dirname, '..', '..', '.cache'), logger);
  const queue = { connection, namespace, workflowBundle: bundle, log };
  const { code } = await bundleWorkflowCode({ workflowsPath: noOpWorkflows, logger });
  const codePath = join(folder, `no-op-bundle-${process.pid}.js`);
  writeFileSync(codePath, code);
  const relayParts = {
    outbox: createOutboxStore(pool, clock),
    runStarts: createRunStartStore(pool),
    dispatcherStarts: createDispatcherStartStore(pool),
    occurrenceStarts: createOccurrenceStartStore(pool),
    comparisonStarts: createComparisonStartStore(pool),
    experimentStarts: createExperimentStartStore(pool),
    calibrationStarts: createCalibrationStartStore(pool),
    client: new Client({ connection, namespace }),
    clock,
    timeouts: RUN_TIMEOUTS,
    namesArePlain: true,
    faultPoints: noFaultPoints,
    log,
  };
  return {
    pool,
    clock,
    log,
    signal,
    queue,
    noOpQueue: { ...queue, workflowBundle: { codePath } },
    async serve(workers) {
      void runRelay(relayParts, databaseUrl, signal);
      await Promise.all(workers.map((work) => new Promise((made) => void work(made))));
      process.send?.('ready');
      await once(process, 'disconnect');
    },
  };
}
