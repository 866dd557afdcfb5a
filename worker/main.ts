import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { Runtime, type NativeConnection, type Worker } from '@temporalio/worker';
import closeWithGrace from 'close-with-grace';
import { pino, type Logger } from 'pino';
import { createActivities } from '../activities/create-activities.ts';
import { createRetentionActivities } from '../activities/retention-sweep.ts';
import { createAnalyticsClient } from '../analytics/client.ts';
import { createInsightReader } from '../analytics/insight/reader.ts';
import type { Clock } from '../domain/clock.ts';
import type { Component } from '../domain/components.ts';
import { readConfiguration, type Configuration } from '../platform/configuration.ts';
import { killAtFaultPoint } from '../platform/fault-points.ts';
import { StartupFault } from '../platform/startup-fault.ts';
import { createHeartbeatStore } from '../store/heartbeats.ts';
import { createIngestStateStore } from '../store/ingest-state.ts';
import { createInstallationSecretStore } from '../store/installation-secrets.ts';
import { createLostRunStore } from '../store/lost-runs.ts';
import { newId } from '../store/new-id.ts';
import { createOutboxStore } from '../store/outbox-store.ts';
import { createPool } from '../store/pool.ts';
import { createRetentionSweepStore } from '../store/retention-sweep.ts';
import { createRunStartStore } from '../store/run-starts.ts';
import { createRunTransitions } from '../store/run-transitions.ts';
import { createTenancyStore } from '../store/tenancy.ts';
import { keepHouse } from './housekeeping.ts';
import { indexJournal } from './index-journal.ts';
import { reportLiveness } from './liveness.ts';
import { reconcile } from './reconciler.ts';
import { repeat } from './repeat.ts';
import { workOnRequestedRuns } from './requested-runs.ts';
import { runRelay } from './run-relay.ts';
import { connectTemporal } from './temporal-connection.ts';
import { installTemporalRuntime } from './temporal-runtime.ts';
import { workflowBundle } from './workflow-bundle.ts';

const HEARTBEAT_SECONDS = 5;
const RETRY_SECONDS = 2;
/** Longer than the worker's own grace for its activities; the launcher kills after 20 s. */
const CLOSE_MS = 18_000;
const BUNDLE_FOLDER = join(import.meta.dirname, '..', '.cache');

const clock: Clock = { now: () => new Date() };
const configuration = readConfiguration(process.env);
const log = pino({ level: configuration.logLevel, base: { process: 'worker' } });
installTemporalRuntime(log);
const stopping = new AbortController();
const running = work(configuration, log, stopping.signal).catch((error: unknown) => {
  log.fatal({ err: error }, 'the worker cannot go on');
  process.exit(1);
});
closeWithGrace({ delay: CLOSE_MS, logger: false }, async ({ err, signal }) => {
  if (err === undefined) log.info({ signal }, 'stopping');
  else log.fatal({ err }, 'the worker fails');
  stopping.abort();
  await running;
});

/** Does everything that the worker process does, until the signal aborts. */
async function work(settings: Configuration, logger: Logger, signal: AbortSignal): Promise<void> {
  const { databaseUrl, clickhouseUrl, temporalAddress, journalFolder } = settings;
  if (databaseUrl === undefined || clickhouseUrl === undefined || temporalAddress === undefined) {
    throw new StartupFault('The worker needs TRUETALLY_DATABASE_URL, _CLICKHOUSE_URL and _TEMPORAL_ADDRESS.');
  }
  const pool = createPool(databaseUrl);
  const clickhouse = createAnalyticsClient(clickhouseUrl);
  const runs = createRunTransitions(pool, clock);
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const timeouts = { heartbeatMs: settings.runHeartbeatSeconds * 1000, attemptMs: settings.runTimeoutSeconds * 1000 };
  let connection: NativeConnection | undefined;
  const workers = new Map<Component, Worker>();

  const withTemporal = async (): Promise<void> => {
    connection ??= await connectTemporal(temporalAddress, { signal, log: logger });
    if (connection === undefined) return;
    const namespace = settings.temporalNamespace;
    const sealKey = settings.sealKey ?? (await createInstallationSecretStore(pool, clock).sealKey());
    const reader = createInsightReader({ clickhouse, ingestState: createIngestStateStore(pool), sealKey, clock });
    const tenancy = createTenancyStore(pool);
    const newRequestId = (): string => newId('request');
    const activities = createActivities({ runs, tenancy, reader, faultPoints, newRequestId, log: logger });
    const bundle = await workflowBundle(BUNDLE_FOLDER, Runtime.instance().logger);
    const client = new Client({ connection, namespace });
    const relayParts = {
      outbox: createOutboxStore(pool, clock),
      runStarts: createRunStartStore(pool),
      client,
      clock,
      timeouts,
      faultPoints,
      log: logger,
    };
    const parts = { connection, namespace, workflowBundle: bundle, log: logger };
    const sweeps = createRetentionSweepStore(pool, clock);
    const sweeping = createRetentionActivities({ sweeps, clock, faultPoints, log: logger });
    const keep =
      (component: Component) =>
      (worker: Worker): unknown =>
        workers.set(component, worker);
    await Promise.all([
      runRelay(relayParts, databaseUrl, signal),
      workOnRequestedRuns({ ...parts, activities }, keep('worker.requested_runs'), signal),
      keepHouse({ ...parts, client, activities: sweeping }, keep('worker.housekeeping'), signal),
    ]);
  };

  const staleMs = settings.staleSeconds * 1000;
  const reconcilerParts = { lostRuns: createLostRunStore(pool, clock), runs, staleMs, log: logger };
  const liveness = { always: ['reconciler'] as const, connection: () => connection, workers };
  const heartbeats = createHeartbeatStore(pool, clock);
  const instanceId = randomUUID();
  const every = (seconds: number): { everyMs: number; signal: AbortSignal; log: Logger } => ({
    everyMs: seconds * 1000,
    signal,
    log: logger,
  });
  await Promise.all([
    repeat('work with Temporal', withTemporal, every(RETRY_SECONDS)),
    repeat('reconciler', () => reconcile(reconcilerParts), every(settings.reconcileSeconds)),
    indexJournal({ pool, clickhouse, clock, faultPoints, journalFolder, instanceId, log: logger }, signal),
    repeat('heartbeats', () => reportLiveness(heartbeats, instanceId, liveness), every(HEARTBEAT_SECONDS)),
  ]);
  await connection?.close();
  await clickhouse.close();
  await pool.end();
}
