import { randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import type { Clock } from '../domain/kernel/clock.ts';
import { openJournal } from '../journal/open-journal.ts';
import type { LineWriter } from '../journal/source/journal.ts';
import { loadPriceTable } from '../providers/prices/price-table.ts';
import { listeningFault } from '../runtime/addresses/listening-fault.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { fingerprintFile } from '../runtime/configuration/fingerprint-file.ts';
import { loadConfigurationFile } from '../runtime/configuration/load-configuration-file.ts';
import { FairWorker } from '../runtime/fair-worker.ts';
import { faultText } from '../runtime/fault-text.ts';
import { answerProbes } from '../runtime/process/answer-probes.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { readProcessLimits } from '../runtime/process/process-limits.ts';
import { endInOrder } from '../runtime/process/shutdown.ts';
import { repeat } from '../runtime/repeat.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { openStandardOutput } from '../runtime/telemetry/log-destination.ts';
import { createProcessLog } from '../runtime/telemetry/process-log.ts';
import { serveMetrics } from '../runtime/telemetry/serve-metrics.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import { createGatewayProcessStore } from '../store/gateway/gateway-process-store.ts';
import { createVirtualKeyStore } from '../store/gateway/virtual-key-store.ts';
import { createWorkGauges } from '../store/installation/work-gauges.ts';
import { idMaker, newId } from '../store/postgres/new-id.ts';
import { createPool } from '../store/postgres/pool.ts';
import { locatorOf } from '../store/tenancy/credential-token.ts';
import { ACCEPT_BACKLOG } from '../transport/connection-times.ts';
import { HeldBodies } from './body/held-bodies.ts';
import { LargeBodies, type ReadOrder } from './body/large-bodies.ts';
import type { GatewayError } from './call/refusal.ts';
import {
  composeConfiguration,
  holdersOf,
  type Composition,
  type CompositionParts,
} from './composition/compose-configuration.ts';
import { DataPlane } from './composition/data-plane.ts';
import { followConfigurationFile } from './composition/follow-configuration-file.ts';
import { keysOfEnvironment } from './composition/keys-of-environment.ts';
import { openDecisionLog } from './composition/open-decision-log.ts';
import { processStores } from './composition/process-stores.ts';
import { createProxyProcessMetrics } from './composition/proxy-process-metrics.ts';
import type { Repeat } from './composition/repeat.ts';
import type { DecisionLog } from './decision-log/decision-log.ts';
import { gatewayCapacity } from './entry/gateway-capacity.ts';
import { newGovernanceFigures } from './governance/governance-figures.ts';
import { createKeyRing, type KeyRing } from './keys/key-ring.ts';
import type { ProxyMetrics } from './metrics/proxy-metrics.ts';
import { InForce } from './reload/in-force.ts';
import type { AskedCall } from './request/read-call.ts';
import { TierPins } from './routing/tier-pins.ts';
import { CallTraces } from './traces/call-traces.ts';

/** How often it says that it is alive, and looks which keys are in force: a new one opens something, and a revoked one nothing, after so long. */
const KEYS_MS = 5_000;
const LOG_MS = 1_000;
/** How often it looks whether the configuration file has changed; a change is read at the second look. */
const FILE_MS = 2_000;
/** What a look at the keys may take, so that one that hangs is not the last. */
const ANSWER_MS = 5_000;

const clock: Clock = { now: () => new Date() };
const elapsed = (): number => performance.now();
/** The longest that a body is read, and what a thread may take for it: the largest takes a second, and 200 MiB. */
const [READING_MS, READING_MEMORY] = [30_000, { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 }];
/** Read large bodies. Their program lies beside this one, as a source or in its bundle. */
const readingThreads = new FairWorker<ReadOrder, AskedCall | GatewayError>({
  program: join(dirname(import.meta.filename), 'body', `read-in-thread${extname(import.meta.filename)}`),
  ...{ threads: 2, mostMs: READING_MS, memory: READING_MEMORY },
});

serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});

