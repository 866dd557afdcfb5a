import { randomUUID } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import type pg from 'pg';
import { timeZones } from '../contracts/wire/time-zone.ts';
import type { ConfigurationFile } from '../contracts/management/configuration-file.ts';
import { cacheSettings } from '../domain/gateway/cache/cache-settings.ts';
import { governanceSettings } from '../domain/gateway/governance/limit.ts';
import { ledgerSettings } from '../domain/gateway/ledger-settings.ts';
import { captureSettings } from '../domain/management/capture-settings.ts';
import type { ProviderEntry } from '../domain/gateway/provider-block.ts';
import { DEFAULT_TIER_HEADER } from '../domain/gateway/default-tier-header.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { FaultPoints } from '../domain/kernel/fault-points.ts';
import type { Journal, JournalLimits, LineWriter, PlannedOffsets } from '../journal/source/journal.ts';
import { JournalShares } from '../journal/journal-shares.ts';
import { measureJournal } from '../journal/measure-journal.ts';
import { openJournal } from '../journal/open-journal.ts';
import { loadPriceTable } from '../providers/prices/price-table.ts';
import { answerProbes } from '../runtime/process/answer-probes.ts';
import type { ContentLimits } from '../runtime/captured-content/content-space.ts';
import { openContentStore } from '../runtime/captured-content/open-content-store.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { providerKeys } from '../runtime/configuration/provider-keys.ts';
import { fingerprintFile } from '../runtime/configuration/fingerprint-file.ts';
import { loadConfigurationFile } from '../runtime/configuration/load-configuration-file.ts';
import { faultText } from '../runtime/fault-text.ts';
import { readProcessLimits } from '../runtime/process/process-limits.ts';
import { FairWorker } from '../runtime/fair-worker.ts';
import { repeat } from '../runtime/repeat.ts';
import { endInOrder } from '../runtime/process/shutdown.ts';
import { killAtFaultPoint } from '../runtime/process/kill-at-fault-point.ts';
import { listeningFault } from '../runtime/addresses/listening-fault.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { watchEventLoop } from '../runtime/telemetry/event-loop-watch.ts';
import { openStandardOutput } from '../runtime/telemetry/log-destination.ts';
import { startTracing } from '../runtime/telemetry/tracing.ts';
import { createProcessLog } from '../runtime/telemetry/process-log.ts';
import { serveMetrics } from '../runtime/telemetry/serve-metrics.ts';
import { createCacheCandidateStore } from '../store/gateway/cache-candidate-store.ts';
import { createCacheEntryStore } from '../store/gateway/cache-entry-store.ts';
import { createCacheFigureStore } from '../store/gateway/cache-figure-store.ts';
import { createGatewayProcessStore } from '../store/gateway/gateway-process-store.ts';
import { createLimitLeaseStore } from '../store/gateway/limit-lease-store.ts';
import { createVirtualKeyStore } from '../store/gateway/virtual-key-store.ts';
import { createWorkGauges } from '../store/installation/work-gauges.ts';
import { idMaker, newId } from '../store/postgres/new-id.ts';
import { createPool } from '../store/postgres/pool.ts';
import { locatorOf } from '../store/tenancy/credential-token.ts';
import { ACCEPT_BACKLOG } from '../transport/connection-times.ts';
import { LargeBodies, type ReadOrder } from './body/large-bodies.ts';
import type { CacheMetrics } from './cache/store/cache-metrics.ts';
import type { CacheShelf } from './cache/store/cache-shelf.ts';
import { openResponseCache } from './composition/open-response-cache.ts';
import { openAskedModels } from './composition/open-asked-models.ts';
import { OwnCalls, type OwnCallParts } from './cache/semantic/own-calls.ts';
import { ContentCapture } from './capture/content-capture.ts';
import { DataPlane } from './composition/data-plane.ts';
import { ConfigurationReload } from './reload/configuration-reload.ts';
import { InForce } from './reload/in-force.ts';
import type { AskedCall } from './request/read-call.ts';
import type { GatewayError } from './call/refusal.ts';
import type { ComposedParts } from './forwarding/served-call.ts';
import { createDecisionLog, type DecisionLog } from './decision-log/decision-log.ts';
import { newGovernanceFigures, type GovernanceFigures } from './governance/governance-figures.ts';
import { Governor, type GovernorParts } from './governance/governor.ts';
import { HeldBodies } from './body/held-bodies.ts';
import { gatewayCapacity } from './entry/gateway-capacity.ts';
import { createKeyRing, type KeyRing } from './keys/key-ring.ts';
import type { ProxyMetrics } from './metrics/proxy-metrics.ts';
import { createProxyProcessMetrics, type ProxyProcessMetrics } from './composition/proxy-process-metrics.ts';
import { CallTraces } from './traces/call-traces.ts';
import { openUpstream, type Upstream } from './call/open-upstream.ts';
import { reachAround, reachAroundLog } from './composition/reach-around.ts';
import { openRouting, type RoutingParts } from './composition/open-routing.ts';
import { TierPins } from './routing/tier-pins.ts';

