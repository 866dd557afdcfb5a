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
/** Makes no span, as a tracer without an SDK. */
const untraced = new ProxyTracerProvider().getTracer('untraced');
let isKept = false;

// Tracers keep the first SDK that they find for good, and files share a process: this one is there only while spans are
// kept.
trace.setGlobalTracerProvider({
  getTracer: (name) =>
    new Proxy<Tracer>(sdk.getTracer(name), {
      get: (traced, member): unknown => Reflect.get(isKept ? traced : untraced, member),
    }),
});

/** The spans that a test makes. */
export interface KeptSpans {
  /** Resolves to this number of spans, once they have ended. */
  ended(count: number): Promise<ReadableSpan[]>;
}

/** Makes spans until the test ends, and forgets them with it. */
export function keepSpans(): KeptSpans {
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
