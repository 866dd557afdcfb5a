import { randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import type pg from 'pg';
import { type AnalyticsClient, createAnalyticsClient } from '../analytics/analytics-client.ts';
import { createRepeatedCallCounter } from '../analytics/gateway/repeated-call-counter.ts';
import { createLabelCounter } from '../analytics/judges/label-counter.ts';
import { createConflictFinder } from '../analytics/judges/conflict-finder.ts';
import { createDifferenceReader } from '../analytics/judges/difference-reader.ts';
import { createJudgeReader } from '../analytics/judges/judge-reader.ts';
import { createRequestFinder } from '../analytics/judges/request-finder.ts';
import { createInsightReader } from '../analytics/insight/insight-reader.ts';
import { createCandidateFinder } from '../analytics/judges/candidate-finder.ts';
import type { ConfigurationFile } from '../contracts/management/configuration-file.ts';
import { timeZones } from '../contracts/wire/time-zone.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { cacheSettings } from '../domain/gateway/cache/cache-settings.ts';
import { evalsSettings } from '../domain/judges/configuration/evals-settings.ts';
import { captureSettings } from '../domain/management/capture-settings.ts';
import { isDashboardEnabled } from '../domain/management/configuration-rules.ts';
import { answerProbes } from '../runtime/process/answer-probes.ts';
import { type Configuration, readConfiguration } from '../runtime/configuration/configuration.ts';
import { openContentStore } from '../runtime/captured-content/open-content-store.ts';
import { FairWorker } from '../runtime/fair-worker.ts';
import { lookForStaleConfiguration } from '../runtime/configuration/stale-configuration-look.ts';
import { loadConfigurationFile } from '../runtime/configuration/load-configuration-file.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { faultText } from '../runtime/fault-text.ts';
import { endInOrder } from '../runtime/process/shutdown.ts';
import { listenAt } from '../runtime/addresses/listen-at.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { demoPort } from '../runtime/addresses/demo-port.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { serveMetrics } from '../runtime/telemetry/serve-metrics.ts';
import { openStandardOutput } from '../runtime/telemetry/log-destination.ts';
import { createProcessLog } from '../runtime/telemetry/process-log.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import type { Journal } from '../journal/source/journal.ts';
import { JournalShares } from '../journal/journal-shares.ts';
import { createJournalGate } from '../journal/journal-gate.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createAuditStore } from '../store/installation/audit-store.ts';
import { createCredentialStore } from '../store/tenancy/credential-store.ts';
import { isStoreUnavailable } from '../store/postgres/database-fault.ts';
import { createHeartbeatStore } from '../store/installation/heartbeat-store.ts';
import { createIndexProgressStore } from '../store/ingest/index-progress-store.ts';
import { createIngestStateStore } from '../store/ingest/ingest-state-store.ts';
import { createInstallationSecretStore } from '../store/installation/installation-secret-store.ts';
import { newId } from '../store/postgres/new-id.ts';
import { createOutboxStore } from '../store/outbox/outbox-store.ts';
import { createReportInboxStore } from '../store/schedules/report-inbox-store.ts';
import { createReportOccurrenceStore } from '../store/schedules/report-occurrence-store.ts';
import { createReportRunStore } from '../store/reports/report-run-store.ts';
import { createReportScheduleStore } from '../store/schedules/report-schedule-store.ts';
import { createReportStore } from '../store/reports/report-store.ts';
import { createRunTransitions } from '../store/reports/run-transitions.ts';
import { createPool } from '../store/postgres/pool.ts';
import { createRetentionSweepStore } from '../store/installation/retention-sweep-store.ts';
import { createSavedViewStore } from '../store/views/saved-view-store.ts';
import { createComparisonStore } from '../store/comparisons/comparison-store.ts';
import { createCallPrices } from '../providers/prices/create-call-prices.ts';
import { createModelPrices } from '../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../providers/prices/price-table.ts';
import {
  createComparisonRunRequests,
  type ComparisonRunRequests,
} from '../store/comparisons/comparison-run-requests.ts';
import { createComparisonDecisionStore } from '../store/comparisons/comparison-decision-store.ts';
import { createComparisonVerdictStore } from '../store/comparisons/comparison-verdict-store.ts';
import { createRunEvidenceStore } from '../store/comparisons/run-evidence-store.ts';
import { createComparisonRunStore } from '../store/comparisons/comparison-run-store.ts';
import { createCacheEntryStore } from '../store/gateway/cache-entry-store.ts';
import { createCacheReportStore } from '../store/gateway/cache-report-store.ts';
import { createAnnotationLeaseStore } from '../store/judges/annotation-lease-store.ts';
import { createConnectionStore } from '../store/gateway/connection-store.ts';
import { createSampleStore } from '../store/comparisons/sample-store.ts';
import { createCaseStore } from '../store/comparisons/case-store.ts';
import { createServingRouteStore } from '../store/gateway/serving-route-store.ts';
import { createWorkGauges } from '../store/installation/work-gauges.ts';
import { createScheduleOversight } from '../store/schedules/schedule-oversight.ts';
import { createTenancyStore } from '../store/tenancy/tenancy-store.ts';
import { createPlannedBatchFinder } from '../store/ingest/planned-batch-finder.ts';
import { createLeftOutFinder } from '../store/insight/left-out-finder.ts';
import { createJudgeFailureReader } from '../store/judges/judge-failure-reader.ts';
import { createJudgeRegistry } from '../store/judges/judge-registry.ts';
import { createLoginLimitStore } from '../store/management/login-limit-store.ts';
import { createManagementSessionStore } from '../store/management/management-session-store.ts';
import { createManagementTokenStore } from '../store/management/management-token-store.ts';
import { createManagementUserStore } from '../store/management/management-user-store.ts';
import { createPasswordHasher } from '../store/management/password-hasher.ts';
import { createNamedNodeStore } from '../store/tenancy/named-node-store.ts';
import { ACCEPT_BACKLOG } from '../transport/connection-times.ts';
import { createApiMetrics } from './metrics/api-metrics.ts';
import { createApp } from './composition/app.ts';
import { drainApp } from './frame/drain-app.ts';
import { keepBeating } from './health/keep-beating.ts';
import type { FramePorts } from './ports/frame-ports.ts';
import type { CacheSources } from './management/ports/cache-ports.ts';
import { createManagementApp } from './composition/management-app.ts';
import type { ManagementPorts } from './management/ports/management-ports.ts';
import type { TrafficMetrics } from './ports/traffic-metrics.ts';
import { createLargeBodies, type ReadAnswer, type ReadOrder } from './bodies/large-bodies.ts';
import type { ApiPorts, HealthPort, ReportPort, TrafficPort } from './ports/ports.ts';
import { createReportPort } from './ports/report-port.ts';

type StorePorts = Pick<
  ApiPorts,
  | 'credentials'
  | 'tenancy'
  | 'names'
  | 'savedViews'
  | 'reports'
  | 'schedules'
  | 'inbox'
  | 'routes'
  | 'cases'
  | 'comparisons'
  | 'samples'
  | 'comparisonRuns'
  | 'comparisonEvidence'
  | 'connections'
  | 'audit'
>;

/** Far more than any statement of a request takes, and less than a caller waits. */
const ANSWER_MS = 30_000;

/** The largest body takes 0.6 s of a processor, and the thread half a second to start. */
const READING_MS = 30_000;
/** The largest body becomes some 100 MiB. */
const READING_MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

const clock: Clock = { now: () => new Date() };
serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});

