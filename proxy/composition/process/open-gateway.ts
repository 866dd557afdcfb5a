import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { readProcessLimits } from '../../../runtime/process/process-limits.ts';
import { repeat } from '../../../runtime/repeat.ts';
import { watchEventLoop } from '../../../runtime/telemetry/event-loop-watch.ts';
import { createGatewayFleetStore } from '../../../store/installation/gateway-fleet-store.ts';
import { createActiveRoutingFinder } from '../../../store/quality/calibrations/active-routing-finder.ts';
import { createIdFactory, newId } from '../../../store/postgres/new-id.ts';
import { BodyBudget } from '../../body/body-budget.ts';
import { LargeBodyReader } from '../../body/large-body-reader.ts';
import { gatewayCapacity } from '../../entry/gateway-capacity.ts';
import { newGovernanceFigures } from '../../governance/governance-figures.ts';
import { ActiveConfiguration } from '../../reload/active-configuration.ts';
import { createRoutingThresholds } from '../../routing/routing-thresholds.ts';
import { TierPins } from '../../../domain/gateway/routing/tier-pins.ts';
import { CallTraces } from '../../traces/call-traces.ts';
import {
  composeConfiguration,
  createLeaseHolderNames,
  type Composition,
  type CompositionParts,
} from '../compose-configuration.ts';
import { DataPlane } from '../data-plane.ts';
import { RepeatedWork, type RepeatStep } from '../repeated-work.ts';
import { createEnvironmentKeys } from './create-environment-keys.ts';
import { openProcessJournal, type ProcessJournal } from './open-process-journal.ts';
import type { OpenProcess } from './open-process.ts';
import type { ReadingThreads } from './open-reading-threads.ts';
import { createProcessDescription, type ProcessDescription } from './process-description.ts';
import { processStores } from './process-stores.ts';
import { createProxyProcessMetrics, type ProxyProcessMetrics } from './proxy-process-metrics.ts';

/**
 * Milliseconds between heartbeats of the process, and between reads of the keys in force. A new or revoked key takes
 * effect after that time.
 */
const KEYS_MS = 5_000;
const LOG_MS = 1_000;

/** A gateway that is ready to listen. */
export interface OpenGateway {
  readonly plane: DataPlane;
  readonly inForce: ActiveConfiguration<Composition>;
  /** The parts from which every configuration of the process is composed. */
  readonly composing: CompositionParts;
  readonly journal: ProcessJournal;
  readonly metrics: ProxyProcessMetrics;
  readonly description: ProcessDescription;
  /** The periodic work of the process, which no configuration changes. */
  readonly work: RepeatedWork;
}

/** Opens the log and everything else that the configuration file asks for. */
export async function openGateway(opened: OpenProcess, threads: ReadingThreads): Promise<OpenGateway> {
  const { settings, file, logger, pool, keys, keySource, clock, monotonicMs } = opened;
  const { databaseUrl, destination, answerMs, build } = opened;
  const { maxStallMs } = watchEventLoop(logger);
  const capacity = gatewayCapacity(settings, readProcessLimits());
  const bodies = new BodyBudget({ ...capacity.room, onFull: (share) => metrics.metrics.roomFull(share) });
  const [figures, pins] = [newGovernanceFigures(), new TierPins(monotonicMs)];
  const metrics = createProxyProcessMetrics({
    ...{ pool, destination, databaseUrl, clock },
    ...{ inFlight: () => plane.inFlight, bodyBytes: () => bodies.bytes, owedLines: () => log.owedLines },
    open: () => ({ keys: keys.isFresh(), log: log.isOpen() }),
    governance: { figures, oldestAge: () => inForce.now.governor?.oldestAge ?? 0 },
    cacheBytes: {
      entries: () => inForce.now.caching?.memory.bytes ?? 0,
      vectors: () => inForce.now.caching?.index.bytes ?? 0,
    },
    ...{ pinnedTraces: () => pins.size, largeBodiesWaiting: () => threads.waiting },
  });
  const holder = `proxy-${randomUUID()}`;
  const servesUnlogged = (): boolean => inForce.now.servesUnlogged;
  const journal = await openProcessJournal(opened, { holder, metrics: metrics.metrics, servesUnlogged });
  const { log, faultPoints } = journal;
  const description = createProcessDescription(
    { fleet: createGatewayFleetStore(pool, clock), processId: holder, hostName: hostname(), build },
    opened.running,
  );
  const again: RepeatStep = (part, step, often) => repeat(part, step, { ...often, log: logger });
  const work = new RepeatedWork(again);
  const readKeys = async (): Promise<void> => {
    await keys.refresh();
    await keySource.acknowledge(holder);
  };
  // The heartbeats count the process as live from here on. It reads the keys again before it serves, because a
  // credential that was created before the first heartbeat can be ready without it.
  await keys.refresh();
  work.start('reading the keys', readKeys, KEYS_MS);
  work.start('looking at the log', () => log.look(), LOG_MS);
  work.start('saying that it is alive', () => journal.beat(), KEYS_MS);
  work.start('describing the process', () => description.look(), KEYS_MS);
  const prices = await loadPriceTable();
  const newRequestId = createIdFactory('gatewayRequest');
  const shared = { keys, log, bodies, clock, monotonicMs, prices, faultPoints, random: Math.random, newRequestId };
  const composing: CompositionParts = {
    ...{ ...shared, figures, pins, keysOf: createEnvironmentKeys(process.env), repeat: again },
    ...processStores({ ...settings, databaseUrl, pool, clock, counted: metrics.counted, answerMs }),
    ...{
      newEntryId: () => newId('cacheEntry'),
      newLeaseId: () => newId('limitLease'),
      newHolder: createLeaseHolderNames(holder),
    },
    readThresholds: createRoutingThresholds({ find: createActiveRoutingFinder(pool), log: logger }),
    called: metrics.metrics.called,
    metrics: { cache: metrics.cacheMetrics, capture: metrics.captureMetrics, routing: metrics.routingMetrics },
  };
  const inForce = new ActiveConfiguration(await composeConfiguration(file, composing));
  const plane = new DataPlane(
    {
      ...{ ...shared, maxStallMs, build },
      metrics: { ...metrics.metrics, retried: metrics.routingMetrics.retried },
      largeBodies: new LargeBodyReader({ threads, ended: metrics.metrics.largeBodyEnded }),
      connections: {
        ...capacity.connections,
        trustedProxies: settings.trustedProxies,
        log: logger,
        closed: metrics.connectionClosed,
      },
      traces: settings.otlpUrl === undefined ? undefined : new CallTraces({ clock, monotonicMs }),
    },
    inForce.now,
  );
  return { plane, inForce, composing, journal, metrics, description, work };
}