/** Serves the data plane until the process is told to end. */
async function serve(): Promise<void> {
  const begun = await begin();
  const { settings, databaseUrl, place, fingerprint, file, destination, logger, pool, keys } = begun;
  const { longestStallMs } = watchEventLoop(logger);
  const capacity = gatewayCapacity(settings, readProcessLimits());
  const bodies = new HeldBodies({ ...capacity.room, onFull: (share) => metrics.roomFull(share) });
  const [figures, pins] = [newGovernanceFigures(), new TierPins(elapsed)];
  const { metrics, routingMetrics, ...shown } = createProxyProcessMetrics({
    ...{ pool, destination, databaseUrl, clock },
    ...{ inFlight: () => plane.inFlight, bodyBytes: () => bodies.bytes, owedLines: () => log.owedLines },
    open: () => ({ keys: keys.isFresh(), log: log.isOpen() }),
    governance: { figures, oldestAge: () => inForce.now.governor?.oldestAge ?? 0 },
    cacheBytes: {
      entries: () => inForce.now.caching?.memory.bytes ?? 0,
      vectors: () => inForce.now.caching?.index.bytes ?? 0,
    },
    ...{ pinnedTraces: () => pins.size, largeBodiesWaiting: () => readingThreads.waiting },
  });
  const holder = `proxy-${randomUUID()}`;
  const kept = await openLog(begun, { holder, metrics, servesUnlogged: () => inForce.now.servesUnlogged });
  const { log, faultPoints, beat } = kept;
  const looking = new AbortController();
  const again: Repeat = (part, step, often) => repeat(part, step, { ...often, log: logger });
  const { signal } = looking;
  const looks = lookAgain(again, signal, { keys, log, beat });
  const shared = {
    keys,
    log,
    bodies,
    clock,
    elapsed,
    prices: await loadPriceTable(),
    faultPoints,
    random: Math.random,
  };
  const newRequestId = idMaker('gatewayRequest');
  const composing: CompositionParts = {
    ...{
      ...shared,
      figures,
      pins,
      newRequestId,
      keysOf: keysOfEnvironment(process.env),
      repeat: again,
      called: metrics.called,
    },
    ...processStores({ ...settings, databaseUrl, pool, clock, counted: shown.counted, answerMs: ANSWER_MS }),
    ...{ newEntryId: () => newId('cacheEntry'), newLeaseId: () => newId('limitLease'), newHolder: holdersOf(holder) },
    metrics: { cache: shown.cacheMetrics, capture: shown.captureMetrics, routing: routingMetrics },
  };
  const inForce = new InForce(await composeConfiguration(file, composing));
  const plane = new DataPlane(
    {
      ...{ ...shared, newRequestId, longestStallMs, metrics: { ...metrics, retried: routingMetrics.retried } },
      largeBodies: new LargeBodies({ threads: readingThreads, ended: metrics.largeBodyEnded }),
      connections: {
        ...capacity.connections,
        trustedProxies: settings.trustedProxies,
        log: logger,
        closed: shown.connectionClosed,
      },
      traces: settings.otlpUrl === undefined ? undefined : new CallTraces({ clock, elapsed }),
    },
    inForce.now,
  );
  const following = { place, fingerprint, composing, inForce, plane, metrics: shown.reloadMetrics, log: logger };
  const followed = followConfigurationFile(following);
  looks.push(again('looking at the configuration file', () => followed.look(), { everyMs: FILE_MS, signal }));
  const stopMetrics = await serveMetrics(settings, shown.shown);
  const { proxyHost: host, proxyPort: port } = settings;
  await listen(plane, host, port);
  logger.info({ host, port, providers: inForce.now.upstreams.map(({ name }) => name) }, 'the gateway listens');

  const stopLooking = (): Promise<unknown> => {
    looking.abort();
    return Promise.all(looks);
  };
  endWith(begun, kept, { plane, inForce, stopLooking, stopMetrics });
}

