import { setTimeout as delay } from 'node:timers/promises';
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { VERSION } from './read-build-version.ts';

/** Milliseconds between sends: the delay of a collector's view, and the loss if a process is killed. */
const SEND_EVERY_MS = 1_000;
/** A collector that does not answer may take this long of a process's end. */
const SHUTDOWN_MS = 3_000;
/** A collector that is away is worth a line, not one for each batch that it misses. */
const COMPLAIN_EVERY_MS = 60_000;

/** The service that makes the spans. */
export interface TracedService {
  readonly name: 'truetally-api' | 'truetally-worker' | 'truetally-gateway';
  readonly instanceId: string;
}

export interface Tracing {
  /** Sends what was not sent yet, for three seconds at most. */
  shutdown(): Promise<void>;
}

/**
 * Makes spans of this process and sends them by OTLP over HTTP; where no address is configured, it does nothing and all
 * spans stay no-ops. Once per process, before anything that is traced.
 */
export function startTracing(
  { otlpUrl, traceRatio }: Pick<Configuration, 'otlpUrl' | 'traceRatio'>,
  service: TracedService,
  log: Pick<Logger, 'warn'>,
): Tracing {
  if (otlpUrl === undefined) return { shutdown: () => Promise.resolve() };
  complainInto(log);
  const exporter = new OTLPTraceExporter({ url: tracesUrl(otlpUrl) });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': VERSION,
      'service.instance.id': service.instanceId,
    }),
    // A trace that was begun, here or by a caller, is whole or not there.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    shutdown: async () => {
      const sent = provider.shutdown().catch((err: unknown) => log.warn({ err }, 'the last spans were not sent'));
      await Promise.race([sent, delay(SHUTDOWN_MS, undefined, { ref: false })]);
    },
  };
}

/** `/v1/traces` below the address, as the specification of OTLP has it. */
function tracesUrl(otlpUrl: string): string {
  return `${otlpUrl.replace(/\/+$/, '')}/v1/traces`;
}

/** Logs complaints of the SDK: in effect, a collector that does not accept spans. */
function complainInto(log: Pick<Logger, 'warn'>): void {
  let quietUntil = 0;
  const complain = (sentence: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + COMPLAIN_EVERY_MS;
    log.warn({ detail: sentence }, 'spans are not getting through');
  };
  const ignore = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
