import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGEMENT_ROOT } from '../contracts/management/root.ts';
import { judgeVariables } from '../domain/judges/work/judge-variables.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { readConfiguration, type Configuration } from '../runtime/configuration/configuration.ts';
import { loadConfigurationFile } from '../runtime/configuration/load-configuration-file.ts';
import { readConnection, writeConnection, type Connection } from '../runtime/addresses/connection.ts';
import { makeStream } from '../maintenance/make-stream.ts';
import { prepareNamespace } from '../maintenance/temporal-namespace.ts';
import { faultText } from '../runtime/fault-text.ts';
import { migrateStores } from '../maintenance/migrate-stores.ts';
import { killAfterSeconds } from '../runtime/process/shutdown.ts';
import { buildText, readBuildVersion } from '../runtime/telemetry/read-build-version.ts';
import { temporalEndpoint } from '../runtime/addresses/temporal-endpoint.ts';
import { announcement } from './announcement.ts';
import { requireCompleteData } from './backup/restore-mark.ts';
import type { ServiceName } from './processes/child-environment.ts';
import { lockDataFolder } from './processes/lock-data-folder.ts';
import { ensureDemo, seedDemo, waitUntilIndexed, type Demo } from './demo/demo.ts';
import { runsDemoEvals } from './demo/demo-evals.ts';
import { ensureDemoKey } from './gateway/ensure-demo-key.ts';
import { planGateway, type GatewayPlan } from './gateway/plan-gateway.ts';
import { ensureFirstUser } from './management/ensure-first-user.ts';
import { planManagementPlane } from './management/plan-management-plane.ts';
import { startEngines, type EngineUrls } from './start-engines.ts';
import { startDemoJudges, type WorkerAdditions } from './demo/demo-judges.ts';
import { retryOnLostEngine, reportWhileWaiting } from './processes/report-while-waiting.ts';
import { requestReadiness } from './processes/request-readiness.ts';
import { restrictFolder } from './restrict-folder.ts';
import { writeShellVariables } from './shell-variables.ts';
import { startService, type ServicePlan } from './processes/start-service.ts';
import { supervise, type Supervision } from './processes/supervise.ts';
import { waitUntilComponentsAlive } from './processes/wait-until-components-alive.ts';
import { waitUntilReady } from './processes/wait-until-ready.ts';

const startedAt = performance.now();
const showsCredentials = process.argv.includes('--show-credentials');
/** The number of synthetic requests of a new data folder, as `--demo-requests` states it. */
const demoRequests = statedNumber('--demo-requests');
const clock: Clock = { now: () => new Date() };

/** All started processes in their order of start; they are stopped in reverse order. */
const running: Supervision[] = [];
let unlock: (() => void) | undefined;
let ending: Promise<void> | undefined;
/** The process that is being stopped. */
let current: Supervision | undefined;

function statedNumber(flag: string): number | undefined {
  const text = process.argv[process.argv.indexOf(flag) + 1];
  return process.argv.includes(flag) && /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined;
}

function report(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
  if (ending === undefined) console.log(`${seconds} s  ${line}`);
}