/** How often it says that it is alive, and looks which keys are in force: a new one opens something, and a revoked one nothing, after so long. */
const KEYS_MS = 5_000;
const LOG_MS = 1_000;
/** How often it looks what there is to say to Postgres of limits. */
const LIMITS_MS = 100;
/** How soon what was purged is gone from the memory of this process, and what was counted stands in Postgres. */
const PURGES_MS = 2_000;
const EVICT_MS = 60_000;
/** How often it looks whether the configuration file has changed; a change is read at the second look. */
const FILE_MS = 2_000;
/** Enough for lookups of a core; they are let wait rather than multiply. */
const CACHE_CONNECTIONS = 8;
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
const newRequestId = idMaker('gatewayRequest');

serve().catch((error: unknown) => {
  process.stderr.write(`truetally: ${faultText(error)}\n`);
  process.exit(1);
});

/** Serves the data plane until the process is told to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env, 'proxy');
  const { databaseUrl, proxyHost: host, proxyPort: port, journalLimits, trustedProxies } = settings;
  if (databaseUrl === undefined) throw new StartupFault('The gateway needs TRUETALLY_DATABASE_URL.');
  const place = settings.configurationFile;
  const fingerprint = await fingerprintFile(place);
  const { file, warnings } = loadConfigurationFile(place);
  const destination = openStandardOutput();
  const logger = createProcessLog('proxy', settings, destination);
  for (const warning of warnings) logger.warn(warning);
  answerProbes();
  const { longestStallMs } = watchEventLoop(logger);
  const pool = createPool(databaseUrl, { answerMs: ANSWER_MS });
  const keys = createKeyRing({ keys: createVirtualKeyStore(pool, clock), clock, elapsed, locatorOf });
  await keys.refresh();

  const capacity = gatewayCapacity(settings, readProcessLimits());
  const bodies = new HeldBodies({ ...capacity.room, onFull: (share) => metrics.roomFull(share) });
  const [figures, pins] = [newGovernanceFigures(), new TierPins(elapsed)];
  const { shown, metrics, cacheMetrics, routingMetrics, reloadMetrics, connectionClosed, ...ofContent } =
    createProxyProcessMetrics({
      ...{ pool, destination, databaseUrl, clock },
      ...{ inFlight: () => plane.inFlight, bodyBytes: () => bodies.bytes, owedLines: () => log.owedLines },
      open: () => ({ keys: keys.isFresh(), log: log.isOpen() }),
      governance: { figures, oldestAge: () => inForce.now.oldestAge() },
      cacheBytes: { entries: () => inForce.now.cacheBytes().entries, vectors: () => inForce.now.cacheBytes().vectors },
      ...{ pinnedTraces: () => pins.size, largeBodiesWaiting: () => readingThreads.waiting },
    });
  const holder = `proxy-${randomUUID()}`;
  const tracing = startTracing(settings, { name: 'truetally-gateway', instanceId: holder }, logger);
  const journal = openJournal(settings);
  const writer = journal.openWriter({ writerId: holder, waitsForDisk: false, onWritten: metrics.written });
  const faultPoints = killAtFaultPoint(settings.faultPoint);
  const log = openLog(journal, { pool, writer, journalLimits, faultPoints }, metrics, () => inForce.now);
  const processes = createGatewayProcessStore(pool, clock);
  await Promise.all([log.look(), sayAlive(writer, () => processes.beat(holder))]);
  const looking = new AbortController();
  const often = { signal: looking.signal, log: logger };
  const looks = lookAgain({ keys, log, beat: () => processes.beat(holder) }, often);
  const prices = await loadPriceTable();
  const composing = {
    ...{ databaseUrl, pool, keys, log, bodies, prices, figures, pins, newRequestId },
    ...{ logger, cacheMetrics, routingMetrics, faultPoints },
    ofContent: { ...ofContent, limits: settings.contentLimits },
    ...{ called: metrics.called, newHolder: holdersOf(holder) },
  };
  const inForce = new InForce(await compose(file, composing));
  const plane = new DataPlane(
    {
      ...{ keys, log, bodies, clock, elapsed, prices, newRequestId, longestStallMs, faultPoints },
      ...{
        random: Math.random,
        largeBodies: new LargeBodies({ threads: readingThreads, ended: metrics.largeBodyEnded }),
      },
      connections: { ...capacity.connections, trustedProxies, log: logger, closed: connectionClosed },
      metrics: { ...metrics, retried: routingMetrics.retried },
      traces: settings.otlpUrl === undefined ? undefined : new CallTraces({ clock, elapsed }),
    },
    inForce.now,
  );
  const use = (): Promise<readonly string[]> => useFile(place, composing, { inForce, plane });
  const reading = { fingerprint: () => fingerprintFile(place), use, faultsIn, metrics: reloadMetrics, log: logger };
  looks.push(follow(new ConfigurationReload(reading, fingerprint), often));
  const stopMetrics = await serveMetrics(settings, shown);
  await listen(plane, host, port);
  logger.info({ host, port, providers: inForce.now.upstreams.map(({ name }) => name) }, 'the gateway listens');

  endInOrder({ ...settings, isReloaded: true }, logger, async ({ failed }) => {
    const { drainDelaySeconds, drainSeconds } = settings;
    const delayMs = failed ? 0 : drainDelaySeconds * 1_000;
    const isWhole = await plane.drain({ delayMs, drainMs: drainSeconds * 1_000 });
    looking.abort();
    await Promise.all(looks);
    await Promise.all([inForce.close(), readingThreads.close()]);
    await log.close();
    await writer.close().then(() => journal.close());
    await Promise.all([stopMetrics(), tracing.shutdown()]);
    // What it leaves open otherwise is ended by a worker.
    if (isWhole) await processes.end(holder).catch(() => undefined);
    await pool.end();
    return isWhole;
  });
}

/** Has calls from now on go by the configuration file as it is now; what there is to be warned of. */
async function useFile(
  place: Parameters<typeof loadConfigurationFile>[0],
  composing: ComposingParts,
  { inForce, plane }: { readonly inForce: InForce<Composition>; readonly plane: DataPlane },
): Promise<readonly string[]> {
  const { file, warnings } = loadConfigurationFile(place);
  inForce.replaceBy(await compose(file, composing), (next) => plane.use(next));
  return warnings;
}

