import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { noFaultPoints } from '../../domain/kernel/fault-points.ts';
import { openFileJournal } from '../../journal/files/open-file-journal.ts';
import { JournalShares } from '../../journal/journal-shares.ts';
import { loadPriceTable } from '../../providers/prices/price-table.ts';
import { BodyBudget } from '../../proxy/body/body-budget.ts';
import { LargeBodyReader, type BodyReadOrder } from '../../proxy/body/large-body-reader.ts';
import type { CacheStore } from '../../proxy/cache/store/cache-store.ts';
import type { GatewayError } from '../../proxy/call/gateway-error.ts';
import { composeConfiguration } from '../../proxy/composition/compose-configuration.ts';
import { DataPlane } from '../../proxy/composition/data-plane.ts';
import { createDecisionLog, type DecisionLog } from '../../proxy/decision-log/decision-log.ts';
import type { ComposedParts } from '../../proxy/forwarding/served-parts.ts';
import { newGovernanceFigures } from '../../proxy/governance/governance-figures.ts';
import type { Governor } from '../../proxy/governance/governor.ts';
import type { RequestFacts } from '../../proxy/request/read-call.ts';
import { TierPins } from '../../domain/gateway/routing/tier-pins.ts';
import { CallTraces } from '../../proxy/traces/call-traces.ts';
import { FairWorker } from '../../runtime/fair-worker.ts';
import { writtenEvents } from '../journal/written-events.ts';
import { bundledProgram } from '../processes/bundled-programs.ts';
import { silentLog } from '../silent-log.ts';
import { countCalls } from './counted-calls.ts';
import { createFakeCacheStores, type FakeCacheStores } from './fake-cache-stores.ts';
import { makeConfigurationFile, type GatewayOptions } from './gateway-options.ts';
import { listenOnFreePort, openProvider } from './listening.ts';
import { createMemoryLeases, type MemoryLeases } from './memory-leases.ts';
import { openTestKeys, type TestKeys } from './test-keys.ts';

export const WORLD_NOW = new Date('2026-03-02T08:00:00.000Z');

/** The data plane in this process, with a provider of the test and its rows on the disk. */
export interface GatewayWorld extends TestKeys {
  readonly origin: string;
  readonly providerOrigin: string;
  readonly plane: DataPlane;
  /** The parts that calls use. */
  readonly composed: ComposedParts;
  readonly bodies: BodyBudget;
  readonly log: DecisionLog;
  /** The leases by which limits are shared. */
  readonly leases: MemoryLeases;
  /** Undefined without limits. */
  readonly governor: Governor | undefined;
  /** Advances the monotonic clock. */
  readonly pass: (ms: number) => void;
  /** Advances the wall clock. */
  readonly wait: (ms: number) => void;
  readonly stored: FakeCacheStores;
  /** Undefined without a cache. */
  readonly cacheStore: CacheStore | undefined;
  /** The present rows of the journal; a line that could not be loaded throws. */
  readonly rows: () => TrafficEvent[];
  readonly refusals: () => readonly string[];
  /** Waits for captured content; returns the reasons why content was not stored. */
  readonly lost: () => Promise<readonly string[]>;
  /** The reasons of retries. */
  readonly retried: () => readonly string[];
  /** The number of rows, or of their ends, that were not stored although the calls were served. */
  readonly unlogged: () => number;
  /** The decisions, each as `tier reason`. */
  readonly decisions: () => readonly string[];
  /** The outcomes of repeated calls in shadow mode. */
  readonly shadowEnds: () => readonly string[];
  close(): Promise<void>;
}

