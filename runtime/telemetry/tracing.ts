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
import { BUILD_VERSION } from './read-build-version.ts';

/**
 * Milliseconds between sends. Spans reach the collector this late, and are lost for this time if the process is killed.
 */
const SEND_EVERY_MS = 1_000;
/** Milliseconds for which a collector that does not answer may delay the end of the process. */
const SHUTDOWN_MS = 3_000;
/** Milliseconds between two log lines about an unavailable collector, so that not every lost batch is logged. */
const COMPLAIN_EVERY_MS = 60_000;

/** The service that the spans belong to. */
export interface TracedService {
  readonly name: 'truetally-api' | 'truetally-worker' | 'truetally-gateway';
  readonly instanceId: string;
}

export interface Tracing {
  /** Sends the remaining spans, within three seconds at most. */
  shutdown(): Promise<void>;
}

/**
 * Starts to record spans of this process and to send them by OTLP over HTTP. Without a configured address, all spans
 * stay no-ops. Call it once per process, before any traced work.
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
      'service.version': BUILD_VERSION,
      'service.instance.id': service.instanceId,
    }),
    // A trace, begun here or by a caller, is recorded completely or not at all.
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

/** The address of `/v1/traces` below `otlpUrl`, as OTLP specifies. */
function tracesUrl(otlpUrl: string): string {
  return `${otlpUrl.replace(/\/+$/, '')}/v1/traces`;
}

/** Logs warnings of the SDK, which in practice concern a collector that does not accept spans. */
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