/** Says for the first time that the process is alive, with a segment in the journal: a worker sees that it has no lines elsewhere. */
async function sayAlive(writer: LineWriter, beat: () => Promise<void>): Promise<void> {
  // It is made with the first line otherwise, whose call is refused where it cannot be.
  await writer.begin().catch(() => undefined);
  await beat();
}

/** What the process looks at again and again, whatever its configuration. */
function lookAgain(
  { keys, log, beat }: { keys: KeyRing; log: DecisionLog; beat: () => Promise<void> },
  often: Omit<Parameters<typeof repeat>[2], 'everyMs'>,
): Promise<void>[] {
  return [
    repeat('reading the keys', () => keys.refresh(), { everyMs: KEYS_MS, ...often }),
    repeat('looking at the log', () => log.look(), { everyMs: LOG_MS, ...often }),
    repeat('saying that it is alive', beat, { everyMs: KEYS_MS, ...often }),
  ];
}

interface LogParts {
  readonly pool: pg.Pool;
  readonly writer: LineWriter;
  readonly journalLimits: JournalLimits;
  readonly faultPoints: FaultPoints;
}

/** The log of what is decided, which Postgres knows how far it was read of. */
function openLog(
  journal: Journal,
  { pool, writer, journalLimits, faultPoints }: LogParts,
  { unlogged, forgotten, shortened }: Pick<ProxyMetrics, 'unlogged' | 'forgotten' | 'shortened'>,
  inForce: () => Pick<Composition, 'servesUnlogged'>,
): DecisionLog {
  const work = createWorkGauges(pool, clock);
  const shares = new JournalShares(journalLimits.mostUnreadBytes);
  const plannedOffsets: PlannedOffsets = (ids) => work.plannedOffsets(ids);
  const hindrance = () => measureJournal({ journal, limits: journalLimits, plannedOffsets, shares });
  const told = { onUnlogged: unlogged, onForgotten: forgotten, onShortened: shortened };
  const serving = { servesUnlogged: () => inForce().servesUnlogged, ...told };
  return reachAroundLog(faultPoints, createDecisionLog({ writer, elapsed, hindrance, shares, ...serving }));
}