async function launch(): Promise<void> {
  const configuration = readConfiguration(process.env);
  report(`Truetally ${buildText(readBuildVersion(configuration.commit))}`);
  // A faulty file fails here; otherwise, each process would refuse it minutes later, in its log.
  const { file } = loadConfigurationFile(configuration.configurationFile);
  // Only this account may read the files of this process and its children, regardless of the shell's umask.
  process.umask(0o077);
  unlock = lockDataFolder(configuration.dataFolder);
  requireCompleteData(configuration.dataFolder);
  restrictFolder(configuration.dataFolder);
  const gateway = planGateway(file, {
    env: process.env,
    folder: join(configuration.dataFolder, 'playback'),
    playbackPort: configuration.playbackPort,
  });
  const urls = await startEngines(configuration, running, report);

  report('migrating the tables');
  const endpoint = temporalEndpoint(configuration, urls.temporalAddress);
  await Promise.all([
    persist('the migration of the tables', () => migrateStores(urls, clock)),
    persist('the stream of the journal', () => makeStream(configuration.journalStream)),
    persist('the Temporal namespace', () => prepareNamespace(endpoint, configuration.temporalNamespace)),
  ]);
  const kept = readConnection(configuration.dataFolder);
  const demo = await persist('the demo', () => ensureDemo(urls.databaseUrl, clock, kept?.credentials));
  const key = await persist('the key of the demo', () => ensureDemoKey(urls.databaseUrl, clock, kept?.gateway_key));
  const managementPort = planManagementPlane(file, configuration.managementPort);
  const management = managementUrl(configuration, managementPort);
  const playback = gateway.playbackUrl === undefined ? {} : { playback_url: gateway.playbackUrl };
  const connection = { ...connectionOf(configuration, urls, demo, key), ...management, ...playback };
  const connectionFile = writeConnection(configuration.dataFolder, connection);
  const variablesFile = writeShellVariables(configuration.dataFolder, connection, builtCommand());

  const written = await seedDemo(configuration, demo, { clock, requests: demoRequests });
  const events = written.traffic + written.outcomes;

  // The worker gets the judges of the configuration file, or else those of the demo.
  const own = { worker: { env: {}, named: judgeVariables(file.evals) }, apiConfiguration: gateway.configuration };
  const files = { worker: file, api: gateway.file };
  const { dataFolder } = configuration;
  const played = runsDemoEvals(file) ? await startDemoJudges(dataFolder, files, running, report) : undefined;
  const since = clock.now();
  const { worker: judging, apiConfiguration } = played ?? own;
  await startServices(configuration, urls, { judging, apiConfiguration, gateway, managementPort });
  const log = join(dataFolder, 'worker', 'service.log');
  if (events > 0) {
    report(`loading ${events} events of synthetic traffic`);
    const loaded = await persist('the traffic of the demo', () => waitUntilIndexed(urls.databaseUrl, written, report));
    if (loaded) report(`loaded ${events} events`);
    else report(`not all events are loaded yet; see ${log}`);
  }
  await waitUntilComponentsAlive(urls.databaseUrl, { since, clock, log, report });
  // The last step, so that a start that fails earlier does not lose the password.
  const firstUser = managementPort === undefined ? undefined : await ensureFirstUser(urls.databaseUrl, clock);
  if (ending === undefined) {
    console.log(announcement({ connection, connectionFile, variablesFile, showsCredentials, firstUser }));
    // A command that started this process continues when everything runs.
    process.send?.({ running: connectionFile });
  }
}

/** The built command line of the checkout; undefined if it was not built. */
function builtCommand(): string | undefined {
  const path = join(import.meta.dirname, '..', 'cli', 'dist', 'tt.cjs');
  return existsSync(path) ? path : undefined;
}

/**
 * Runs start-up work. A lost embedded engine is restarted and the work is retried; a fault of an external engine is
 * reported immediately.
 */
function persist<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  return running.length === 0 ? reportWhileWaiting(what, work(), report) : retryOnLostEngine(what, work, report);
}

interface ServiceParts {
  readonly judging: WorkerAdditions;
  /** The configuration file of the API that replaces the existing one; undefined to use the existing file. */
  readonly apiConfiguration: string | undefined;
  readonly gateway: GatewayPlan;
  /** The port of the management plane; undefined if the configuration file disables the plane. */
  readonly managementPort: number | undefined;
}

/**
 * Starts the services.
 * @param additions settings of worker and gateway, and the variables that their configuration file names
 */
