import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished } from 'vitest';

let exporter: InMemorySpanExporter | undefined;

/** The spans that a test makes. */
export interface KeptSpans {
  /** So many, once they have ended. */
  ended(count: number): Promise<ReadableSpan[]>;
}

/**
 * Makes spans from now on, and forgets them with the test. Tracers keep their first SDK for good: what a file tests of none
 * stands before.
 */
export function keepSpans(): KeptSpans {
  const kept = (exporter ??= startSdk());
  onTestFinished(() => kept.reset());
  return {
    async ended(count) {
      await expect.poll(() => kept.getFinishedSpans().length).toBeGreaterThanOrEqual(count);
      expect(kept.getFinishedSpans()).toHaveLength(count);
      return kept.getFinishedSpans();
    },
  };
}

function startSdk(): InMemorySpanExporter {
  const started = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(started)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return started;
}