/** Serves the API until the process is told to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env, 'api');
  const { databaseUrl, clickhouseUrl, host, port, managementPort, indexBehindSeconds } = settings;
  if (databaseUrl === undefined) throw new StartupFault('The API needs TRUETALLY_DATABASE_URL.');
  const { file, warnings } = loadConfigurationFile(settings.configurationFile);
  const destination = openStandardOutput();
  const logger = createProcessLog('api', settings, destination);
  for (const warning of warnings) logger.warn(warning);
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
  const sealKey = settings.sealKey ?? (await secrets.sealKey());
  const ingestState = createIngestStateStore(pool);
  await createIndexProgressStore(pool, clock).expectIndexer();
  const journal = openJournal(settings);
  const traffic = openTraffic(pool, journal, settings, { instanceId, metrics: metrics?.traffic });
  const priceTable = await loadPriceTable();
  const reading = openReadingThread();
  let isStopping = false;
  const ports: ApiPorts = {
    clock,
    timeZones,
    newId,
    installationKey: await secrets.cursorKey(),
    ...storePorts(pool, settings),
    prices: createModelPrices(priceTable),
    callPrices: createCallPrices(priceTable),
    ...(clickhouse && { reader: createInsightReader({ clickhouse, ingestState, sealKey, clock, indexBehindSeconds }) }),
    traffic,
    largeBodies: createLargeBodies(reading),
    ...contentPort(file, settings, metrics),
    limits: settings,
    allowedOrigins: settings.allowedOrigins,
    ...(metrics && { requestMetrics: metrics.requests, connectionClosed: metrics.connectionClosed }),
    isStopping: () => isStopping,
    longestStallMs,
    health: healthPort(pool, settings, analytics),
    ...demoPort(settings),
    isStoreUnavailable,
    logger,
  };
  // What is asked whether the process is ready listens last, so that all of it does by then.
  const own = { app: createApp(ports), port, what: 'The API', setting: 'TRUETALLY_PORT' };
  const lanes = [...managementLanes({ ...ports, ...metrics?.management }, pool, clickhouse, managementPort, file), own];

  const stopMetrics = await serveMetrics(settings, metrics);
  for (const { app, ...named } of lanes) await listenAt(app, { host, ...named }, ACCEPT_BACKLOG);
  const heart = keepBeating(heartbeats, instanceId, logger);
  const watching = new AbortController();
  void lookForStaleConfiguration(settings.configurationFile, logger, watching.signal);

  endInOrder(settings, logger, async ({ failed }) => {
    isStopping = true;
    const plan = {
      delayMs: failed ? 0 : settings.drainDelaySeconds * 1_000,
      drainMs: settings.drainSeconds * 1_000,
      log: logger,
    };
    const areWhole = await Promise.all(lanes.map(({ app }) => drainApp(app, plan)));
    watching.abort();
    await heart.stop();
    await reading.close();
    await traffic.close();
    await journal.close();
    await stopMetrics();
    await analytics?.close();
    await pool.end();
    await tracing.shutdown();
    return areWhole.every(Boolean);
  });
}

/** The thread that reads large bodies. Its program lies beside this one, as a source or in its bundle. */
function openReadingThread(): FairWorker<ReadOrder, ReadAnswer> {
  const { filename } = import.meta;
  const program = join(dirname(filename), `read-in-thread${extname(filename)}`);
  return new FairWorker({ program, threads: 1, mostMs: READING_MS, memory: READING_MEMORY });
}

