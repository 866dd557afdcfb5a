import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type AnalyticsClient, createAnalyticsClient } from '../analytics/client.ts';
import { createInsightReader } from '../analytics/insight/reader.ts';
import { timeZones } from '../contracts/wire/time-zone.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { answerProbes } from '../runtime/answer-probes.ts';
import { type Configuration, readConfiguration } from '../runtime/configuration.ts';
import { killAtFaultPoint } from '../runtime/fault-points.ts';
import { faultText } from '../runtime/fault-text.ts';
import { endInOrder } from '../runtime/shutdown.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { createApiMetrics } from './metrics/api-metrics.ts';
import { serveMetrics } from '../runtime/telemetry/metrics-listener.ts';
import { openStandardOutput } from '../runtime/telemetry/log-destination.ts';
import { createProcessLog } from '../runtime/telemetry/process-log.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import { createAuditStore } from '../store/installation/audit.ts';
import { createCredentialStore } from '../store/tenancy/credentials.ts';
import { isStoreUnavailable } from '../store/postgres/database-fault.ts';
import { createHeartbeatStore } from '../store/installation/heartbeats.ts';
import { createIngestStateStore } from '../store/ingest/ingest-state.ts';
import { createInstallationSecretStore } from '../store/installation/installation-secrets.ts';
import { newId } from '../store/postgres/new-id.ts';
import { createOutboxStore } from '../store/outbox/outbox-store.ts';
import { createReportInboxStore } from '../store/schedules/report-inbox.ts';
import { createReportOccurrenceStore } from '../store/schedules/report-occurrences.ts';
import { createReportRunStore } from '../store/reports/report-runs.ts';
import { createReportScheduleStore } from '../store/schedules/report-schedules.ts';
import { createReportStore } from '../store/reports/reports.ts';
import { createRunTransitions } from '../store/reports/run-transitions.ts';
import { createPool } from '../store/postgres/pool.ts';
import { createRetentionSweepStore } from '../store/installation/retention-sweep.ts';
import { createSavedViewStore } from '../store/views/saved-views.ts';
import { createScheduleOversight } from '../store/schedules/schedule-oversight.ts';
import { createTenancyStore } from '../store/tenancy/tenancy.ts';
import { createNamedNodeStore } from '../store/tenancy/named-nodes.ts';
import { buildApp } from './app.ts';
import { drainApp } from './frame/drain.ts';
import type { ReportPort } from './ports.ts';

const HEARTBEAT_MS = 5_000;
/** Far more than any statement of a request takes, and less than a caller waits. */
const ANSWER_MS = 30_000;

const clock: Clock = { now: () => new Date() };
serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});

/** Serves the API until the process is told to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env, 'api');
  const { databaseUrl, clickhouseUrl } = settings;
  if (databaseUrl === undefined) throw new StartupFault('The API needs TRUETALLY_DATABASE_URL.');
  const destination = openStandardOutput();
  const logger = createProcessLog('api', settings, destination);
  answerProbes();
  const { longestStallMs } = watchEventLoop(logger);
  const instanceId = randomUUID();
  const tracing = startTracing(settings, { name: 'truetally-api', instanceId }, logger);
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const secrets = createInstallationSecretStore(pool, clock);
  const analytics = clickhouseUrl === undefined ? undefined : createAnalyticsClient(clickhouseUrl);
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : createApiMetrics({ pool, destination, databaseUrl, clickhouse: analytics, clock });
  const clickhouse = analytics && (metrics?.timeQueries(analytics) ?? analytics);
  const heartbeats = createHeartbeatStore(pool, clock);
  const outbox = createOutboxStore(pool, clock);
  const sweeps = createRetentionSweepStore(pool, clock, settings);
  const oversight = createScheduleOversight(pool, clock);
  const sealKey = settings.sealKey ?? (await secrets.sealKey());
  const ingestState = createIngestStateStore(pool);
  let isStopping = false;
  const app = buildApp({
    clock,
    timeZones,
    newId,
    installationKey: await secrets.cursorKey(),
    credentials: createCredentialStore(pool, clock),
    tenancy: createTenancyStore(pool),
    names: createNamedNodeStore(pool),
    savedViews: createSavedViewStore(pool, clock),
    reports: reportPort(pool, settings),
    schedules: { ...createReportScheduleStore(pool, clock), ...createReportOccurrenceStore(pool) },
    inbox: createReportInboxStore(pool, clock),
    ...(clickhouse && { reader: createInsightReader({ clickhouse, ingestState, sealKey, clock }) }),
    audit: createAuditStore(pool, clock),
    limits: settings,
    allowedOrigins: settings.allowedOrigins,
    ...(metrics && { requestMetrics: metrics.requests }),
    isStopping: () => isStopping,
    longestStallMs,
    health: {
      heartbeats: () => heartbeats.lastSeen(),
      outbox: () => outbox.counts(),
      lastSweep: () => sweeps.last(),
      overdueSchedules: () => oversight.overdue(),
      ...(analytics && { pingClickHouse: () => ping(analytics) }),
    },
    isStoreUnavailable,
    logger,
  });

  const beat = async (): Promise<void> => {
    await heartbeats.beat('api', instanceId).catch((err: unknown) => logger.warn({ err }, 'a heartbeat failed'));
  };
  const stopMetrics = await serveMetrics(settings, metrics);
  await app.listen({ host: settings.host, port: settings.port });
  let beaten = beat();
  const beating = setInterval(() => {
    beaten = beat();
  }, HEARTBEAT_MS);

  endInOrder(settings, logger, async ({ failed }) => {
    isStopping = true;
    const isWhole = await drainApp(app, {
      delayMs: failed ? 0 : settings.drainDelaySeconds * 1_000,
      drainMs: settings.drainSeconds * 1_000,
      log: logger,
    });
    clearInterval(beating);
    await beaten;
    await heartbeats.forget(instanceId).catch((err: unknown) => logger.warn({ err }, 'the last heartbeat stays'));
    await stopMetrics();
    await analytics?.close();
    await pool.end();
    await tracing.shutdown();
    return isWhole;
  });
}

/** Reports, their runs and the one move of a run that the API makes itself. */
function reportPort(pool: pg.Pool, { faultPoint, temporalAddress }: Configuration): ReportPort {
  const faultPoints = killAtFaultPoint(faultPoint);
  const reports = createReportStore(pool, clock);
  const runs = createReportRunStore(pool);
  const transitions = createRunTransitions(pool, clock);
  return {
    ...reports,
    ...runs,
    hasWorker: temporalAddress !== undefined,
    async create(input) {
      const created = await reports.create(input);
      faultPoints.reach('api.report_committed');
      return created;
    },
    async cancelRun(runId) {
      const { cancelled } = await transitions.cancel(runId);
      return cancelled ? (await runs.findRun(runId))?.run : undefined;
    },
  };
}

async function ping(analytics: AnalyticsClient): Promise<void> {
  const answer = await analytics.ping();
  if (!answer.success) throw answer.error;
}