async function startServices(
  configuration: Configuration,
  urls: EngineUrls,
  { judging, apiConfiguration, gateway, managementPort }: ServiceParts,
): Promise<void> {
  const env = {
    TRUETALLY_DATABASE_URL: urls.databaseUrl,
    TRUETALLY_CLICKHOUSE_URL: urls.clickhouseUrl,
    // The URLs may have come from these files, and both settings together would conflict.
    TRUETALLY_DATABASE_URL_FILE: '',
    TRUETALLY_CLICKHOUSE_URL_FILE: '',
    TRUETALLY_TEMPORAL_ADDRESS: urls.temporalAddress,
    TRUETALLY_PUBLIC_UI_URL: urls.temporalUiUrl ?? '',
    TRUETALLY_DATA: configuration.dataFolder,
    ...(configuration.journalStream === undefined && {
      TRUETALLY_JOURNAL: configuration.journalFolder,
      TRUETALLY_JOURNAL_FILE: '',
    }),
  };
  const { host, port, codecHost, codecPort, proxyHost, proxyPort, playbackPort } = configuration;
  const [apiMetrics, workerMetrics, proxyMetrics] = metricsPorts(configuration);
  const stopMs = killAfterSeconds(configuration) * 1_000;
  // The management plane shows the settings of gateway and judges, so its file has both.
  const demo = {
    TRUETALLY_DEMO_GATEWAY_URL: `http://${proxyHost}:${proxyPort}`,
    TRUETALLY_MANAGEMENT_PORT: String(managementPort ?? ''),
  };
  const shown = {
    env: apiConfiguration === undefined ? demo : { ...demo, TRUETALLY_CONFIG: apiConfiguration },
    named: [],
  };
  const additions: Partial<Record<ServiceName, WorkerAdditions>> = { worker: judging, proxy: gateway, api: shown };
  const start = async (
    service: ServiceName,
    { metrics, ...listening }: Pick<ServicePlan, 'listens' | 'args'> & { metrics?: number | undefined } = {},
  ): Promise<string> => {
    const folder = join(configuration.dataFolder, service);
    const { env: more, named } = additions[service] ?? { env: {}, named: [] };
    const own = { ...env, ...more, TRUETALLY_METRICS_PORT: String(metrics ?? '') };
    const reportService = (line: string): void => report(`${service} ${line}`);
    const plan = { service, folder, env: own, named, stopMs, report: reportService, ...listening };
    running.push(await supervise(service, () => startService(plan), report));
    return join(folder, 'service.log');
  };
  if (configuration.payloadKeys.length > 0) {
    await start('codec', { listens: { host: codecHost, port: codecPort, variable: 'TRUETALLY_CODEC_PORT' } });
  }
  await start('worker', { metrics: workerMetrics });
  const apiLog = await start('api', { listens: { host, port, variable: 'TRUETALLY_PORT' }, metrics: apiMetrics });
  if (gateway.answers !== undefined)
    await start('playback', {
      listens: { host: '127.0.0.1', port: playbackPort, variable: 'TRUETALLY_PLAYBACK_PORT' },
      args: [gateway.answers, '--port', String(playbackPort)],
    });
  const proxyLog = await start('proxy', {
    listens: { host: proxyHost, port: proxyPort, variable: 'TRUETALLY_PROXY_PORT' },
    metrics: proxyMetrics,
  });
  report('waiting until everything is ready');
  await waitUntilReady('the API', () => requestReadiness(`http://${host}:${port}/readyz`), apiLog, report);
  const gatewayUrl = `http://${proxyHost}:${proxyPort}`;
  await waitUntilReady('the gateway', () => requestReadiness(`${gatewayUrl}/readyz`), proxyLog, report);
}

/** The ports at which the API, the worker and the gateway serve their metrics; none by default. */
function metricsPorts({ metricsPort: port }: Configuration): readonly number[] {
  return port === undefined ? [] : [port, port + 1, port + 2];
}

function connectionOf(configuration: Configuration, urls: EngineUrls, demo: Demo, gatewayKey: string): Connection {
  const origin = `http://${configuration.host}:${configuration.port}`;
  return {
    base_url: `${origin}/portal/api/v1/customer/v1`,
    docs_url: `${origin}/docs`,
    organization_id: demo.organizationId,
    workspace_id: demo.workspaceId,
    application_ids: demo.applicationIds,
    environment_ids: demo.environmentIds,
    environments: demo.environments.map((leaf) => ({
      application_id: leaf.applicationId,
      gateway_id: leaf.gatewayId,
      environment_id: leaf.environmentId,
    })),
    credentials: demo.credentials,
    gateway_url: `http://${configuration.proxyHost}:${configuration.proxyPort}`,
    gateway_key: gatewayKey,
    database_url: urls.databaseUrl,
    clickhouse_url: urls.clickhouseUrl,
    temporal_address: urls.temporalAddress,
    temporal_namespace: configuration.temporalNamespace,
    ...(urls.temporalUiUrl !== undefined && {
      temporal_ui_url: `${urls.temporalUiUrl}/namespaces/${configuration.temporalNamespace}/workflows`,
    }),
    journal_folder: configuration.journalFolder,
    metrics_urls: metricsPorts(configuration).map((port) => `http://${configuration.metricsHost}:${port}/metrics`),
  };
}

function managementUrl({ host }: Configuration, port: number | undefined): Pick<Connection, 'management_url'> {
  return port === undefined ? {} : { management_url: `http://${host}:${port}${MANAGEMENT_ROOT}` };
}

/** Stops all processes in reverse order of start, so that each engine ends after its users. */
async function takeDown(): Promise<void> {
  for (const part of running.splice(0).reverse()) {
    current = part;
    await part.stop();
  }
  unlock?.();
}

function end(code: number): void {
  ending ??= takeDown().then(() => process.exit(code));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
  process.on(signal, () => {
    report('stopping');
    // A second signal is passed on, upon which our processes drop their work in progress.
    if (ending !== undefined) void current?.stop();
    end(0);
  });
}
// The command that started this process has ended without a signal to it.
process.once('disconnect', () => end(0));
// A closed terminal must not end this process before the engines are stopped.
process.stdout.on('error', () => undefined);

launch().catch((error: unknown) => {
  // During a stop, every start in progress fails.
  if (ending !== undefined) return;
  console.error(`truetally: ${faultText(error)}`);
  end(1);
});
