import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { Clock } from '../../domain/kernel/clock.ts';
import { tracer } from '../../tracing/in-span.ts';
import { contextOf } from '../../tracing/traceparent.ts';
import { CallTrace } from './call-trace.ts';

export interface CallTracesParts {
  readonly clock: Clock;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
}

/** The traces of requests that are not answered to their end, by the id of each. */
export class CallTraces {
  readonly #parts: CallTracesParts;
  readonly #open = new Map<string, CallTrace>();

  constructor(parts: CallTracesParts) {
    this.#parts = parts;
  }

  /** Undefined where the request is not traced, or is answered already. */
  of(requestId: string): CallTrace | undefined {
    return this.#open.get(requestId);
  }

  /**
   * Begins the span of a request, which ends with its answer. It is a trace of its own: what the caller says of its
   * trace decides nothing here, and is a link.
   *
   * @param route undefined where there is none of that path
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
    const theirs = trace.getSpanContext(contextOf(request.headers['traceparent']));
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
