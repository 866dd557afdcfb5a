import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { NativeConnection, Worker } from '@temporalio/worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createAnalyticsClient } from '../analytics/analytics-client.ts';
import { createLostCallFinder } from '../analytics/gateway/lost-call-finder.ts';
import { policyFingerprint } from '../contracts/quality/calibrations/policy-fingerprint.ts';
import { timeZones } from '../contracts/wire/time-zone.ts';
import { findRotations } from '../domain/gateway/find-rotations.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { captureSettings } from '../domain/management/capture-settings.ts';
import { evalsSettings } from '../domain/judges/configuration/evals-settings.ts';
import { judgingEvaluators } from '../domain/judges/work/judging-evaluator.ts';
import type { Component } from '../domain/kernel/components.ts';
import { answerProbes } from '../runtime/process/answer-probes.ts';
import { readConfiguration, type Configuration } from '../runtime/configuration/configuration.ts';
import { openContentStore } from '../content/open-content-store.ts';
import { watchStaleConfiguration } from '../runtime/configuration/stale-configuration-check.ts';
import { loadConfigurationFile, type LoadedConfiguration } from '../runtime/configuration/load-configuration-file.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { handleShutdown } from '../runtime/process/shutdown.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { openProcessLog } from '../runtime/telemetry/open-process-log.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import { temporalEndpoint } from '../runtime/addresses/temporal-endpoint.ts';
import type { Journal, LineWriter } from '../journal/source/journal.ts';
import type { KeyRotations } from '../journal/lines/logged-calls.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createHeartbeatStore } from '../store/installation/heartbeat-store.ts';
import { createIngestSourceStore } from '../store/ingest/ingest-source-store.ts';
import { createLostComparisonRunStore } from '../store/comparisons/lost-comparison-run-store.ts';
import { createCalibrationFitStore } from '../store/quality/calibrations/calibration-fit-store.ts';
import { createLostExperimentRunStore } from '../store/quality/experiments/lost-experiment-run-store.ts';
import { createLostRunStore } from '../store/reports/lost-run-store.ts';
import { createOverdueWorkspaceStore } from '../store/schedules/overdue-workspace-store.ts';
import { createGatewayProcessStore } from '../store/gateway/gateway-process-store.ts';
import { createLapsedLeaseStore } from '../store/gateway/lapsed-lease-store.ts';
import { createServiceKeyStore } from '../store/gateway/service-key-store.ts';
import { createVirtualKeyStore } from '../store/gateway/virtual-key-store.ts';
import { createPool } from '../store/postgres/pool.ts';
import { createRunTransitions } from '../store/reports/run-transitions.ts';
import { createScheduleReplanner } from '../store/schedules/schedule-replanner.ts';
import { repeat } from '../runtime/repeat.ts';
import { endLostCalls } from './dead-gateways/end-lost-calls.ts';
import { indexJournal } from './indexing/index-journal.ts';
import { accountForDeadGateways } from './dead-gateways/account-for-dead-gateways.ts';
import { endCallsOfDeadGateways } from './dead-gateways/end-calls-of-dead-gateways.ts';
import { delayAfterAbort, stopHeartbeats, DRAIN_GRACE_MS, handOver } from './hand-over-parts.ts';
import { reportLiveness } from './liveness.ts';
import { measureWorker } from './metrics/measure-worker.ts';
import { logIds } from './telemetry/log-ids.ts';
import { reconcile } from './relay/reconcile.ts';
import { sweepUnpriced } from './repricing/sweep-unpriced.ts';
import { connectTemporal } from './temporal/connect-temporal.ts';
import { installWorkerRuntime } from './temporal/temporal-runtime.ts';
import { workWithTemporal } from './work-with-temporal.ts';

const HEARTBEAT_SECONDS = 5;
const RETRY_SECONDS = 2;
const LOST_CALLS_SECONDS = 3_600;
/** Seconds between searches for dead gateways. */
const DEAD_GATEWAYS_SECONDS = 15;
/** Seconds between searches for calls without a price that the price table has meanwhile. */
const REPRICING_SECONDS = 60;
/**
 * The time-out of a statement. Retention removes rows in slices, and no other statement takes seconds; one that waits
 * longer for a lock is retried.
 */
const ANSWER_MS = 120_000;
/** Milliseconds for the last calls of workers to Temporal after their last activity ended. */
const LAST_CALLS_MS = 1_000;

const clock: Clock = { now: () => new Date() };
const configuration = readConfiguration(process.env, 'worker');
const { logger: log, destination } = openProcessLog('worker', configuration, logIds);
answerProbes();
watchEventLoop(log);
const instanceId = randomUUID();
const tracing = startTracing(configuration, { name: 'truetally-worker', instanceId }, log);
const readSdkMetrics = await installWorkerRuntime(log, configuration);
const stopping = new AbortController();
// Each part of the worker adds a listener. These are more than the default limit of ten, but a fixed number.
setMaxListeners(0, stopping.signal);
const running = workTraced().catch(giveUp);
handleShutdown(configuration, log, () => {
  stopping.abort();
  return running;
});

/** Runs the worker, and sends the remaining spans after any end. */
async function workTraced(): Promise<boolean> {
  try {
    return await work(configuration, log, stopping.signal);
  } finally {
    await tracing.shutdown();
  }
}

