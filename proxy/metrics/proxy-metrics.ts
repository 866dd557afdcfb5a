import { Counter, Gauge, type Registry } from 'prom-client';
import type { TerminalStatus } from '../../domain/insight/insight-sets.ts';
import type { Endpoint } from '../../domain/models/endpoints.ts';
import type { FullShare } from '../body/body-budget.ts';
import type { ReadOutcome } from '../body/large-body-reader.ts';
import { createLargeBodyMetrics } from '../body/large-body-metrics.ts';
import { createBodyBudgetMetrics } from '../body/body-budget-metrics.ts';
import { createProviderMetrics, type ProviderMetrics } from '../decision-log/provider-metrics.ts';
import { ERROR_TYPES } from '../call/gateway-error.ts';
import { createCallEnds } from './call-ends.ts';
import { DurationHistogram } from './duration-histogram.ts';
import { createRowMetrics, type RowMetrics } from './row-metrics.ts';

/** The buckets in seconds: from the time that a process alone adds to the slowest disk that is still useful. */
const ADDED_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5];
/** The buckets in seconds: from a provider on this machine to a model that thinks. */
const UPSTREAM_SECONDS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const WRITE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** The metrics of the gateway. */
export interface ProxyMetrics extends ProviderMetrics, RowMetrics {
  /** Records the head of an answer: the time of the provider, and the time that the gateway itself added. */
  readonly answered: (times: { readonly upstreamMs: number; readonly addedMs: number }) => void;
  /** Counts a forwarded call that has ended. */
  readonly ended: (endpoint: Endpoint, status: TerminalStatus) => void;
  /** Counts a request that got an error of the gateway, by `error.type`. */
  readonly refused: (type: string) => void;
  /** Counts a request for which no memory was left, by the full share. */
  readonly roomFull: (share: FullShare) => void;
  /** Counts the result of a body for a reading thread. */
  readonly largeBodyEnded: (end: ReadOutcome) => void;
  /** Records a write of the journal that is stored. */
  readonly written: (bytes: number, seconds: number) => void;
}

/** The figures that each scrape reads. */
export interface TrafficReadings {
  readonly inFlight: () => number;
  /** The bytes of request bodies in memory. */
  readonly bodyBytes: () => number;
  /** The number of bodies that wait for a thread to read them. */
  readonly largeBodiesWaiting: () => number;
  /** The number of lines that wait in memory until the journal accepts lines again. */
  readonly owedLines: () => number;
  /** The conditions for admitting a call. */
  readonly open: () => { readonly keys: boolean; readonly log: boolean };
}

/** Creates the metrics of calls through the gateway. */
export function createProxyMetrics(
  registry: Registry,
  { inFlight, bodyBytes, largeBodiesWaiting, owedLines, open }: TrafficReadings,
): ProxyMetrics {
  const registers = [registry];
  const refusals = new Counter({
    name: 'truetally_gateway_refusals_total',
    help: 'Requests that the gateway itself answered with an error, by the type of the error.',
    labelNames: ['type'],
    registers,
  });
  new Gauge({
    name: 'truetally_gateway_calls_in_flight',
    help: 'Calls in flight to providers.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  new Gauge({
    name: 'truetally_gateway_body_bytes',
    help: 'Size of the request bodies that stay in memory until the requests are answered. TRUETALLY_PROXY_MOST_BODIES_MIB limits it.',
    registers,
    collect() {
      this.set(bodyBytes());
    },
  });
  new Gauge({
    name: 'truetally_gateway_open',
    help: 'Conditions for the admission of calls, by part: 1 while the valid keys are known, and 1 while the log accepts rows.',
    labelNames: ['part'],
    registers,
    collect() {
      for (const [part, isOpen] of Object.entries(open())) this.set({ part }, isOpen ? 1 : 0);
    },
  });
  const upstream = new DurationHistogram({
    name: 'truetally_gateway_upstream_duration_seconds',
    help: 'Time of the provider, from the sending of a call to the start of its answer.',
    buckets: UPSTREAM_SECONDS,
    registers,
  });
  const added = new DurationHistogram({
    name: 'truetally_gateway_added_duration_seconds',
    help: 'Time that the gateway itself adds until it sends the head of an answer, without the time for the body and the provider.',
    buckets: ADDED_SECONDS,
    registers,
  });
  const writtenBytes = new Counter({
    name: 'truetally_journal_written_bytes_total',
    help: 'Bytes that this process wrote to the journal.',
    registers,
  });
  const writes = new DurationHistogram({
    name: 'truetally_journal_write_duration_seconds',
    help: 'Time of one write to the journal until its lines survive the end of the process. Requests that arrive during a write share the next one.',
    buckets: WRITE_SECONDS,
    registers,
  });
  for (const type of ERROR_TYPES) refusals.inc({ type }, 0);
  return {
    ...createProviderMetrics(registry),
    answered({ upstreamMs, addedMs }) {
      upstream.add(upstreamMs / 1_000);
      added.add(Math.max(0, addedMs) / 1_000);
    },
    ended: createCallEnds(registers),
    refused: (type) => refusals.inc({ type }),
    roomFull: createBodyBudgetMetrics(registry),
    largeBodyEnded: createLargeBodyMetrics(registry, largeBodiesWaiting),
    ...createRowMetrics(registry, owedLines),
    written(bytes, seconds) {
      writtenBytes.inc(bytes);
      writes.add(seconds);
    },
  };
}