/** Everything that the process has before it takes anything of its machine: settings, a file, a log, Postgres and keys. */
async function begin() {
  const settings = readConfiguration(process.env, 'proxy');
  const { databaseUrl, configurationFile: place } = settings;
  if (databaseUrl === undefined) throw new StartupFault('The gateway needs TRUETALLY_DATABASE_URL.');
  const fingerprint = await fingerprintFile(place);
  const { file, warnings } = loadConfigurationFile(place);
  const destination = openStandardOutput();
  const logger = createProcessLog('proxy', settings, destination);
  for (const warning of warnings) logger.warn(warning);
  answerProbes();
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const keys = createKeyRing({ keys: createVirtualKeyStore(pool, clock), clock, elapsed, locatorOf });
  await keys.refresh();
  return { settings, databaseUrl, place, fingerprint, file, destination, logger, pool, keys };
}

/** What the process looks at again and again, whatever its configuration. */
function lookAgain(
  again: Repeat,
  signal: AbortSignal,
  { keys, log, beat }: { keys: KeyRing; log: DecisionLog; beat: () => Promise<void> },
): Promise<void>[] {
  return [
    again('reading the keys', () => keys.refresh(), { everyMs: KEYS_MS, signal }),
    again('looking at the log', () => log.look(), { everyMs: LOG_MS, signal }),
    again('saying that it is alive', beat, { everyMs: KEYS_MS, signal }),
  ];
}

type Begun = Awaited<ReturnType<typeof begin>>;

interface LogUse extends Pick<Parameters<typeof openDecisionLog>[0], 'servesUnlogged'> {
  readonly holder: string;
  readonly metrics: ProxyMetrics;
}

/** The log of decisions, and what says in Postgres and in the journal that the process is alive. */
async function openLog({ settings, logger, pool }: Begun, { holder, metrics, servesUnlogged }: LogUse) {
  const tracing = startTracing(settings, { name: 'truetally-gateway', instanceId: holder }, logger);
  const journal = openJournal(settings);
  const writer = journal.openWriter({ writerId: holder, waitsForDisk: false, onWritten: metrics.written });
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const work = createWorkGauges(pool, clock);
  const { journalLimits } = settings;
  const log = openDecisionLog({
    ...{ journal, writer, journalLimits, metrics, servesUnlogged, faultPoints, elapsed },
    plannedOffsets: (ids) => work.plannedOffsets(ids),
  });
  const processes = createGatewayProcessStore(pool, clock);
  const beat = (): Promise<void> => processes.beat(holder);
  await Promise.all([log.look(), sayAlive(writer, beat)]);
  return { tracing, journal, writer, faultPoints, log, beat, leave: () => processes.end(holder) };
}

interface Serving {
  readonly plane: DataPlane;
  readonly inForce: InForce<Composition>;
  readonly stopLooking: () => Promise<unknown>;
  readonly stopMetrics: () => Promise<void>;
}

/** Stops everything in order when the process receives a signal. */
function endWith(
  { settings, logger, pool }: Begun,
  { tracing, journal, writer, log, leave }: Awaited<ReturnType<typeof openLog>>,
  { plane, inForce, stopLooking, stopMetrics }: Serving,
): void {
  endInOrder({ ...settings, isReloaded: true }, logger, async ({ failed }) => {
    const { drainDelaySeconds, drainSeconds } = settings;
    const delayMs = failed ? 0 : drainDelaySeconds * 1_000;
    const isWhole = await plane.drain({ delayMs, drainMs: drainSeconds * 1_000 });
    await stopLooking();
    await Promise.all([inForce.close(), readingThreads.close()]);
    await log.close();
    await writer.close().then(() => journal.close());
    await Promise.all([stopMetrics(), tracing.shutdown()]);
    // What it leaves open otherwise is ended by a worker.
    if (isWhole) await leave().catch(() => undefined);
    await pool.end();
    return isWhole;
  });
}

/** Says for the first time that the process is alive, with a segment in the journal: a worker sees that it has no lines elsewhere. */
async function sayAlive(writer: LineWriter, beat: () => Promise<void>): Promise<void> {
  // It is made with the first line otherwise, whose call is refused where it cannot be.
  await writer.begin().catch(() => undefined);
  await beat();
}

function listen({ server }: Pick<DataPlane, 'server'>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(listeningFault(error, { what: 'The gateway', host, port, setting: 'TRUETALLY_PROXY_PORT' })),
    );
    server.listen({ host, port, backlog: ACCEPT_BACKLOG }, () => resolve());
  });
}
