import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { Clock } from '../../domain/kernel/clock.ts';
import { tracer } from '../../tracing/in-span.ts';
import { parseTraceparent } from '../../tracing/traceparent.ts';
import { CallTrace } from './call-trace.ts';

export interface CallTracesParts {
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/** The traces of requests whose answers have not ended, by the id of each request. */
export class CallTraces {
  readonly #parts: CallTracesParts;
  readonly #open = new Map<string, CallTrace>();

  constructor(parts: CallTracesParts) {
    this.#parts = parts;
  }

  /** The trace of a request; undefined if it is not traced, or already answered. */
  of(requestId: string): CallTrace | undefined {
    return this.#open.get(requestId);
  }

  /**
   * Begins the span of a request, which ends with its answer. It is a separate trace: the trace that the caller states
   * decides nothing here, and is only a link.
   *
   * @param route undefined if no route has the path
   */
  begin(requestId: string, route: string | undefined, request: IncomingMessage, response: ServerResponse): void {
    const { clock, monotonicMs } = this.#parts;
    const method = request.method ?? '';
    const attributes = {
      'http.request.method': method,
      'url.scheme': 'http',
      'truetally.request_id': requestId,
      ...(route !== undefined && { 'http.route': route }),
    };
    const theirs = trace.getSpanContext(parseTraceparent(request.headers['traceparent']));
    const links = theirs === undefined ? [] : [{ context: theirs }];
    const name = route === undefined ? method : `${method} ${route}`;
    const startTime = clock.now();
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links, startTime }, ROOT_CONTEXT);
    if (!span.isRecording()) return;
    const call = new CallTrace(span, { startMs: startTime.getTime(), monotonicMs });
    this.#open.set(requestId, call);
    response.once('close', () => {
      this.#open.delete(requestId);
      call.end(response);
    });
  }
}
