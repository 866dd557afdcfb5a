import { context, ProxyTracerProvider, trace, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished } from 'vitest';

const exporter = new InMemorySpanExporter();
const sdk = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const contexts = new AsyncLocalStorageContextManager();
/** A tracer without an SDK, which creates no spans. */
const untraced = new ProxyTracerProvider().getTracer('untraced');
let isKept = false;

// Tracers keep the first SDK that they find, and test files share a process. This provider uses the SDK only while a
// test collects spans.
trace.setGlobalTracerProvider({
  getTracer: (name) =>
    new Proxy<Tracer>(sdk.getTracer(name), {
      get: (traced, member): unknown => Reflect.get(isKept ? traced : untraced, member),
    }),
});

/** The spans that a test creates. */
export interface CollectedSpans {
  /** Resolves to this number of spans, when they have ended. */
  ended(count: number): Promise<ReadableSpan[]>;
}

/** Collects spans until the test ends, and then discards them. */
export function collectSpans(): CollectedSpans {
  isKept = true;
  context.setGlobalContextManager(contexts.enable());
  onTestFinished(() => {
    isKept = false;
    context.disable();
    exporter.reset();
  });
  return {
    async ended(count) {
      await expect.poll(() => exporter.getFinishedSpans().length).toBeGreaterThanOrEqual(count);
      expect(exporter.getFinishedSpans()).toHaveLength(count);
      return exporter.getFinishedSpans();
    },
  };
}