/** All faults that an error tells of the configuration file; undefined where it has another reason. */
function faultsIn(error: unknown): readonly string[] | undefined {
  return error instanceof StartupFault ? error.message.split('\n') : undefined;
}

/** Reads the configuration file anew when it changes, and when the process is told to. */
function follow(reload: ConfigurationReload, often: Omit<Parameters<typeof repeat>[2], 'everyMs'>): Promise<void> {
  process.on('SIGHUP', () => void reload.reload());
  return repeat('looking at the configuration file', () => reload.look(), { everyMs: FILE_MS, ...often });
}

interface ComposingParts
  extends
    Pick<RoutingParts, 'keys' | 'log' | 'bodies' | 'prices' | 'pins' | 'newRequestId' | 'called'>,
    Pick<ProxyProcessMetrics, 'cacheMetrics' | 'routingMetrics'> {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly figures: GovernanceFigures;
  /** Who holds leases of limits: the process, and which of its configurations. */
  readonly newHolder: () => string;
  readonly faultPoints: FaultPoints;
  readonly logger: ReturnType<typeof createProcessLog>;
  readonly ofContent: Pick<ProxyProcessMetrics, 'counted' | 'captureMetrics'> & { readonly limits: ContentLimits };
}

/** Leases of limits of a configuration that calls still end by, and of the one in its place, are told apart. */
function holdersOf(process: string): () => string {
  let compositions = 0;
  return () => `${process}.${(compositions += 1)}`;
}

/** What a configuration file says, ready for calls. */
interface Composition extends ComposedParts {
  /** While the log takes nothing. */
  readonly servesUnlogged: boolean;
  /** Since the oldest word with Postgres about limits, in milliseconds. */
  oldestAge(): number;
  cacheBytes(): { readonly entries: number; readonly vectors: number };
  /** Once no call goes by it any more. */
  close(): Promise<void>;
}

/** @throws StartupFault where a variable holds no key */
async function compose(file: ConfigurationFile, parts: ComposingParts): Promise<Composition> {
  const {
    databaseUrl,
    pool,
    prices,
    figures,
    newHolder,
    logger,
    cacheMetrics,
    routingMetrics: metrics,
    ofContent,
    ...rest
  } = parts;
  const { servesUnlogged, ...noted } = ledgerSettings(file.ledger);
  const upstreams = openUpstreams(file.providers ?? []);
  const looking = new AbortController();
  const often = { signal: looking.signal, log: logger };
  const looks: Promise<void>[] = [];
  const governor = openGovernor(file.governance, {
    ...{ pool, prices, figures, faultPoints: rest.faultPoints },
    holder: newHolder(),
  });
  if (governor !== undefined)
    looks.push(repeat('telling of limits', () => governor.look(), { everyMs: LIMITS_MS, ...often }));
  const { keys, log, newRequestId, faultPoints } = rest;
  const paying = { keys, log, newRequestId, faultPoints, prices, governor };
  const caching = openCache(file.cache, { databaseUrl, metrics: cacheMetrics, upstreams, ...paying });
  const capture = openCapture(file.dashboard, ofContent);
  const close = async (): Promise<void> => {
    looking.abort();
    await Promise.all(looks);
    await Promise.all([caching?.close(), capture?.close()]);
    await governor?.close();
    await Promise.all(upstreams.map(({ pool: connections }) => connections.close()));
  };
  await caching?.shelf.look().catch((error: unknown) => close().then(() => Promise.reject(error as Error)));
  if (caching !== undefined) looks.push(...lookAfter(caching.shelf, often));
  const tierHeader = file.routing?.overrides?.tier_header ?? DEFAULT_TIER_HEADER;
  const routing = openRouting(file, {
    ...{ ...rest, upstreams, governor, prices, metrics, tierHeader, clock, elapsed, random: Math.random },
  });
  return {
    ...{ ...routing, upstreams, governor, capture, cache: caching?.cache },
    settings: { ...noted, tierHeader, limitedTags: governor?.limitedTags ?? new Set() },
    servesUnlogged,
    oldestAge: () => governor?.oldestAge ?? 0,
    cacheBytes: () => ({ entries: caching?.memory.bytes ?? 0, vectors: caching?.index.bytes ?? 0 }),
    close,
  };
}