/** The management plane where it has a port, unless the configuration file has none of it. */
function managementLanes(
  ports: ApiPorts & Pick<ManagementPorts, 'onLogin' | 'outcomeMetrics'>,
  pool: pg.Pool,
  clickhouse: Pick<AnalyticsClient, 'query'> | undefined,
  port: number | undefined,
  { cache, dashboard, evals }: ConfigurationFile,
): ({ app: ReturnType<typeof createManagementApp> } & Omit<Parameters<typeof listenAt>[1], 'host'>)[] {
  if (port === undefined || !isDashboardEnabled(dashboard)) return [];
  const { validation, ...settings } = evalsSettings(evals);
  const findLeftOut = createLeftOutFinder(pool);
  const app = createManagementApp({
    ...ports,
    cache: cacheSources(pool, clickhouse, cache),
    ...managementPorts(pool),
    evals: settings,
    ...(clickhouse && {
      outcomeLookups: {
        findRequests: createRequestFinder(clickhouse),
        findConflicts: createConflictFinder(clickhouse, createPlannedBatchFinder(pool)),
      },
      judges: {
        reader: createJudgeReader(clickhouse, findLeftOut),
        differences: createDifferenceReader(clickhouse, findLeftOut),
        failures: createJudgeFailureReader(pool),
        goldSources: validation.goldSources,
        registry: createJudgeRegistry(pool, clock),
        isAutomatic: () => createHeartbeatStore(pool, clock).isDriven('worker.judge_sweep'),
      },
      findCandidates: createCandidateFinder(clickhouse),
      countLabels: createLabelCounter(clickhouse),
    }),
  });
  return [{ app, port, what: 'The management plane', setting: 'TRUETALLY_MANAGEMENT_PORT' }];
}

/** What is shown of the gateway's cache; undefined where the configuration file asks for none. */
function cacheSources(
  pool: pg.Pool,
  clickhouse: Pick<AnalyticsClient, 'query'> | undefined,
  block: ConfigurationFile['cache'],
): CacheSources | undefined {
  const settings = cacheSettings(block);
  if (settings === undefined) return undefined;
  return {
    scope: settings.scope,
    hasSemanticRule: settings.rules.some(({ kind }) => kind === 'semantic'),
    reports: createCacheReportStore(pool, clock),
    entries: createCacheEntryStore(pool, clock),
    ...(clickhouse && { countRepeats: createRepeatedCallCounter(clickhouse) }),
  };
}

/** What the API asks of Postgres. */
function storePorts(pool: pg.Pool, settings: Configuration): StorePorts {
  return {
    credentials: createCredentialStore(pool, clock),
    tenancy: createTenancyStore(pool),
    names: createNamedNodeStore(pool),
    savedViews: createSavedViewStore(pool, clock),
    reports: reportPort(pool, settings),
    schedules: { ...createReportScheduleStore(pool, clock), ...createReportOccurrenceStore(pool) },
    inbox: createReportInboxStore(pool, clock),
    routes: createServingRouteStore(pool, clock),
    cases: createCaseStore(pool, clock),
    ...(settings.temporalAddress !== undefined && { comparisons: createComparisonStore(pool, clock) }),
    samples: createSampleStore(pool, clock),
    comparisonRuns: { ...createComparisonRunStore(pool, clock), ...comparisonRunRequests(pool, settings) },
    comparisonEvidence: {
      ...createRunEvidenceStore(pool),
      ...createComparisonVerdictStore(pool, clock),
      ...createComparisonDecisionStore(pool, clock),
    },
    connections: createConnectionStore(pool, clock),
    audit: createAuditStore(pool, clock),
  };
}

