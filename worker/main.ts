import { randomUUID } from 'node:crypto';
import type { NativeConnection, Worker } from '@temporalio/worker';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { createAnalyticsClient } from '../analytics/client.ts';
import { timeZones } from '../contracts/time-zone.ts';
import type { Clock } from '../domain/clock.ts';
import type { Component } from '../domain/components.ts';
import { readConfiguration, type Configuration } from '../platform/configuration.ts';
import { killAtFaultPoint } from '../platform/fault-points.ts';
import { StartupFault } from '../platform/startup-fault.ts';
import { createProcessLog } from '../platform/telemetry/process-log.ts';
import { startTracing } from '../platform/telemetry/tracing.ts';
import { temporalEndpoint } from '../platform/temporal-endpoint.ts';
import { createHeartbeatStore } from '../store/heartbeats.ts';
import { createLostRunStore } from '../store/lost-runs.ts';
import { createOverdueWorkspaceStore } from '../store/overdue-workspaces.ts';
import { createPool } from '../store/pool.ts';
import { createRunTransitions } from '../store/run-transitions.ts';
import { createScheduleReplanner } from '../store/schedule-replanning.ts';
import { indexJournal } from './index-journal.ts';
import { reportLiveness } from './liveness.ts';
import { logIds } from './log-ids.ts';
import { reconcile } from './reconciler.ts';
import { repeat } from './repeat.ts';
import { connectTemporal } from './temporal-connection.ts';
import { installTemporalRuntime } from './temporal-runtime.ts';
import { workWithTemporal } from './work-with-temporal.ts';

const HEARTBEAT_SECONDS = 5;
const RETRY_SECONDS = 2;
/** Longer than the worker's own grace for its activities; the launcher kills after 20 s. */
const CLOSE_MS = 18_000;

const clock: Clock = { now: () => new Date() };
const configuration = readConfiguration(process.env);
const log = createProcessLog('worker', configuration, logIds);
const instanceId = randomUUID();
const tracing = startTracing(configuration, { name: 'truetally-worker', instanceId }, log);
installTemporalRuntime(log);
const stopping = new AbortController();
const running = work(configuration, log, stopping.signal)
  .finally(() => tracing.shutdown())
  .catch((error: unknown) => {
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
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const shared = { pool, clickhouse, clock, faultPoints, log: logger };
  let connection: NativeConnection | undefined;
  const workers = new Map<Component, Worker>();

  const withTemporal = async (): Promise<void> => {
    connection ??= await connectTemporal(temporalEndpoint(settings, temporalAddress), { signal, log: logger });
    if (connection !== undefined) {
      await workWithTemporal({ ...shared, connection, databaseUrl, settings }, workers, signal);
    }
  };

  const reconcilerParts = {
    lostRuns: createLostRunStore(pool, clock),
    runs: createRunTransitions(pool, clock),
    overdue: createOverdueWorkspaceStore(pool, clock),
    replanner: createScheduleReplanner(pool, clock, timeZones),
    staleMs: settings.staleSeconds * 1000,
    log: logger,
  };
  const liveness = { always: ['reconciler'] as const, clickhouse, connection: () => connection, workers };
  const heartbeats = createHeartbeatStore(pool, clock);
  const every = (seconds: number): { everyMs: number; signal: AbortSignal; log: Logger } => ({
    everyMs: seconds * 1000,
    signal,
    log: logger,
  });
  await Promise.all([
    repeat('work with Temporal', withTemporal, every(RETRY_SECONDS)),
    repeat('reconciler', () => reconcile(reconcilerParts), every(settings.reconcileSeconds)),
    indexJournal({ ...shared, journalFolder, instanceId }, signal),
    repeat('heartbeats', () => reportLiveness(heartbeats, instanceId, liveness), every(HEARTBEAT_SECONDS)),
  ]);
  await connection?.close();
  await clickhouse.close();
  await pool.end();
}
