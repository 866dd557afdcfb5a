import { randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import { createAnalyticsClient } from '../analytics/analytics-client.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { answerProbes } from '../runtime/process/answer-probes.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { FairWorker } from '../runtime/fair-worker.ts';
import { watchStaleConfiguration } from '../runtime/configuration/stale-configuration-check.ts';
import { createRunningConfiguration } from '../runtime/configuration/create-running-configuration.ts';
import { loadConfigurationFile } from '../runtime/configuration/load-configuration-file.ts';
import { faultText } from '../runtime/fault-text.ts';
import { handleShutdown } from '../runtime/process/shutdown.ts';
import { listenAt } from '../runtime/addresses/listen-at.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { serveMetrics } from '../runtime/telemetry/serve-metrics.ts';
import { openProcessLog } from '../runtime/telemetry/open-process-log.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createHeartbeatStore } from '../store/installation/heartbeat-store.ts';
import { createIndexProgressStore } from '../store/ingest/index-progress-store.ts';
import { createPool } from '../store/postgres/pool.ts';
import { ACCEPT_BACKLOG } from '../transport/connection-times.ts';
import { createApiMetrics } from './metrics/api-metrics.ts';
import { createApp } from './composition/app.ts';
import { drainApp } from './frame/drain-app.ts';
import { writeHeartbeats } from './health/write-heartbeats.ts';
import { createLargeBodies, type ThreadResult, type ReadTask } from './bodies/large-bodies.ts';
import type { ApiPorts } from './ports/ports.ts';
import { createCustomerPorts } from './composition/customer-ports.ts';
import { openDecisions } from './composition/open-decisions.ts';
import { openTraffic } from './composition/open-traffic.ts';
import { managementLanes } from './composition/management-lanes.ts';

/**
 * The time-out of a statement in milliseconds: far more than any statement of a request takes, and less than callers
 * wait.
 */
const ANSWER_MS = 30_000;

/**
 * The time-out for reading a body in the thread, in milliseconds. The largest body takes 0.6 s of processor time, and
 * the thread takes half a second to start.
 */
const READING_MS = 30_000;
/** The memory limits of the thread; the largest body takes about 100 MiB. */
const READING_MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

const clock: Clock = { now: () => new Date() };
serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});

/** Serves the API until the process is asked to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env, 'api');
  const { databaseUrl, clickhouseUrl, host, port, managementPort } = settings;
  if (databaseUrl === undefined)
    throw new StartupFault('The API needs TRUETALLY_DATABASE_URL. Set it to the URL of Postgres.');
  const loaded = loadConfigurationFile(settings.configurationFile);
  const { file, warnings } = loaded;
  const running = createRunningConfiguration(loaded, process.env, clock.now());
  const { logger, destination, build } = openProcessLog('api', settings);
  for (const warning of warnings) logger.warn(warning);
  answerProbes();
  const { maxStallMs } = watchEventLoop(logger);
  const instanceId = randomUUID();
  const tracing = startTracing(settings, { name: 'truetally-api', instanceId }, logger);
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const analytics = clickhouseUrl === undefined ? undefined : createAnalyticsClient(clickhouseUrl);
  const metrics =
    settings.metricsPort === undefined
      ? undefined
      : createApiMetrics({ pool, destination, databaseUrl, clickhouse: analytics, clock });
  const clickhouse = analytics && (metrics?.timeQueries(analytics) ?? analytics);
  const heartbeats = createHeartbeatStore(pool, clock);
  await createIndexProgressStore(pool, clock).expectIndexer();
  const journal = openJournal(settings);
  const traffic = openTraffic(pool, clock, journal, settings, { instanceId, metrics: metrics?.traffic });
  const decisions = openDecisions(journal, logger, metrics?.management.decisionMetrics);
  const reading = openReadingThread();
  let isStopping = false;
  const ports: ApiPorts = {
    ...(await createCustomerPorts({ pool, clock, settings, file, analytics, clickhouse, metrics })),
    traffic,
    largeBodies: createLargeBodies(reading),
    isStopping: () => isStopping,
    maxStallMs,
    build,
    logger,
  };
  // The application with the readiness check listens last, so that all others listen by then.
  const own = { app: createApp(ports), port, what: 'The API', setting: 'TRUETALLY_PORT' };
  const ownConfiguration = { processName: `api-${instanceId}`, running };
  const { auditDays, signOnSecret } = settings;
  const managed = { ...ports, ...metrics?.management, ownConfiguration, decisions, auditDays, signOnSecret };
  const lanes = [...managementLanes(managed, pool, clickhouse, managementPort, file), own];

  const stopMetrics = await serveMetrics(settings, metrics);
  for (const { app, ...named } of lanes) await listenAt(app, { host, ...named }, ACCEPT_BACKLOG);
  const heart = writeHeartbeats(heartbeats, instanceId, logger);
  const watching = new AbortController();
  void watchStaleConfiguration(settings.configurationFile, logger, watching.signal);

  handleShutdown(settings, logger, async ({ failed }) => {
    isStopping = true;
    // Streams have no end of their own, and every application waits for its answers.
    await decisions.close();
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

/**
 * Opens the thread that reads large bodies. Its program is below the folder of this file, as a source or in a bundle.
 */
function openReadingThread(): FairWorker<ReadTask, ThreadResult> {
  const { filename } = import.meta;
  const program = join(dirname(filename), 'composition', `read-in-thread${extname(filename)}`);
  return new FairWorker({ program, threads: 1, maxMs: READING_MS, memory: READING_MEMORY });
}