/** What the management plane asks of it besides. */
function managementPorts(pool: pg.Pool): Omit<ManagementPorts, keyof FramePorts | 'evals'> {
  return {
    tokens: createManagementTokenStore(pool, clock),
    users: createManagementUserStore(pool, clock),
    sessions: createManagementSessionStore(pool, clock),
    loginLimits: createLoginLimitStore(pool, clock),
    passwords: createPasswordHasher(),
    annotationLeases: createAnnotationLeaseStore(pool, clock),
  };
}

/** The port over Postgres, with the moment at which a test may kill the process. */
function reportPort(pool: pg.Pool, { faultPoint, temporalAddress }: Configuration): ReportPort {
  const faultPoints = killAtFaultPoint(faultPoint);
  const reports = createReportStore(pool, clock);
  return createReportPort({
    reports: {
      ...reports,
      async create(input) {
        const created = await reports.create(input);
        faultPoints.reach('api.report_committed');
        return created;
      },
    },
    runs: createReportRunStore(pool),
    transitions: createRunTransitions(pool, clock),
    hasWorker: temporalAddress !== undefined,
  });
}

/** Likewise, of comparison runs. */
function comparisonRunRequests(pool: pg.Pool, { faultPoint }: Configuration): ComparisonRunRequests {
  const faultPoints = killAtFaultPoint(faultPoint);
  const requests = createComparisonRunRequests(pool, clock);
  return {
    ...requests,
    async start(key, run) {
      const started = await requests.start(key, run);
      faultPoints.reach('api.comparison_run_committed');
      return started;
    },
  };
}

/** What this process writes into the journal, as long as that takes any. */
function openTraffic(
  pool: pg.Pool,
  journal: Journal,
  { journalLimits: limits }: Configuration,
  { instanceId, metrics }: { instanceId: string; metrics: TrafficMetrics | undefined },
): TrafficPort & { close(): Promise<void> } {
  const work = createWorkGauges(pool, clock);
  const writer = journal.openWriter({
    writerId: `api-${instanceId}`,
    onWritten: (bytes, seconds) => metrics?.written(bytes, seconds),
  });
  const shares = new JournalShares(limits.mostUnreadBytes);
  const gate = createJournalGate({
    journal,
    shares,
    limits,
    plannedOffsets: (ids) => work.plannedOffsets(ids),
    elapsed: () => performance.now(),
  });
  return {
    ...gate,
    hasRoom: (author) => shares.hasRoom(author),
    async append(lines, author) {
      shares.wrote(
        author,
        lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0),
      );
      await writer.appendLines(lines);
    },
    close: () => writer.close(),
    ...(metrics && { metrics }),
  };
}

/** Nothing is kept of what was asked and answered unless the configuration file asks for it. */
function contentPort(
  { dashboard }: ConfigurationFile,
  { contentLimits }: Pick<Configuration, 'contentLimits'>,
  metrics: Pick<ReturnType<typeof createApiMetrics>, 'contents'> | undefined,
): Pick<ApiPorts, 'contents'> {
  const capture = captureSettings(dashboard?.capture);
  if (!capture.request && !capture.response) return {};
  const contents = openContentStore(capture, clock, contentLimits);
  return { contents: metrics?.contents(contents) ?? contents };
}

/** What of the installation is alive, and how much waits. */
function healthPort(pool: pg.Pool, settings: Configuration, analytics: AnalyticsClient | undefined): HealthPort {
  const heartbeats = createHeartbeatStore(pool, clock);
  const outbox = createOutboxStore(pool, clock);
  const sweeps = createRetentionSweepStore(pool, clock, settings);
  const oversight = createScheduleOversight(pool, clock);
  const progress = createIndexProgressStore(pool, clock);
  return {
    indexState: () => progress.state(),
    indexBehindSeconds: settings.indexBehindSeconds,
    heartbeats: () => heartbeats.lastSeen(),
    outbox: () => outbox.counts(),
    lastSweep: () => sweeps.last(),
    overdueSchedules: () => oversight.overdue(),
    ...(analytics && { pingClickHouse: () => ping(analytics) }),
  };
}

async function ping(analytics: AnalyticsClient): Promise<void> {
  const answer = await analytics.ping();
  if (!answer.success) throw answer.error;
}
