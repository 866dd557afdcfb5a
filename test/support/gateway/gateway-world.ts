import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CacheBlock } from '../../../domain/gateway/cache/cache-block.ts';
import { cacheSettings } from '../../../domain/gateway/cache/cache-settings.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { CacheShelf } from '../../../proxy/cache/store/cache-shelf.ts';
import { openResponseCache } from '../../../proxy/composition/open-response-cache.ts';
import { openAskedModels } from '../../../proxy/composition/open-asked-models.ts';
import { OwnCalls } from '../../../proxy/cache/semantic/own-calls.ts';
import { writtenEvents } from '../journal/written-events.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { GovernanceBlock } from '../../../domain/gateway/governance/governance-block.ts';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import type { KeyScopes } from '../../../domain/gateway/key-scopes.ts';
import type { ProviderEntry } from '../../../domain/gateway/provider-block.ts';
import type { LineWriter } from '../../../journal/source/journal.ts';
import { JournalShares } from '../../../journal/journal-shares.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { ContentCapture } from '../../../proxy/capture/content-capture.ts';
import { DataPlane } from '../../../proxy/composition/data-plane.ts';
import { createDecisionLog, type DecisionLog } from '../../../proxy/decision-log/decision-log.ts';
import { newGovernanceFigures } from '../../../proxy/governance/governance-figures.ts';
import { Governor } from '../../../proxy/governance/governor.ts';
import type { NotedSettings } from '../../../proxy/headers/note-headers.ts';
import type { AskedCall } from '../../../proxy/request/read-call.ts';
import type { GatewayError } from '../../../proxy/call/refusal.ts';
import { FairWorker } from '../../../runtime/fair-worker.ts';
import { HeldBodies } from '../../../proxy/body/held-bodies.ts';
import { LargeBodies, type ReadOrder } from '../../../proxy/body/large-bodies.ts';
import { createKeyRing, type KeyRing } from '../../../proxy/keys/key-ring.ts';
import type { RoutingMetrics } from '../../../proxy/routing/routing-metrics.ts';
import type { ComposedParts } from '../../../proxy/forwarding/served-call.ts';
import type { ProxyMetrics } from '../../../proxy/metrics/proxy-metrics.ts';
import { CallTraces } from '../../../proxy/traces/call-traces.ts';
import { openUpstream } from '../../../proxy/call/open-upstream.ts';
import type { RoutingFile } from '../../../proxy/composition/open-routing.ts';
import { timeZones } from '../../../contracts/wire/time-zone.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import type { KeyInForce } from '../../../store/gateway/virtual-key-store.ts';
import { locatorOf, makeToken } from '../../../store/tenancy/credential-token.ts';
import type { ConnectionLimits } from '../../../transport/limit-connections.ts';
import { silentLog } from '../silent-log.ts';
import { bundledProgram } from '../processes/bundled-programs.ts';
import { createFakeCacheStores, type FakeCacheStores } from './fake-cache-stores.ts';
import { openTestRouting } from './open-test-routing.ts';
import { createMemoryLeases, type MemoryLeases } from './memory-leases.ts';

export const NOW = new Date('2026-03-02T08:00:00.000Z');

export const LEAF = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  applicationId: 'app_1',
  gatewayId: 'gw_1',
  environmentId: 'env_1',
} as const;

export interface GatewayOptions extends Omit<RoutingFile, 'providers'> {
  /** Listens as what every provider of `providers` is called at. */
  readonly provider: RequestListener;
  readonly providers?: readonly (Omit<ProviderEntry, 'base_url'> & { readonly base_url?: string })[];
  readonly hasDimensions?: boolean;
  readonly tierHeader?: string;
  /** The block `governance`, over leases in memory. */
  readonly governance?: GovernanceBlock;
  /** What bodies may take, all of them together; plenty when absent. */
  readonly mostBodyBytes?: number;
  /** How connections are shared; plenty when absent. */
  readonly connections?: Partial<ConnectionLimits>;
  /** What reads large bodies, in place of the gateway's own. */
  readonly readingProgram?: string;
  /** In place of a journal on the disk. */
  readonly writer?: Pick<LineWriter, 'appendLines'>;
  /** Calls are served while their rows cannot be kept. */
  readonly servesUnlogged?: boolean;
  /** The block `cache` of the configuration file; its entries lie in the memory of the test. */
  readonly cache?: CacheBlock;
  /** What is kept of the cache, where processes of a test share it; each has its own when absent. */
  readonly stored?: FakeCacheStores;
  /** Keeps what is asked and answered. */
  readonly contents?: Pick<ContentStore, 'keep' | 'wanted'>;
  /** Makes spans, where a test keeps them. */
  readonly isTraced?: boolean;
}