export async function openGatewayWorld(options: GatewayOptions): Promise<GatewayWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-gateway-'));
  const provider = await openProvider(options.provider);
  let [passed, later] = [0, 0];
  const clock = { now: () => new Date(WORLD_NOW.getTime() + later) };
  const monotonicMs = (): number => performance.now() + passed;
  const { keys, mint, revokeAll } = await openTestKeys(clock, () => passed);
  const counted = countCalls();
  const onDisk = openFileJournal(folder).openWriter({ writerId: 'proxy-test' });
  const log = createDecisionLog({
    ...{ writer: options.writer ?? onDisk, monotonicMs, backpressure: () => Promise.resolve(undefined) },
    servesUnlogged: () => options.servesUnlogged ?? false,
    shares: new JournalShares(2 ** 40),
    onUnlogged: counted.metrics.unlogged,
    onForgotten: counted.metrics.forgotten,
    onShortened: counted.metrics.shortened,
  });
  const bodies = new BodyBudget({ maxBytes: options.maxBodyBytes ?? 536_870_912 });
  const leases = createMemoryLeases();
  const stored = options.stored ?? createFakeCacheStores(clock);
  const made = { requests: 0, leases: 0, entries: 0 };
  const prices = await loadPriceTable();
  const newRequestId = (): string => `greq_${(made.requests += 1)}`;
  const shared = { keys, log, bodies, prices, clock, monotonicMs, random: () => 0.5, newRequestId };
  const composition = await composeConfiguration(makeConfigurationFile(options, provider.origin), {
    ...{ ...shared, figures: newGovernanceFigures(), pins: new TierPins(monotonicMs), faultPoints: noFaultPoints },
    ...{ leases: leases.store, openContents: () => options.contents as NonNullable<GatewayOptions['contents']> },
    openCacheTables: () => ({ ...stored, close: () => Promise.resolve() }),
    keysOf: (providers) => new Map(providers.map(({ name }) => [name, 'provider-key'])),
    ...{ newHolder: () => 'proxy-test', newLeaseId: () => `gls_${(made.leases += 1)}` },
    newEntryId: () => `gce_${(made.entries += 1)}`,
    ...{ metrics: counted.composed, called: counted.metrics.called },
    readThresholds: () => Promise.resolve(new Map(options.tuned)),
    // A test polls explicitly.
    repeat: () => Promise.resolve(),
  });
  const threads = new FairWorker<BodyReadOrder, RequestFacts | GatewayError>({
    program: options.readingProgram ?? bundledProgram('proxy/body/read-in-thread.ts'),
    ...{ threads: 1, maxMs: 30_000, memory: {} },
  });
  const plane = new DataPlane(
    {
      ...{ ...shared, metrics: { ...counted.metrics, retried: counted.composed.routing.retried } },
      traces: options.isTraced === true ? new CallTraces({ clock, monotonicMs }) : undefined,
      maxStallMs: () => 0,
      build: { version: '0.0.0', commit: null },
      connections: { total: 5_000, perAddress: 5_000, trustedProxies: [], ...options.connections, log: silentLog },
      largeBodies: new LargeBodyReader({ threads, ended: () => undefined }),
    },
    composition,
  );
  const { capture, governor, caching } = composition;
  return {
    ...{ origin: await listenOnFreePort(plane.server), providerOrigin: provider.origin, plane, composed: composition },
    ...{ bodies, keys, log, leases, governor, mint, revokeAll, stored, cacheStore: caching?.cacheStore },
    pass: (ms) => void (passed += ms),
    wait: (ms) => void (later += ms),
    rows: () => writtenEvents(folder).map(({ event }) => event),
    refusals: () => counted.refused,
    lost: async () => {
      await (capture as { close?: () => Promise<void> } | undefined)?.close?.();
      return counted.lost;
    },
    retried: () => counted.retried,
    unlogged: counted.unlogged,
    decisions: () => counted.decisions,
    shadowEnds: () => counted.shadowEnds,
    async close() {
      await plane.drain({ delayMs: 0, drainMs: 0 });
      provider.end();
      leases.end();
      await Promise.all([composition.close(), threads.close()]);
      await onDisk.close();
      rmSync(folder, { recursive: true });
    },
  };
}