interface CacheParts extends Pick<OwnCallParts, 'keys' | 'log' | 'prices' | 'governor' | 'newRequestId'> {
  readonly faultPoints: FaultPoints;
  readonly databaseUrl: string;
  readonly metrics: CacheMetrics;
  readonly upstreams: readonly Upstream[];
}

/** The cache of the configuration file, with connections of its own; undefined where it asks for none. */
function openCache(block: ConfigurationFile['cache'], parts: CacheParts) {
  const { databaseUrl, metrics, upstreams, faultPoints, ...paying } = parts;
  const settings = cacheSettings(block);
  if (settings === undefined) return undefined;
  const pool = createPool(databaseUrl, { connections: CACHE_CONNECTIONS, answerMs: ANSWER_MS });
  const entries = createCacheEntryStore(pool, clock);
  const calls = new OwnCalls({ ...paying, clock, elapsed });
  const caching = openResponseCache({
    ...{ settings, metrics, clock, elapsed },
    ...openAskedModels(settings.semantic, { upstreams, calls }),
    entries: { ...entries, keep: reachAround(faultPoints, 'cache_write', (...kept) => entries.keep(...kept)) },
    candidates: createCacheCandidateStore(pool, clock),
    figures: createCacheFigureStore(pool, clock),
    newEntryId: () => newId('cacheEntry'),
  });
  const close = async (): Promise<void> => {
    await caching.shelf.close();
    await calls.close();
    await pool.end();
  };
  return { ...caching, close };
}

/** What is kept of what is asked and answered; undefined where the configuration file asks for nothing. */
function openCapture(
  dashboard: ConfigurationFile['dashboard'],
  { counted, captureMetrics: metrics, limits }: ComposingParts['ofContent'],
): ContentCapture | undefined {
  const settings = captureSettings(dashboard?.capture);
  if (!settings.request && !settings.response) return undefined;
  return new ContentCapture({ store: counted(openContentStore(settings, clock, limits)), metrics });
}

/** What is done for the cache again and again. */
function lookAfter(shelf: CacheShelf, often: Omit<Parameters<typeof repeat>[2], 'everyMs'>): Promise<void>[] {
  return [
    repeat('reading what was purged', () => shelf.look(), { everyMs: PURGES_MS, ...often }),
    repeat('bounding the cache', () => shelf.evict(), { everyMs: EVICT_MS, ...often }),
  ];
}

/** The limits of the configuration file; undefined where it has none. */
function openGovernor(
  block: ConfigurationFile['governance'],
  {
    pool,
    faultPoints,
    ...parts
  }: Pick<GovernorParts, 'prices' | 'figures' | 'holder'> & {
    readonly pool: pg.Pool;
    readonly faultPoints: FaultPoints;
  },
): Governor | undefined {
  const settings = governanceSettings(block);
  if (settings.limits.length === 0) return undefined;
  const leases = createLimitLeaseStore(pool, clock);
  return new Governor({
    ...{ ...parts, settings, elapsed },
    store: { ...leases, exchange: reachAround(faultPoints, 'lease', (...said) => leases.exchange(...said)) },
    newLeaseId: () => newId('limitLease'),
    offsetMs: (zone, utcMs) => timeZones.offsetSeconds(zone, utcMs) * 1_000,
    now: () => clock.now().getTime(),
  });
}

/** @throws StartupFault where there are none, or a variable holds no key */
function openUpstreams(providers: readonly ProviderEntry[]): Upstream[] {
  if (providers.length === 0)
    throw new StartupFault('The gateway needs a configuration file that names `providers` (docs/gateway.md).');
  const keys = providerKeys(providers, process.env);
  return providers.map((provider) => openUpstream(provider, keys.get(provider.name)));
}

function listen({ server }: Pick<DataPlane, 'server'>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(listeningFault(error, { what: 'The gateway', host, port, setting: 'TRUETALLY_PROXY_PORT' })),
    );
    server.listen({ host, port, backlog: ACCEPT_BACKLOG }, () => resolve());
  });
}