/** The data plane in this process, before a provider of the test's own, with its rows on the disk. */
export interface GatewayWorld {
  readonly origin: string;
  readonly providerOrigin: string;
  readonly plane: DataPlane;
  /** What calls go by. */
  readonly composed: ComposedParts;
  readonly bodies: HeldBodies;
  readonly keys: KeyRing;
  readonly log: DecisionLog;
  /** What the limits are shared by. */
  readonly leases: MemoryLeases;
  /** Undefined without limits. */
  readonly governor: Governor | undefined;
  /** A new key, in force at once. */
  readonly mint: (
    key?: Partial<Pick<KeyInForce, 'allowsPassthrough' | 'expiresAt' | 'owner' | 'leaf' | 'rotations'>> & {
      scopes?: Partial<KeyScopes>;
    },
  ) => Promise<string>;
  /** Ends every key; the gateway learns of it when it reads the keys again. */
  readonly revokeAll: () => void;
  /** Moves the clock that only goes on. */
  readonly pass: (ms: number) => void;
  /** Moves the clock that says what time it is. */
  readonly wait: (ms: number) => void;
  readonly stored: FakeCacheStores;
  /** Absent without a cache. */
  readonly shelf: CacheShelf | undefined;
  /** What is in the journal now; a line that could not be loaded fails. */
  readonly rows: () => TrafficEvent[];
  readonly refusals: () => readonly string[];
  /** Waits for what is captured; why texts of it were not kept. */
  readonly lost: () => Promise<readonly string[]>;
  /** Why attempts were made again. */
  readonly retried: () => readonly string[];
  /** How many rows, or endings of them, were not kept of calls that were served all the same. */
  readonly unlogged: () => number;
  /** What was chosen, each as `tier reason`. */
  readonly decisions: () => readonly string[];
  /** What became of calls that were to be made once more. */
  readonly shadowEnds: () => readonly string[];
  close(): Promise<void>;
}

const CLAUDE = {
  name: 'anthropic',
  wire: 'anthropic',
  models: ['claude-haiku-4-5', 'claude-*'],
  priced_as: 'anthropic',
} as const;
const GPT = {
  name: 'openai',
  wire: 'openai',
  models: ['gpt-5-mini', 'text-embedding-3-small'],
  priced_as: 'openai',
} as const;