/** Returns the step for gateways that died: it ends their calls and charges them for their leases of limits. */
function lookAfterDeadGateways(
  pool: pg.Pool,
  journal: Journal,
  writer: LineWriter,
  logger: Logger,
): () => Promise<void> {
  const keys = createVirtualKeyStore(pool, clock);
  const services = createServiceKeyStore(pool, clock);
  const rotations = async (): Promise<KeyRotations> =>
    findRotations([...(await keys.list()), ...(await services.listRotations())]);
  const leases = createLapsedLeaseStore(pool, clock);
  const processes = createGatewayProcessStore(pool, clock);
  return async () => {
    await endCallsOfDeadGateways({ processes, journal, writer, log: logger });
    await accountForDeadGateways({ leases, journal, rotations, log: logger });
  };
}

function giveUp(fault: unknown): never {
  log.fatal({ err: fault }, 'the worker cannot go on');
  process.exit(1);
}

/**
 * The settings of judges, calibrations and routing, the judging evaluators, and the policy epoch; empty without a file.
 */
function evalsParts({ file, source }: LoadedConfiguration) {
  const { validation, calibration } = evalsSettings(file.evals);
  const policyEpoch = source === undefined ? '' : policyFingerprint(file);
  return { validation, calibration, policyEpoch, routing: file.routing, evaluators: judgingEvaluators(file.evals) };
}

/**
 * Runs all work of the worker process, until the signal aborts. True if all work ended, or was handed over, within the
 * drain time.
 */
async function work(settings: Configuration, logger: Logger, signal: AbortSignal): Promise<boolean> {
  const { databaseUrl, clickhouseUrl, temporalAddress } = settings;
  if (databaseUrl === undefined || clickhouseUrl === undefined || temporalAddress === undefined) {
    throw new StartupFault(
      'The worker needs TRUETALLY_DATABASE_URL, TRUETALLY_CLICKHOUSE_URL and TRUETALLY_TEMPORAL_ADDRESS. Set all three.',
    );
  }
  const loaded = loadConfigurationFile(settings.configurationFile);
  for (const warning of loaded.warnings) logger.warn(warning);
  const evals = evalsParts(loaded);
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const journal = openJournal(settings);
  const shared = { pool, clickhouse, clock, faultPoints, log: logger };
  // Stored content expires also after capture was turned off.
  const contents = openContentStore(captureSettings(loaded.file.dashboard?.capture), clock, settings.contentLimits);
  let connection: NativeConnection | undefined;
  const workers = new Map<Component, Worker>();
  const measuring = await measureWorker({
    ...shared,
    settings,
    destination,
    databaseUrl,
    journal,
    connection: () => connection,
    readSdkMetrics,
  });

  const withTemporal = async (): Promise<void> => {
    connection ??= await connectTemporal(temporalEndpoint(settings, temporalAddress), { signal, log: logger });
    if (connection !== undefined) {
      await workWithTemporal(
        { ...shared, connection, databaseUrl, settings, ...evals, contents, measuring, giveUp },
        workers,
        signal,
      );
    }
  };

  const reconcilerParts = measuring.counters.takenUp({
    lostRuns: createLostRunStore(pool, clock),
    runs: createRunTransitions(pool, clock),
    lostComparisonRuns: createLostComparisonRunStore(pool, clock),
    lostExperimentRuns: createLostExperimentRunStore(pool, clock),
    lostFits: createCalibrationFitStore(pool, clock),
    overdue: createOverdueWorkspaceStore(pool, clock),
    replanner: createScheduleReplanner(pool, clock, timeZones),
    staleMs: settings.staleSeconds * 1000,
    log: logger,
  });
  const writer = journal.openWriter({ writerId: `worker-${instanceId}` });
  const repricing = sweepUnpriced({ ...shared, journal, writer, onAsked: measuring.counters.repriced }, signal);
  const lostCalls = { find: createLostCallFinder(clickhouse), writer, clock };
  const { isEnabled: sweepsJudges } = evals.validation.autoValidate;
  const liveness = { always: ['reconciler'] as const, sweepsJudges, clickhouse, connection: () => connection, workers };
  const heartbeats = createHeartbeatStore(pool, clock);
  const every = (seconds: number) => ({ everyMs: seconds * 1000, signal, log: logger });
  const parting = { heartbeats, sources: createIngestSourceStore(pool, clock), instanceId, log: logger };
  const parts = Promise.all([
    repeat('work with Temporal', withTemporal, every(RETRY_SECONDS)),
    repeat('reconciler', () => reconcile(reconcilerParts), every(settings.reconcileSeconds)),
    indexJournal({ ...shared, journal, instanceId, settings, counters: measuring.counters }, signal),
    repeat('lost calls', () => endLostCalls(lostCalls, signal), every(LOST_CALLS_SECONDS)),
    repeat('dead gateways', lookAfterDeadGateways(pool, journal, writer, logger), every(DEAD_GATEWAYS_SECONDS)),
    repeat('repricing', repricing, every(REPRICING_SECONDS)),
    watchStaleConfiguration(settings.configurationFile, logger, signal),
    repeat('heartbeats', () => reportLiveness(heartbeats, instanceId, liveness), every(HEARTBEAT_SECONDS)),
    // From here on, the process takes up no new work, so it must no longer count as alive.
    delayAfterAbort(signal, 0).then(() => stopHeartbeats(parting)),
  ]);
  const late = delayAfterAbort(signal, settings.drainSeconds * 1000 + DRAIN_GRACE_MS + LAST_CALLS_MS).then(() => false);
  const isWhole = await Promise.race([parts.then(() => true), late]);
  await handOver(parting);
  if (!isWhole) return false;
  await measuring.stop();
  await connection?.close();
  await clickhouse.close();
  await writer.close();
  await journal.close();
  await pool.end();
  return true;
}