export async function openGatewayWorld(options: GatewayOptions): Promise<GatewayWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-gateway-'));
  const provider = createServer(options.provider);
  const sockets = new Set<Socket>();
  provider.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const providerOrigin = await listen(provider);
  let passed = 0;
  let later = 0;
  const clock = { now: () => new Date(NOW.getTime() + later) };
  const elapsed = (): number => performance.now() + passed;
  let inForce: KeyInForce[] = [];
  const keys = createKeyRing({
    keys: { listInForce: () => Promise.resolve(inForce) },
    clock,
    elapsed,
    locatorOf,
  });
  await keys.refresh();
  const onDisk = openFileJournal(folder).openWriter({ writerId: 'proxy-test' });
  const writer = options.writer ?? onDisk;
  let unlogged = 0;
  const log = createDecisionLog({
    ...{ writer, elapsed, hindrance: () => Promise.resolve(undefined) },
    servesUnlogged: () => options.servesUnlogged ?? false,
    onUnlogged: () => void (unlogged += 1),
    shares: new JournalShares(2 ** 40),
    onForgotten: () => undefined,
    onShortened: () => undefined,
  });
  const providers: NonNullable<GatewayOptions['providers']> = options.providers ?? [CLAUDE, GPT];
  const upstreams = providers.map((entry) =>
    openUpstream(
      { base_url: entry.wire === 'openai' ? `${providerOrigin}/v1` : providerOrigin, ...entry },
      'provider-key',
    ),
  );
  const [refused, retried]: [string[], string[]] = [[], []];
  const metrics: ProxyMetrics & Pick<RoutingMetrics, 'retried'> = {
    answered: () => undefined,
    ended: () => undefined,
    called: () => undefined,
    retried: (reason) => void retried.push(reason),
    refused: (type) => void refused.push(type),
    written: () => undefined,
    roomFull: () => undefined,
    largeBodyEnded: () => undefined,
    unlogged: () => undefined,
    forgotten: () => undefined,
    shortened: () => undefined,
  };
  let requests = 0;
  const bodies = new HeldBodies({ mostBytes: options.mostBodyBytes ?? 536_870_912 });
  const readingThreads = openReadingThread(options);
  const largeBodies = new LargeBodies({ threads: readingThreads, ended: () => undefined });
  const prices = await loadPriceTable();
  const leases = createMemoryLeases();
  const settings = governanceSettings(options.governance);
  let leaseIds = 0;
  const governor =
    options.governance &&
    new Governor({
      ...{ settings, prices, elapsed, store: leases.store },
      figures: newGovernanceFigures(),
      holder: 'proxy-test',
      newLeaseId: () => `gls_${(leaseIds += 1)}`,
      offsetMs: (zone, utcMs) => timeZones.offsetSeconds(zone, utcMs) * 1_000,
      now: () => NOW.getTime(),
    });
  let entries = 0;
  const cacheBlock = cacheSettings({ enabled: options.cache !== undefined, ...options.cache });
  const stored = options.stored ?? createFakeCacheStores(clock);
  const newRequestId = (): string => `greq_${(requests += 1)}`;
  const calls = new OwnCalls({ keys, log, prices, governor, clock, elapsed, newRequestId });
  const caching =
    cacheBlock &&
    openResponseCache({
      settings: cacheBlock,
      ...openAskedModels(cacheBlock.semantic, { upstreams, calls }),
      ...stored,
      metrics: {
        asked: () => undefined,
        lookedUp: () => undefined,
        searched: () => undefined,
        waited: () => undefined,
        kept: () => undefined,
      },
      clock,
      elapsed,
      newEntryId: () => `gce_${(entries += 1)}`,
    });
  await caching?.shelf.look();
  const lost: string[] = [];
  const capture =
    options.contents &&
    new ContentCapture({ store: options.contents, metrics: { lost: (reason) => void lost.push(reason) } });
  const { tierHeader = 'x-tt-tier' } = options;
  const { router, retries, shadows, decisions, shadowEnds } = openTestRouting(
    { ...options, providers: providers.map((entry) => ({ base_url: providerOrigin, ...entry })) },
    { keys, log, bodies, upstreams, governor, clock, elapsed, prices, newRequestId, tierHeader },
  );
  const composed: ComposedParts = {
    ...{ upstreams, capture, governor, router, retries, shadows, cache: caching?.cache },
    settings: notedSettings({ ...options, tierHeader }, governor),
  };
  const traces = options.isTraced === true ? new CallTraces({ clock, elapsed }) : undefined;
  const random = (): number => 0.5;
  const fixed = {
    random,
    keys,
    log,
    bodies,
    elapsed,
    metrics,
    clock,
    traces,
    prices,
    newRequestId,
    longestStallMs: () => 0,
    connections: { total: 5_000, perAddress: 5_000, trustedProxies: [], ...options.connections, log: silentLog },
    largeBodies,
  };
  const plane = new DataPlane(fixed, composed);
  return {
    origin: await listen(plane.server),
    providerOrigin,
    ...{ plane, composed, bodies, keys, log, leases, governor },
    async mint({ scopes, ...key } = {}) {
      const { token, locator } = makeToken('virtual');
      const keyId = `kid_${inForce.length + 1}`;
      inForce.push({
        keyId,
        rotations: [keyId],
        owner: 'team-a',
        scopes: { models: [], providers: [], endpoints: [], ...scopes },
        allowsPassthrough: false,
        expiresAt: undefined,
        locator,
        tokenSha256: createHash('sha256').update(token).digest(),
        leaf: LEAF,
        ...key,
      });
      await keys.refresh();
      return token;
    },
    revokeAll() {
      inForce = [];
    },
    pass(ms) {
      passed += ms;
    },
    wait(ms) {
      later += ms;
    },
    stored,
    shelf: caching?.shelf,
    rows: () => writtenEvents(folder).map(({ event }) => event),
    refusals: () => refused,
    retried: () => retried,
    unlogged: () => unlogged,
    async lost() {
      await capture?.close();
      return lost;
    },
    decisions: () => decisions,
    shadowEnds: () => shadowEnds,
    async close() {
      await plane.drain({ delayMs: 0, drainMs: 0 });
      await calls.close();
      await readingThreads.close();
      await Promise.all(upstreams.map(({ pool }) => pool.destroy()));
      for (const socket of sockets) socket.destroy();
      provider.close();
      await onDisk.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function openReadingThread({
  readingProgram = bundledProgram('proxy/body/read-in-thread.ts'),
}: GatewayOptions): FairWorker<ReadOrder, AskedCall | GatewayError> {
  return new FairWorker({ program: readingProgram, threads: 1, mostMs: 30_000, memory: {} });
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen({ host: '127.0.0.1', port: 0 }, () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

function notedSettings(
  { hasDimensions = true, tierHeader }: Pick<GatewayOptions, 'hasDimensions'> & { readonly tierHeader: string },
  governor: Governor | undefined,
): NotedSettings {
  return { hasDimensions, mostTags: 8, tierHeader, limitedTags: governor?.limitedTags ?? new Set() };
}
